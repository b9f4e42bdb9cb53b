import type { BodyOf, logIn, resetPassword, signUp } from '@kinmel/contracts';
import { enterSession, injectEndpoints, reading, signInAlone } from '@kinmel/web-kit';
import { type ResetLinkState, readDone, readResetDone, readResetLinkState } from './account-answers.rules.ts';

type Ask = (request: { url: string; method: 'POST'; body: object }) => Parameters<typeof reading>[0];

/** Posts and reads; an answer that cannot be read is a failure of its own kind, `shape`. */
const post = <Read>(send: Ask, url: string, body: object, read: (answer: unknown) => Read | undefined) =>
  reading(send({ url, method: 'POST', body }), read);

/** Starts the session of the answer. Its code is a file too, which may not come: for the shopper the call failed. */
async function signIn(send: Ask, url: string, body: object) {
  try {
    return await signInAlone(async () => {
      const answer = await post(send, url, body, (whole) => ({ whole }));
      if (answer.data === undefined) return answer;
      const isSession = await enterSession(answer.data.whole);
      return isSession ? { data: null } : { error: { status: 'CUSTOM_ERROR', error: 'shape' } as const };
    });
  } catch (error) {
    return { error: { status: 'FETCH_ERROR', error: String(error) } as const };
  }
}

/** Every request of the account's pages. Tokens go from the answer to the session, and nowhere else. */
export const accountApi = injectEndpoints((build) => ({
  logIn: build.mutation<null, BodyOf<typeof logIn>>({
    queryFn: (body, _api, _extra, send) => signIn(send, '/api/auth/login', body),
  }),
  signUp: build.mutation<null, BodyOf<typeof signUp>>({
    queryFn: (body, _api, _extra, send) => signIn(send, '/api/auth/signup', body),
  }),
  requestPasswordReset: build.mutation<string, { email: string }>({
    queryFn: (body, _api, _extra, send) => post(send, '/api/auth/forgot-password', body, readDone),
  }),
  checkResetLink: build.mutation<ResetLinkState, { token: string }>({
    queryFn: (body, _api, _extra, send) =>
      post(send, '/api/auth/reset-password/check', body, readResetLinkState),
  }),
  resetPassword: build.mutation<{ readonly signedOut: boolean }, BodyOf<typeof resetPassword>>({
    queryFn: (body, _api, _extra, send) => post(send, '/api/auth/reset-password', body, readResetDone),
  }),
}));
