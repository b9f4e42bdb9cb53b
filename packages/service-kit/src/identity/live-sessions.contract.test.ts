import { contractBetween } from '@kinmel/testing/contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { createServiceClient } from '../service-calls/service-client.ts';
import { createLiveSessions, liveSessionFrom } from './live-sessions.ts';

const { regex } = MatchersV3;

const auth = contractBetween('service-kit', 'auth');
const sessionId = 's'.repeat(22);
const userId = '6600000000000000000000c1';

describe('the live session of an admin token', () => {
  const asking = (state: string, description: string, data: object | null) =>
    auth
      .addInteraction()
      .given(state)
      .uponReceiving(description)
      .withRequest('GET', `/internal/sessions/${sessionId}`, (request) =>
        request.headers({ 'x-kinmel-service-token': regex('^.+$', 'a-token-of-the-services') }),
      )
      .willRespondWith(200, (answer) =>
        answer
          .headers({ 'Content-Type': regex('^application/json.*', 'application/json; charset=utf-8') })
          .jsonBody({ success: true, data }),
      );

  async function confirm(url: string) {
    const serviceToken = 'a-token-of-the-services';
    const client = createServiceClient({ service: 'auth', baseUrl: url, serviceToken, deadlineMs: 20_000 });
    const sessions = createLiveSessions({ find: liveSessionFrom(client) });
    return sessions.confirm({ userId, sessionId, role: 'admin' }).finally(() => client.close());
  }

  it('has the current role of its person', () =>
    asking('Asha is signed in', 'a session that lives', {
      userId: regex(/^[0-9a-f]{24}$/, userId),
      role: regex(/^(user|admin)$/, 'user'),
      name: MatchersV3.string('Asha Rai'),
    }).executeTest(async ({ url }) => {
      expect(await confirm(url)).toEqual({ userId, sessionId, role: 'user', name: 'Asha Rai' });
    }));

  it('is null after its end', () =>
    asking('Asha has no account', 'a session that has ended', null).executeTest(({ url }) =>
      expect(confirm(url)).rejects.toMatchObject({ code: 'not-signed-in' }),
    ));
});
