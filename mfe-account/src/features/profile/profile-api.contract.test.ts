import { contractBetween, instant, jsonType, sendTo } from '@kinmel/testing/web-contracts';
import { apiProblem } from '@kinmel/web-kit';
import { MatchersV3 } from '@pact-foundation/pact';
import { profileApi } from './profile-api.ts';

const { boolean, eachLike, nullValue, regex, string } = MatchersV3;

const pact = contractBetween('mfe-account', 'auth');

const signedIn = { Authorization: regex('^Bearer .+', 'Bearer asha') };
const { endpoints } = profileApi;

const id = '6600000000000000000000c1';
const otherSessionId = 'o'.repeat(22);
const here = 'Asha is signed in';
const onTwo = 'Asha is signed in on two devices';

// Only the fields that the page shows: the service may add others and may not remove any.
const account = {
  id,
  email: string('asha.rai@kinmel.example'),
  fullName: string('Asha Rai'),
  name: string('Asha Rai'),
  phone: string('+977 980 555 0147'),
  number: string('+977 980 555 0147'),
  dateOfBirth: nullValue(),
  location: string(''),
  bio: string(''),
  gender: nullValue(),
  profileImage: string(''),
  role: regex(/^(user|admin)$/, 'user'),
  isAdmin: boolean(false),
  updatedAt: instant('2026-11-21T10:00:00.000Z'),
};
const session = {
  sessionId: string('s'.repeat(22)),
  device: string('Firefox on Linux'),
  address: string('203.0.113.24'),
  lastAddress: string('203.0.113.24'),
  signedInAt: instant('2026-11-21T10:00:00.000Z'),
  lastUsedAt: instant('2026-11-21T10:00:00.000Z'),
  isCurrent: boolean(true),
};
const done = { success: true, message: string('Done') };
const problem = (code: string) => ({
  success: false,
  message: string('This cannot be done.'),
  error: string('This cannot be done.'),
  code,
});

/** One request of Asha and its answer. */
function asking(
  state: string,
  what: string,
  [method, path, body]: readonly ['GET' | 'PUT' | 'POST' | 'DELETE', string, object?],
  [status, answered]: readonly [number, object],
) {
  return pact
    .addInteraction()
    .given(state)
    .uponReceiving(what)
    .withRequest(method, path, (request) => {
      request.headers(signedIn);
      if (body) request.jsonBody(body);
    })
    .willRespondWith(status, (answer) => answer.headers({ 'Content-Type': jsonType }).jsonBody(answered));
}

describe('requests of the profile to auth', () => {
  it("reads the user's account (ENT-22, CONF-67)", () =>
    asking(
      here,
      'the own account',
      ['GET', `/api/users/${id}`],
      [200, { success: true, data: account }],
    ).executeTest(async ({ url }) => {
      const { data } = await sendTo(url, 'asha').dispatch(endpoints.getAccount.initiate(id));
      expect(data).toMatchObject({ id, fullName: 'Asha Rai', phone: '+977 980 555 0147' });
    }));

  const fields = {
    fullName: 'Asha Rai Thapa',
    dateOfBirth: '1996-03-14',
    location: 'Lalitpur',
    bio: '',
    gender: 'prefer-not-to-say',
  } as const;

  it('saves the five fields (API-12, PROF-27)', () => {
    const user = { ...account, ...fields };
    return asking(
      here,
      'a changed profile',
      ['PUT', `/api/users/${id}`, fields],
      [200, { success: true, user }],
    ).executeTest(async ({ url }) => {
      const { data } = await sendTo(url, 'asha').dispatch(endpoints.updateProfile.initiate({ id, fields }));
      expect(data).toMatchObject({ ...fields, role: 'user' });
    });
  });

  it('handles an invalid field (API-13, PROF-23)', () => {
    const wrong = { ...fields, fullName: '' };
    const details = [{ path: 'fullName', message: 'Full name is required' }];
    return asking(
      here,
      'a profile without a name',
      ['PUT', `/api/users/${id}`, wrong],
      [400, { ...problem('invalid-request'), details }],
    ).executeTest(async ({ url }) => {
      const { error } = await sendTo(url, 'asha').dispatch(
        endpoints.updateProfile.initiate({ id, fields: wrong }),
      );
      expect(apiProblem(error)).toMatchObject({ code: 'invalid-request', status: 400 });
    });
  });

  it('lists the sessions of the account', () =>
    asking(
      here,
      'the own sessions',
      ['GET', '/api/auth/sessions'],
      [200, { success: true, data: eachLike(session) }],
    ).executeTest(async ({ url }) => {
      const { data } = await sendTo(url, 'asha').dispatch(endpoints.listSessions.initiate());
      expect(data).toEqual([expect.objectContaining({ device: 'Firefox on Linux', isCurrent: true })]);
    }));

  it.each([
    [onTwo, 200, done],
    [here, 404, problem('not-found')],
  ])('signs another device out: %s', (state, status, body) =>
    asking(
      state,
      `the end of another session, answered ${status}`,
      ['DELETE', `/api/auth/sessions/${otherSessionId}`],
      [status, body],
    ).executeTest(async ({ url }) => {
      const { error } = await sendTo(url, 'asha').dispatch(endpoints.endSession.initiate(otherSessionId));
      expect(error === undefined).toBe(status === 200);
    }),
  );

  it('signs out everywhere', () =>
    asking(onTwo, 'the end of all sessions', ['DELETE', '/api/auth/sessions'], [200, done]).executeTest(
      async ({ url }) => {
        const { data } = await sendTo(url, 'asha').dispatch(endpoints.endSessions.initiate());
        expect(data).toBe('Done');
      },
    ));

  it.each([
    ['Orchid77', 200, done],
    ['Wrong123', 400, problem('wrong-password')],
  ])('changes the password of who knows it: %s', (currentPassword, status, body) => {
    const passwords = { currentPassword, password: 'Marigold5' };
    return asking(
      here,
      `a new password for the old one, answered ${status}`,
      ['POST', '/api/auth/change-password', passwords],
      [status, body],
    ).executeTest(async ({ url }) => {
      const { error } = await sendTo(url, 'asha').dispatch(endpoints.changePassword.initiate(passwords));
      expect(error && apiProblem(error).code).toBe(status === 200 ? undefined : 'wrong-password');
    });
  });

  it('exports all data of the user', () =>
    asking(
      here,
      'the own data',
      ['GET', `/api/users/${id}/export`],
      [
        200,
        {
          success: true,
          exportedAt: instant('2026-11-21T10:00:00.000Z'),
          user: account,
          sessions: eachLike(session),
        },
      ],
    ).executeTest(async ({ url }) => {
      const { data } = await sendTo(url, 'asha').dispatch(endpoints.exportData.initiate(id));
      expect(data?.name).toBe('kinmel-my-data-2026-11-21.json');
    }));

  it.each([
    ['Orchid77', 200, done],
    ['Wrong123', 400, problem('wrong-password')],
  ])('deletes the account of who knows its password: %s', (password, status, body) =>
    asking(
      here,
      `the end of the account, answered ${status}`,
      ['POST', `/api/users/${id}/delete`, { password }],
      [status, body],
    ).executeTest(async ({ url }) => {
      const { error } = await sendTo(url, 'asha').dispatch(
        endpoints.deleteAccount.initiate({ id, password }),
      );
      expect(error && apiProblem(error).code).toBe(status === 200 ? undefined : 'wrong-password');
    }),
  );
});
