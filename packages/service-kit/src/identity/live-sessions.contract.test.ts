import { serviceCalls } from '@kinmel/testing/contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { createLiveSessions, liveSessionFrom } from './live-sessions.ts';

const { regex, string } = MatchersV3;

const sessionId = 's'.repeat(22);
const userId = '6600000000000000000000c1';

describe('the live session of an admin token', () => {
  const confirm = (given: string, name: string, data: object | null) =>
    serviceCalls('service-kit', 'auth')(
      { given, name, request: ['GET', `/internal/sessions/${sessionId}`], answer: { data } },
      (client) =>
        createLiveSessions({ find: liveSessionFrom(client) }).confirm({ userId, sessionId, role: 'admin' }),
    );

  it('has the current role of its person', async () => {
    const person = {
      userId: regex(/^[0-9a-f]{24}$/, userId),
      role: regex(/^(user|admin)$/, 'user'),
      name: string('Asha Rai'),
    };
    expect(await confirm('Asha is signed in', 'a session that lives', person)).toEqual({
      userId,
      sessionId,
      role: 'user',
      // An older release of auth sends no roles.
      staffRoles: ['owner'],
      name: 'Asha Rai',
    });
  });

  it('is null after its end', () =>
    expect(confirm('Asha has no account', 'a session that has ended', null)).rejects.toMatchObject({
      code: 'not-signed-in',
    }));
});
