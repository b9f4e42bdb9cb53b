import type { BodyOf, logIn, resetPassword, signUp } from '@kinmel/contracts';
import {
  answer,
  enterSession,
  injectEndpoints,
  type ShopRequest,
  shapeError,
  signInAlone,
} from '@kinmel/web-kit';
import { doneAnswer, resetDoneAnswer, resetLinkAnswer } from './account-answers.ts';

type Send = (request: ShopRequest) => PromiseLike<{ data?: unknown; error?: unknown }>;

const post = (url: string, body: object): ShopRequest => ({ url, method: 'POST', body });

/** Starts the session of the answer. The code of a session is a file too; when it does not load, the call has failed for the shopper. */
async function signIn(send: Send, request: ShopRequest) {
  try {
    return await signInAlone(async () => {
      const { data, error } = await send(request);
      // The transport's error goes on as it is: only web-kit's apiProblem reads it.
      if (error !== undefined) return { error: error as typeof shapeError };
      return (await enterSession(data)) ? { data: null } : { error: shapeError };
    });
  } catch (error) {
    return { error: { status: 'FETCH_ERROR', error: String(error) } as const };
  }
}

/** Every request of the account's pages. Tokens go from the answer to the session, and nowhere else. */
export const accountApi = injectEndpoints((build) => ({
  logIn: build.mutation<null, BodyOf<typeof logIn>>({
    queryFn: (body, _api, _extra, send) =>
      signIn(async (request) => send(request), post('/api/auth/login', body)),
  }),
  signUp: build.mutation<null, BodyOf<typeof signUp>>({
    queryFn: (body, _api, _extra, send) =>
      signIn(async (request) => send(request), post('/api/auth/signup', body)),
  }),
  requestPasswordReset: build.mutation({
    query: (body: { email: string }) => post('/api/auth/forgot-password', body),
    responseSchema: answer(doneAnswer),
  }),
  checkResetLink: build.mutation({
    query: (body: { token: string }) => post('/api/auth/reset-password/check', body),
    responseSchema: answer(resetLinkAnswer),
  }),
  resetPassword: build.mutation({
    query: (body: BodyOf<typeof resetPassword>) => post('/api/auth/reset-password', body),
    responseSchema: answer(resetDoneAnswer),
  }),
}));
