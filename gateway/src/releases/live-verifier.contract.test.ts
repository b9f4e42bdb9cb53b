import { contractBetween } from '@kinmel/testing/contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { gatewaySettings } from '../settings.ts';
import { createUpstreams } from '../upstreams/upstreams.ts';
import { createLiveVerifier } from './live-verifier.ts';

const { regex, string } = MatchersV3;

const userId = '6600000000000000000000c1';

it('asks auth for the current role and name of an account, with its own token', () =>
  contractBetween('gateway', 'auth')
    .addInteraction()
    .given('Asha is signed in')
    .uponReceiving('the account of a token')
    .withRequest('GET', `/api/users/${userId}`, (request) =>
      request.headers({ Authorization: regex('^Bearer .+', 'Bearer token') }),
    )
    .willRespondWith(200, (answer) =>
      answer
        .headers({ 'Content-Type': regex('^application/json.*', 'application/json; charset=utf-8') })
        .jsonBody({
          success: true,
          data: { role: regex(/^(user|admin)$/, 'user'), fullName: string('Asha Rai') },
        }),
    )
    .executeTest(async ({ url }) => {
      const caller = { userId, sessionId: 'session-1', role: 'admin' } as const;
      const upstreams = createUpstreams({ ...gatewaySettings, addresses: { auth: url } });
      const verifier = createLiveVerifier({ verify: async () => caller }, upstreams.get('auth'));
      // Auth's role is newer than that of the token.
      const staffRoles = ['owner'];
      expect(await verifier.verify('token')).toEqual({
        ...caller,
        role: 'user',
        staffRoles,
        name: 'Asha Rai',
      });
      upstreams.close();
    }));
