import { contractBetween, exchange, problemAnswer } from '@kinmel/testing/web-contracts';
import { type AppStore, apiProblem, enterSession, leaveSession, refreshSession } from '@kinmel/web-kit';
import { startSession } from '@kinmel/web-kit/host';
import { MatchersV3 } from '@pact-foundation/pact';
import { waitFor } from '@testing-library/react';
import { accountApi } from './account-api.ts';

const { boolean, regex, string } = MatchersV3;

const pact = contractBetween('mfe-account', 'auth');

const { endpoints } = accountApi;
let stopSession = () => {};

afterEach(() => {
  stopSession();
  localStorage.clear();
});

const email = 'asha.rai@kinmel.example';
const password = 'Orchid77';
const resetToken = 'R'.repeat(43);
const refreshToken = `${'s'.repeat(22)}.1.${'t'.repeat(43)}`;
const id = '6600000000000000000000c1';

// Only the fields that pages and session read: the service may add others and may not remove any.
const user = {
  id: regex(/^[0-9a-f]{24}$/, id),
  _id: regex(/^[0-9a-f]{24}$/, id),
  email: string(email),
  fullName: string('Asha Rai'),
  name: string('Asha Rai'),
  phone: string('+977 980 555 0147'),
  profileImage: string(''),
  role: regex(/^(user|admin)$/, 'user'),
  isAdmin: boolean(false),
};
const session = {
  success: true,
  token: regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhc2hhIn0.c2lnbmF0dXJl'),
  refreshToken: regex(/^[\w.-]{60,200}$/, `${'s'.repeat(22)}.2.${'u'.repeat(43)}`),
  user,
};
const done = { success: true, message: string('Done') };
const isSignedIn = () =>
  localStorage.getItem('token') !== null && localStorage.getItem('refreshToken') !== null;

const problem = (code: string) => problemAnswer(code, 'This cannot be done.');

/** Sends a POST request, with a session like that of the shell, and returns its result. */
async function posts<Result>(
  given: string | undefined,
  name: string,
  [path, body]: readonly [path: string, body: object],
  answer: readonly [status: number, body: object],
  send: (store: AppStore) => PromiseLike<Result>,
): Promise<Result> {
  let result: Result | undefined;
  await exchange(
    pact,
    { ...(given && { given }), name, request: ['POST', path, { body }], answer },
    async (store) => {
      stopSession = await startSession();
      result = await send(store);
    },
  );
  return result as Result;
}

describe('requests of the account pages to auth', () => {
  it.each([
    ['signs in (API-04, API-05, AUTH-01)', 'the right password', password, [200, session], undefined],
    [
      'handles a wrong password',
      'a wrong password',
      'Wrong123',
      [401, problem('wrong-credentials')],
      'wrong-credentials',
    ],
  ] as const)('%s', async (_title, name, typed, answer, code) => {
    const request = { email, password: typed };
    const { error } = await posts(
      'Asha has an account',
      name,
      ['/api/auth/login', request],
      answer,
      ({ dispatch }) => dispatch(endpoints.logIn.initiate(request)),
    );
    expect([error && apiProblem(error).code, isSignedIn()]).toEqual([code, code === undefined]);
  });

  const person = { fullName: 'Asha Rai', email, number: '+977 980 555 0147', password };

  it.each([
    ['signs up (API-06, API-07, AUTH-03)', 'Asha has no account', 'a new account', [201, session], undefined],
    [
      'handles an e-mail that is taken (SIL-43)',
      'Asha has an account',
      'a second account',
      [409, problem('email-taken')],
      'email-taken',
    ],
  ] as const)('%s', async (_title, given, name, answer, code) => {
    const { error } = await posts(given, name, ['/api/auth/signup', person], answer, ({ dispatch }) =>
      dispatch(endpoints.signUp.initiate(person)),
    );
    expect([error && apiProblem(error).code, isSignedIn()]).toEqual([code, code === undefined]);
  });

  it('requests a reset link (SIL-06)', async () => {
    const { data } = await posts(
      undefined,
      'a forgotten password',
      ['/api/auth/forgot-password', { email }],
      [200, done],
      ({ dispatch }) => dispatch(endpoints.requestPasswordReset.initiate({ email })),
    );
    expect(data).toBe('Done');
  });

  it.each([
    ['Asha was mailed a reset link', 'valid'],
    ['Asha has an account', 'unknown'],
  ])('checks a reset link: %s', async (state, expected) => {
    const { data } = await posts(
      state,
      `a look at a link that is ${expected}`,
      ['/api/auth/reset-password/check', { token: resetToken }],
      [200, { success: true, state: expected }],
      ({ dispatch }) => dispatch(endpoints.checkResetLink.initiate({ token: resetToken })),
    );
    expect(data).toBe(expected);
  });

  it.each([
    ['Asha was mailed a reset link', 200, done],
    ['Asha has an account', 400, problem('reset-link-invalid')],
  ])('sets a new password by a link: %s', async (state, status, answer) => {
    const request = { token: resetToken, password: 'Marigold5' };
    const { error } = await posts(
      state,
      `a new password by a link, answered ${status}`,
      ['/api/auth/reset-password', request],
      [status, answer],
      ({ dispatch }) => dispatch(endpoints.resetPassword.initiate(request)),
    );
    expect(error === undefined).toBe(status === 200);
  });
});

describe('requests of the session to auth', () => {
  const enter = () =>
    enterSession({ token: 'a.b.c', refreshToken, user: { id, name: 'Asha Rai', email, role: 'user' } });

  it.each([
    [
      'renews a session (API-08 to API-11, AUTH-15 to AUTH-17)',
      'Asha is signed in',
      'the good refresh token',
      [200, session],
      true,
    ],
    [
      'handles an expired session (AUTH-19)',
      'Asha has an account',
      'a refresh token of a session that has ended',
      [401, problem('signed-out')],
      false,
    ],
  ] as const)('%s', async (_title, given, name, answer, isRenewed) => {
    const renewed = await posts(given, name, ['/api/refresh-token', { refreshToken }], answer, async () => {
      await enter();
      return refreshSession();
    });
    expect([renewed, isSignedIn()]).toEqual([isRenewed, isRenewed]);
  });

  it('ends a session on the server (AUTH-07)', () =>
    posts('Asha is signed in', 'a logout', ['/api/auth/logout', { refreshToken }], [200, done], async () => {
      const send = jest.spyOn(globalThis, 'fetch');
      await enter();
      await leaveSession();
      await waitFor(async () => expect((await send.mock.results[0]?.value)?.status).toBe(200));
    }));
});
