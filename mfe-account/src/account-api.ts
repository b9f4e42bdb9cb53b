import type { BodyOf, logIn, logInWithRecoveryCode, resetPassword, signUp } from '@kinmel/contracts';
import {
  answer,
  enterSession,
  injectEndpoints,
  reading,
  type ShopRequest,
  shapeError,
  signInExclusively,
} from '@kinmel/web-kit';
import { doneAnswer, passkeyOptionsAnswer, resetDoneAnswer, resetLinkAnswer } from './account-answers.ts';
import { askForPasskey } from './passkeys/browser-passkeys.ts';

type Reply = { data?: unknown; error?: unknown };
type Send = (request: ShopRequest) => Reply | PromiseLike<Reply>;

const post = (url: string, body: object): ShopRequest => ({ url, method: 'POST', body });

/** Starts the session in the response. A failure to load the session code is reported like a failed request. */
async function signIn(send: Send, request: ShopRequest) {
  try {
    return await signInExclusively(async () => {
      const { data, error } = await send(request);
      // The error of the base query is passed on unchanged; only apiProblem reads it.
      if (error !== undefined) return { error: error as typeof shapeError };
      return (await enterSession(data)) ? { data: null } : { error: shapeError };
    });
  } catch (error) {
    return { error: { status: 'FETCH_ERROR', error: String(error) } as const };
  }
}

/** The requests of the account pages. Tokens are passed only from the answer to the session. */
export const accountApi = injectEndpoints((build) => ({
  logIn: build.mutation<null, BodyOf<typeof logIn>>({
    queryFn: (body, _api, _extra, send) => signIn(send, post('/api/auth/login', body)),
  }),
  signUp: build.mutation<null, BodyOf<typeof signUp>>({
    queryFn: (body, _api, _extra, send) => signIn(send, post('/api/auth/signup', body)),
  }),
  logInWithPasskey: build.mutation<null, void>({
    async queryFn(_none, _api, _extra, send) {
      const options = await reading(send(post('/api/auth/login/passkey/options', {})), passkeyOptionsAnswer);
      if (options.error !== undefined) return { error: options.error };
      const credential = await askForPasskey(options.data ?? {});
      if ('error' in credential) return credential;
      return signIn(send, post('/api/auth/login/passkey', { credential: credential.data }));
    },
  }),
  logInWithRecoveryCode: build.mutation<null, BodyOf<typeof logInWithRecoveryCode>>({
    queryFn: (body, _api, _extra, send) => signIn(send, post('/api/auth/login/recovery-code', body)),
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
