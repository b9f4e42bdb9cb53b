import {
  contractBetween,
  type EndpointExchange,
  endpointExchange,
  instant,
  problemAnswer,
  signedChallenge,
} from '@kinmel/testing/web-contracts';
import { type AppStore, enterSession, leaveSession, refreshSession } from '@kinmel/web-kit';
import { startSession } from '@kinmel/web-kit/host';
import { MatchersV3 } from '@pact-foundation/pact';
import { waitFor } from '@testing-library/react';
import { accountApi } from './account-api.ts';
import { passkeysApi } from './features/profile/access/passkeys-api.ts';
import { profileApi } from './features/profile/profile-api.ts';
import { askForPasskey, makePasskey } from './passkeys/browser-passkeys.ts';

jest.mock('./passkeys/browser-passkeys.ts');

const { boolean, eachLike, nullValue, regex, string } = MatchersV3;

const pact = contractBetween('mfe-account', 'auth');

const { endpoints } = accountApi;
const { endpoints: profile } = profileApi;
const { endpoints: passkeys } = passkeysApi;
let stopSession = () => {};

afterEach(() => {
  jest.restoreAllMocks();
  stopSession();
  localStorage.clear();
});

const email = 'asha.rai@kinmel.example';
const password = 'Orchid77';
const newPassword = 'Marigold5';
const token = 'R'.repeat(43);
const refreshToken = `${'s'.repeat(22)}.1.${'t'.repeat(43)}`;
const id = '6600000000000000000000c1';
const newPerson = { fullName: 'Asha Rai', email, number: '+977 980 555 0147', password };

// Only the fields that pages and session read: the service may add others and may not remove any.
const user = {
  id: regex(/^[0-9a-f]{24}$/, id),
  email: string(email),
  fullName: string('Asha Rai'),
  name: string('Asha Rai'),
  phone: string('+977 980 555 0147'),
  profileImage: string(''),
  role: regex(/^(user|admin)$/, 'user'),
  isAdmin: boolean(false),
};
const account = {
  ...user,
  id,
  number: string('+977 980 555 0147'),
  dateOfBirth: nullValue(),
  location: string(''),
  bio: string(''),
  gender: nullValue(),
  updatedAt: instant('2026-11-21T10:00:00.000Z'),
};
const startedSession = {
  success: true,
  token: regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhc2hhIn0.c2lnbmF0dXJl'),
  refreshToken: regex(/^[\w.-]{60,200}$/, `${'s'.repeat(22)}.2.${'u'.repeat(43)}`),
  user: { ...user, _id: user.id },
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
const fields = {
  fullName: 'Asha Rai Thapa',
  dateOfBirth: '1996-03-14',
  location: 'Lalitpur',
  bio: '',
  gender: 'prefer-not-to-say',
} as const;
const nameless = { ...fields, fullName: '' };
const passwords = { currentPassword: password, password: newPassword };
const passkeyId = '6600000000000000000000f1';
const recoveryCode = '7K3M-0QX2-9D4T-H8WB';
const wrongPasswords = { ...passwords, currentPassword: 'Wrong123' };
const otherSession = 'o'.repeat(22);

const refusal = (status: number, code: string, extraFields: object = {}) =>
  [status, { ...problemAnswer(code, 'This cannot be done.'), ...extraFields }] as const;
const doneAnswer = [200, { success: true, message: string('Done') }] as const;
const doneResult = { data: 'Done' };

type Send = (dispatch: AppStore['dispatch']) => PromiseLike<{ data?: unknown; error?: unknown }>;

/** Sends in a session as the shell starts it; resolves with whether this browser is signed in afterwards. */
const withSession = (send: Send) => async (dispatch: AppStore['dispatch']) => {
  stopSession = await startSession();
  const { error } = await send(dispatch);
  const isSignedIn = ['token', 'refreshToken'].every((key) => localStorage.getItem(key) !== null);
  return { error, data: isSignedIn };
};
const enterAsAsha = () =>
  enterSession({ token: 'a.b.c', refreshToken, user: { id, name: 'Asha Rai', email, role: 'user' } });
const renewSession = withSession(async () => {
  await enterAsAsha();
  return { data: await refreshSession() };
});

it.each([
  {
    given: 'Asha has an account',
    name: 'the right password',
    request: ['POST', '/api/auth/login', { body: { email, password } }],
    answer: [200, startedSession],
    send: withSession((dispatch) => dispatch(endpoints.logIn.initiate({ email, password }))),
    expected: { data: true },
  },
  {
    given: 'Asha has an account',
    name: 'a wrong password',
    request: ['POST', '/api/auth/login', { body: { email, password: 'Wrong123' } }],
    answer: refusal(401, 'wrong-credentials'),
    send: withSession((dispatch) => dispatch(endpoints.logIn.initiate({ email, password: 'Wrong123' }))),
    expected: { data: false, problem: { code: 'wrong-credentials' } },
  },
  {
    given: 'Asha is signed in and has a passkey',
    name: 'a recovery code',
    request: ['POST', '/api/auth/login/recovery-code', { body: { email, code: recoveryCode } }],
    answer: [200, startedSession],
    send: withSession((dispatch) =>
      dispatch(endpoints.logInWithRecoveryCode.initiate({ email, code: recoveryCode })),
    ),
    expected: { data: true },
  },
  {
    given: 'Asha has no account',
    name: 'a new account',
    request: ['POST', '/api/auth/signup', { body: newPerson }],
    answer: [201, startedSession],
    send: withSession((dispatch) => dispatch(endpoints.signUp.initiate(newPerson))),
    expected: { data: true },
  },
  {
    given: 'Asha has an account',
    name: 'a second account',
    request: ['POST', '/api/auth/signup', { body: newPerson }],
    answer: refusal(409, 'email-taken'),
    send: withSession((dispatch) => dispatch(endpoints.signUp.initiate(newPerson))),
    expected: { data: false, problem: { code: 'email-taken' } },
  },
  {
    given: 'Asha is signed in',
    name: 'the good refresh token',
    request: ['POST', '/api/refresh-token', { body: { refreshToken } }],
    answer: [200, startedSession],
    send: renewSession,
    expected: { data: true },
  },
  {
    given: 'Asha has an account',
    name: 'a refresh token of a session that has ended',
    request: ['POST', '/api/refresh-token', { body: { refreshToken } }],
    answer: refusal(401, 'signed-out'),
    send: renewSession,
    expected: { data: false },
  },
  {
    given: 'Asha is signed in',
    name: 'a logout',
    request: ['POST', '/api/auth/logout', { body: { refreshToken } }],
    answer: doneAnswer,
    send: withSession(async () => {
      const fetchSpy = jest.spyOn(globalThis, 'fetch');
      await enterAsAsha();
      await leaveSession();
      await waitFor(async () => expect((await fetchSpy.mock.results[0]?.value)?.status).toBe(200));
      return {};
    }),
    expected: { data: false },
  },
] satisfies EndpointExchange[])(
  'the session starts, is renewed and ends: $name (API-04 to API-11, AUTH-01, AUTH-03, AUTH-07, AUTH-15 to AUTH-17, AUTH-19, SIL-43)',
  (row) => endpointExchange(pact, row),
);

it.each([
  {
    name: 'a forgotten password',
    request: ['POST', '/api/auth/forgot-password', { body: { email } }],
    answer: doneAnswer,
    send: endpoints.requestPasswordReset.initiate({ email }),
    expected: doneResult,
  },
  ...(['valid', 'unknown'] as const).map(
    (state): EndpointExchange => ({
      given: state === 'valid' ? 'Asha was mailed a reset link' : 'Asha has an account',
      name: `a look at a link that is ${state}`,
      request: ['POST', '/api/auth/reset-password/check', { body: { token } }],
      answer: [200, { success: true, state }],
      send: endpoints.checkResetLink.initiate({ token }),
      expected: { data: state },
    }),
  ),
  {
    given: 'Asha was mailed a reset link',
    name: 'a new password by a link, answered 200',
    request: ['POST', '/api/auth/reset-password', { body: { token, password: newPassword } }],
    answer: doneAnswer,
    send: endpoints.resetPassword.initiate({ token, password: newPassword }),
    expected: { data: { signedOut: true } },
  },
  {
    given: 'Asha has an account',
    name: 'a new password by a link, answered 400',
    request: ['POST', '/api/auth/reset-password', { body: { token, password: newPassword } }],
    answer: refusal(400, 'reset-link-invalid'),
    send: endpoints.resetPassword.initiate({ token, password: newPassword }),
    expected: { problem: { code: 'reset-link-invalid' } },
  },
] satisfies EndpointExchange[])('a forgotten password is replaced: $name (SIL-06)', (row) =>
  endpointExchange(pact, row),
);

it.each([
  {
    name: 'the own account',
    request: ['GET', `/api/users/${id}`],
    answer: [200, { success: true, data: account }],
    send: profile.getAccount.initiate(id),
    expected: { data: { id, fullName: 'Asha Rai', phone: '+977 980 555 0147' } },
  },
  {
    name: 'a changed profile',
    request: ['PUT', `/api/users/${id}`, { body: fields }],
    answer: [200, { success: true, user: { ...account, ...fields } }],
    send: profile.updateProfile.initiate({ id, fields }),
    expected: { data: { ...fields, role: 'user' } },
  },
  {
    name: 'a profile without a name',
    request: ['PUT', `/api/users/${id}`, { body: nameless }],
    answer: refusal(400, 'invalid-request', {
      details: [{ path: 'fullName', message: 'Full name is required' }],
    }),
    send: profile.updateProfile.initiate({ id, fields: nameless }),
    expected: { problem: { code: 'invalid-request', status: 400 } },
  },
  {
    name: 'the own sessions',
    request: ['GET', '/api/auth/sessions'],
    answer: [200, { success: true, data: eachLike(session) }],
    send: profile.listSessions.initiate(),
    expected: { data: [{ device: 'Firefox on Linux', isCurrent: true }] },
  },
  {
    given: 'Asha has typed a wrong password',
    name: 'the own sign-ins',
    request: ['GET', '/api/auth/sign-ins'],
    answer: [
      200,
      {
        success: true,
        data: eachLike({
          at: instant('2026-11-21T10:00:00.000Z'),
          way: string('password'),
          device: string('Firefox on Linux'),
          isRefused: boolean(true),
        }),
      },
    ],
    send: profile.listSignIns.initiate(),
    expected: { data: [{ device: 'Firefox on Linux', isRefused: true }] },
  },
  {
    given: 'Asha is signed in on two devices',
    name: 'the end of another session, answered 200',
    request: ['DELETE', `/api/auth/sessions/${otherSession}`],
    answer: doneAnswer,
    send: profile.endSession.initiate(otherSession),
    expected: doneResult,
  },
  {
    name: 'the end of another session, answered 404',
    request: ['DELETE', `/api/auth/sessions/${otherSession}`],
    answer: refusal(404, 'not-found'),
    send: profile.endSession.initiate(otherSession),
    expected: { problem: { code: 'not-found' } },
  },
  {
    given: 'Asha is signed in on two devices',
    name: 'the end of all sessions',
    request: ['DELETE', '/api/auth/sessions'],
    answer: doneAnswer,
    send: profile.endSessions.initiate(),
    expected: doneResult,
  },
  {
    given: 'Asha is signed in and has a passkey',
    name: 'the own passkeys',
    request: ['GET', '/api/auth/passkeys'],
    answer: [
      200,
      {
        success: true,
        data: {
          passkeys: eachLike({
            id: string(passkeyId),
            name: string('Phone'),
            createdAt: instant('2026-11-21T10:00:00.000Z'),
            isSynced: boolean(false),
          }),
          recoveryCodesLeft: 1,
        },
      },
    ],
    send: passkeys.listPasskeys.initiate(),
    expected: { data: { passkeys: [{ name: 'Phone' }], recoveryCodesLeft: 1 } },
  },
  {
    given: 'Asha is signed in and has a passkey',
    name: 'another name of a passkey',
    request: ['PUT', `/api/auth/passkeys/${passkeyId}`, { body: { name: 'Laptop' } }],
    answer: doneAnswer,
    send: passkeys.renamePasskey.initiate({ id: passkeyId, name: 'Laptop' }),
    expected: doneResult,
  },
  {
    given: 'Asha is signed in and has a passkey',
    name: 'the end of a passkey, answered 200',
    request: ['DELETE', `/api/auth/passkeys/${passkeyId}`],
    answer: doneAnswer,
    send: passkeys.removePasskey.initiate(passkeyId),
    expected: doneResult,
  },
  {
    given: 'Asha is signed in and has a passkey',
    name: 'new recovery codes',
    request: ['POST', '/api/auth/passkeys/recovery-codes', { body: {} }],
    answer: [200, { success: true, recoveryCodes: eachLike(string(recoveryCode)) }],
    send: passkeys.renewRecoveryCodes.initiate(),
    expected: { data: [recoveryCode] },
  },
  {
    name: 'a proof by password',
    request: ['POST', '/api/auth/proof', { body: { password } }],
    answer: doneAnswer,
    send: passkeys.proveWithPassword.initiate(password),
    expected: doneResult,
  },
  {
    name: 'a new password for the old one, answered 200',
    request: ['POST', '/api/auth/change-password', { body: passwords }],
    answer: doneAnswer,
    send: profile.changePassword.initiate(passwords),
    expected: doneResult,
  },
  {
    name: 'a new password for the old one, answered 400',
    request: ['POST', '/api/auth/change-password', { body: wrongPasswords }],
    answer: refusal(400, 'wrong-password'),
    send: profile.changePassword.initiate(wrongPasswords),
    expected: { problem: { code: 'wrong-password' } },
  },
  {
    name: 'the own data',
    request: ['GET', `/api/users/${id}/export`],
    answer: [
      200,
      {
        success: true,
        exportedAt: instant('2026-11-21T10:00:00.000Z'),
        user: account,
        sessions: eachLike(session),
      },
    ],
    send: profile.exportData.initiate(id),
    expected: { data: { name: 'kinmel-my-data-2026-11-21.json' } },
  },
  {
    name: 'the end of the account, answered 200',
    request: ['POST', `/api/users/${id}/delete`, { body: { password } }],
    answer: doneAnswer,
    send: profile.deleteAccount.initiate({ id, password }),
    expected: doneResult,
  },
  {
    name: 'the end of the account, answered 400',
    request: ['POST', `/api/users/${id}/delete`, { body: { password: 'Wrong123' } }],
    answer: refusal(400, 'wrong-password'),
    send: profile.deleteAccount.initiate({ id, password: 'Wrong123' }),
    expected: { problem: { code: 'wrong-password' } },
  },
] satisfies EndpointExchange[])(
  'the profile reads and changes the account: $name (API-12, API-13, ENT-22, PROF-23, PROF-27, CONF-67)',
  (row) => endpointExchange(pact, { given: 'Asha is signed in', ...row, token: 'asha' }),
);

const { challenge, credential, made } = signedChallenge;
const options = [200, { success: true, data: { challenge: string(challenge) } }] as const;
const noPasskeyUsed = {
  error: { status: 400, data: { message: 'None was used.', code: 'passkey-refused' } },
} as const;

/** The browser uses no passkey, so that only the options are requested. */
const withoutPasskey =
  <Sent>(send: (dispatch: AppStore['dispatch']) => Sent) =>
  (dispatch: AppStore['dispatch']) => {
    jest.mocked(askForPasskey).mockResolvedValue(noPasskeyUsed);
    jest.mocked(makePasskey).mockResolvedValue(noPasskeyUsed);
    return send(dispatch);
  };

/** Answers the request for options locally, so that only the browser's credential is sent. */
const withOptions =
  <Sent>(send: (dispatch: AppStore['dispatch']) => Sent) =>
  (dispatch: AppStore['dispatch']) => {
    jest.mocked(askForPasskey).mockResolvedValue({ data: credential as never });
    jest.mocked(makePasskey).mockResolvedValue({
      data: { ...made, response: { ...made.response, transports: ['internal'] } } as never,
    });
    const realFetch = globalThis.fetch;
    jest
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async (input, init) =>
        (input instanceof Request ? input.url : String(input)).endsWith('/options')
          ? Response.json({ success: true, data: { challenge } })
          : realFetch(input, init),
      );
    return send(dispatch);
  };

const logIn = withSession((dispatch) => dispatch(endpoints.logInWithPasskey.initiate()));
const prove = (dispatch: AppStore['dispatch']) => dispatch(passkeys.proveWithPasskey.initiate());
const add = (dispatch: AppStore['dispatch']) => dispatch(passkeys.addPasskey.initiate('Phone'));
const refusedLocally = { problem: { code: 'passkey-refused' } };
const refusedPasskey = refusal(400, 'passkey-refused');

it.each([
  {
    given: 'Asha has an account',
    name: 'the start of a sign-in with a passkey',
    request: ['POST', '/api/auth/login/passkey/options', { body: {} }],
    answer: options,
    send: withoutPasskey(logIn),
    expected: refusedLocally,
  },
  {
    given: 'Asha was asked for a passkey to sign in',
    name: 'a sign-in with a passkey',
    request: ['POST', '/api/auth/login/passkey', { body: { credential } }],
    answer: [200, startedSession],
    send: withOptions(logIn),
    expected: { data: true },
  },
  {
    given: 'Asha has an account',
    name: 'a sign-in with a passkey that nobody asked for',
    request: ['POST', '/api/auth/login/passkey', { body: { credential } }],
    answer: refusedPasskey,
    send: withOptions(logIn),
    expected: { data: false, problem: { code: 'passkey-refused' } },
  },
  {
    token: 'asha',
    given: 'Asha is signed in and has a passkey',
    name: 'the start of a proof with a passkey',
    request: ['POST', '/api/auth/proof/options', { body: {} }],
    answer: options,
    send: withoutPasskey(prove),
    expected: refusedLocally,
  },
  {
    token: 'asha',
    given: 'Asha was asked for a passkey to confirm',
    name: 'a proof with a passkey',
    request: ['POST', '/api/auth/proof', { body: { credential } }],
    answer: doneAnswer,
    send: withOptions(prove),
    expected: doneResult,
  },
  {
    token: 'asha',
    given: 'Asha is signed in',
    name: 'the start of adding a passkey',
    request: ['POST', '/api/auth/passkeys/options', { body: {} }],
    answer: options,
    send: withoutPasskey(add),
    expected: refusedLocally,
  },
  {
    token: 'asha',
    given: 'Asha was asked to make a passkey',
    name: 'a passkey that the browser has made',
    request: [
      'POST',
      '/api/auth/passkeys',
      {
        body: {
          credential: { ...made, response: { ...made.response, transports: ['internal'] } },
          transports: ['internal'],
          name: 'Phone',
        },
      },
    ],
    answer: [201, { success: true, recoveryCodes: eachLike(string(recoveryCode)) }],
    send: withOptions(add),
    expected: { data: [recoveryCode] },
  },
] satisfies EndpointExchange[])('passkeys are added and used: $name (AUTH-W1, AUTH-W2)', (row) =>
  endpointExchange(pact, row),
);
