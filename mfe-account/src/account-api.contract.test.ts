import { contractBetween, jsonType, sendTo } from '@kinmel/testing/web-contracts';
import { apiProblem, enterSession, leaveSession, refreshSession } from '@kinmel/web-kit';
import { startSession } from '@kinmel/web-kit/host';
import { MatchersV3 } from '@pact-foundation/pact';
import { accountApi } from './account-api.ts';

const { boolean, regex, string } = MatchersV3;

const pact = contractBetween('mfe-account', 'auth');

const { endpoints } = accountApi;
let stopSession = () => {};

/** Sends a request to the pact mock server, with a session like that of the shell. */
async function sendBySession(url: string) {
  const store = sendTo(url);
  stopSession = await startSession();
  return store;
}

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
const problem = (code: string) => ({
  success: false,
  message: string('This cannot be done.'),
  error: string('This cannot be done.'),
  code,
});
const isSignedIn = () =>
  localStorage.getItem('token') !== null && localStorage.getItem('refreshToken') !== null;

describe('requests of the account pages to auth', () => {
  it('signs in (API-04, API-05, AUTH-01)', () =>
    pact
      .addInteraction()
      .given('Asha has an account')
      .uponReceiving('the right password')
      .withRequest('POST', '/api/auth/login', (request) => request.jsonBody({ email, password }))
      .willRespondWith(200, (answer) => answer.headers({ 'Content-Type': jsonType }).jsonBody(session))
      .executeTest(async ({ url }) => {
        const store = await sendBySession(url);
        const { error } = await store.dispatch(endpoints.logIn.initiate({ email, password }));
        expect([error, isSignedIn()]).toEqual([undefined, true]);
      }));

  it('handles a wrong password', () =>
    pact
      .addInteraction()
      .given('Asha has an account')
      .uponReceiving('a wrong password')
      .withRequest('POST', '/api/auth/login', (request) => request.jsonBody({ email, password: 'Wrong123' }))
      .willRespondWith(401, (answer) =>
        answer.headers({ 'Content-Type': jsonType }).jsonBody(problem('wrong-credentials')),
      )
      .executeTest(async ({ url }) => {
        const store = await sendBySession(url);
        const { error } = await store.dispatch(endpoints.logIn.initiate({ email, password: 'Wrong123' }));
        expect([apiProblem(error).code, isSignedIn()]).toEqual(['wrong-credentials', false]);
      }));

  const person = { fullName: 'Asha Rai', email, number: '+977 980 555 0147', password };

  it('signs up (API-06, API-07, AUTH-03)', () =>
    pact
      .addInteraction()
      .given('Asha has no account')
      .uponReceiving('a new account')
      .withRequest('POST', '/api/auth/signup', (request) => request.jsonBody(person))
      .willRespondWith(201, (answer) => answer.headers({ 'Content-Type': jsonType }).jsonBody(session))
      .executeTest(async ({ url }) => {
        const store = await sendBySession(url);
        const { error } = await store.dispatch(endpoints.signUp.initiate(person));
        expect([error, isSignedIn()]).toEqual([undefined, true]);
      }));

  it('handles an e-mail that is taken (SIL-43)', () =>
    pact
      .addInteraction()
      .given('Asha has an account')
      .uponReceiving('a second account')
      .withRequest('POST', '/api/auth/signup', (request) => request.jsonBody(person))
      .willRespondWith(409, (answer) =>
        answer.headers({ 'Content-Type': jsonType }).jsonBody(problem('email-taken')),
      )
      .executeTest(async ({ url }) => {
        const store = await sendBySession(url);
        const { error } = await store.dispatch(endpoints.signUp.initiate(person));
        expect(apiProblem(error).code).toBe('email-taken');
      }));

  it('requests a reset link (SIL-06)', () =>
    pact
      .addInteraction()
      .uponReceiving('a forgotten password')
      .withRequest('POST', '/api/auth/forgot-password', (request) => request.jsonBody({ email }))
      .willRespondWith(200, (answer) => answer.headers({ 'Content-Type': jsonType }).jsonBody(done))
      .executeTest(async ({ url }) => {
        const store = await sendBySession(url);
        const { data } = await store.dispatch(endpoints.requestPasswordReset.initiate({ email }));
        expect(data).toBe('Done');
      }));

  it.each([
    ['Asha was mailed a reset link', 'valid'],
    ['Asha has an account', 'unknown'],
  ])('checks a reset link: %s', (state, expected) =>
    pact
      .addInteraction()
      .given(state)
      .uponReceiving(`a look at a link that is ${expected}`)
      .withRequest('POST', '/api/auth/reset-password/check', (request) =>
        request.jsonBody({ token: resetToken }),
      )
      .willRespondWith(200, (answer) =>
        answer.headers({ 'Content-Type': jsonType }).jsonBody({ success: true, state: expected }),
      )
      .executeTest(async ({ url }) => {
        const store = await sendBySession(url);
        const { data } = await store.dispatch(endpoints.checkResetLink.initiate({ token: resetToken }));
        expect(data).toBe(expected);
      }),
  );

  it.each([
    ['Asha was mailed a reset link', 200, done],
    ['Asha has an account', 400, problem('reset-link-invalid')],
  ])('sets a new password by a link: %s', (state, status, body) =>
    pact
      .addInteraction()
      .given(state)
      .uponReceiving(`a new password by a link, answered ${status}`)
      .withRequest('POST', '/api/auth/reset-password', (request) =>
        request.jsonBody({ token: resetToken, password: 'Marigold5' }),
      )
      .willRespondWith(status, (answer) => answer.headers({ 'Content-Type': jsonType }).jsonBody(body))
      .executeTest(async ({ url }) => {
        const store = await sendBySession(url);
        const { error } = await store.dispatch(
          endpoints.resetPassword.initiate({ token: resetToken, password: 'Marigold5' }),
        );
        expect(error === undefined).toBe(status === 200);
      }),
  );
});

describe('requests of the session to auth', () => {
  const enter = () =>
    enterSession({
      token: 'a.b.c',
      refreshToken,
      user: { id, name: 'Asha Rai', email, role: 'user' },
    });

  it('renews a session (API-08 to API-11, AUTH-15 to AUTH-17)', () =>
    pact
      .addInteraction()
      .given('Asha is signed in')
      .uponReceiving('the good refresh token')
      .withRequest('POST', '/api/refresh-token', (request) => request.jsonBody({ refreshToken }))
      .willRespondWith(200, (answer) => answer.headers({ 'Content-Type': jsonType }).jsonBody(session))
      .executeTest(async ({ url }) => {
        await sendBySession(url);
        await enter();
        expect([await refreshSession(), isSignedIn()]).toEqual([true, true]);
      }));

  it('handles an expired session (AUTH-19)', () =>
    pact
      .addInteraction()
      .given('Asha has an account')
      .uponReceiving('a refresh token of a session that has ended')
      .withRequest('POST', '/api/refresh-token', (request) => request.jsonBody({ refreshToken }))
      .willRespondWith(401, (answer) =>
        answer.headers({ 'Content-Type': jsonType }).jsonBody(problem('signed-out')),
      )
      .executeTest(async ({ url }) => {
        await sendBySession(url);
        await enter();
        expect([await refreshSession(), isSignedIn()]).toEqual([false, false]);
      }));

  it('ends a session on the server (AUTH-07)', () =>
    pact
      .addInteraction()
      .given('Asha is signed in')
      .uponReceiving('a logout')
      .withRequest('POST', '/api/auth/logout', (request) => request.jsonBody({ refreshToken }))
      .willRespondWith(200, (answer) => answer.headers({ 'Content-Type': jsonType }).jsonBody(done))
      .executeTest(async ({ url }) => {
        await sendBySession(url);
        let answered: Response | undefined;
        const send = globalThis.fetch;
        globalThis.fetch = async (...request) => {
          answered = await send(...request);
          return answered;
        };
        await enter();
        await leaveSession();
        while (answered === undefined) await new Promise((resolve) => setTimeout(resolve));
        expect(answered.status).toBe(200);
      }));
});
