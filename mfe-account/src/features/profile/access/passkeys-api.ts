import type { Passkey } from '@kinmel/contracts';
import { answerData, answerField, listOf, nonNegativeNumber, type SchemaOf } from '@kinmel/contracts/browser';
import { answer, injectEndpoints, reading } from '@kinmel/web-kit';
import * as z from 'zod/mini';
import { doneAnswer, passkeyOptionsAnswer } from '../../../account-answers.ts';
import { askForPasskey, makePasskey } from '../../../passkeys/browser-passkeys.ts';

const path = '/api/auth/passkeys';
const tagsUnlessFailed = (_done: unknown, error: unknown) => (error ? [] : (['Profile'] as const));
const post = (url: string, body: object = {}) => ({ url, method: 'POST', body });

const passkeysAnswer = answerData(
  z.object({
    passkeys: listOf(z.looseObject({ id: z.string(), name: z.string() }) as unknown as SchemaOf<Passkey>),
    recoveryCodesLeft: nonNegativeNumber,
  }),
);

const codesAnswer = answerField('recoveryCodes', listOf(z.string()));

/**
 * The requests about passkeys. Recovery codes are shown only once, so their requests are untracked and leave nothing in
 * the cache.
 */
export const passkeysApi = injectEndpoints((build) => ({
  listPasskeys: build.query({
    query: (_none: void) => path,
    responseSchema: answer(passkeysAnswer),
    providesTags: ['Profile'],
  }),
  /** Resolves with recovery codes for the first passkey, and with none for others. */
  addPasskey: build.mutation<string[], string>({
    async queryFn(name, _api, _extra, send) {
      const options = await reading(send(post(`${path}/options`)), passkeyOptionsAnswer);
      if (options.error !== undefined) return { error: options.error };
      const credential = await makePasskey(options.data ?? {});
      if ('error' in credential) return credential;
      const { transports = [] } = credential.data.response;
      return reading(send(post(path, { credential: credential.data, transports, name })), codesAnswer);
    },
    // Also reloads the account, whose response says whether staff still need a passkey.
    invalidatesTags: tagsUnlessFailed,
  }),
  renamePasskey: build.mutation({
    query: ({ id, name }: { id: string; name: string }) => ({
      url: `${path}/${encodeURIComponent(id)}`,
      method: 'PUT',
      body: { name },
    }),
    responseSchema: answer(doneAnswer),
    invalidatesTags: tagsUnlessFailed,
  }),
  removePasskey: build.mutation({
    query: (id: string) => ({ url: `${path}/${encodeURIComponent(id)}`, method: 'DELETE' }),
    responseSchema: answer(doneAnswer),
    invalidatesTags: tagsUnlessFailed,
  }),
  renewRecoveryCodes: build.mutation({
    query: (_none: void) => post(`${path}/recovery-codes`),
    responseSchema: answer(codesAnswer),
    invalidatesTags: tagsUnlessFailed,
  }),
  proveWithPassword: build.mutation({
    query: (password: string) => post('/api/auth/proof', { password }),
    responseSchema: answer(doneAnswer),
  }),
  proveWithPasskey: build.mutation<string, void>({
    async queryFn(_none, _api, _extra, send) {
      const options = await reading(send(post('/api/auth/proof/options')), passkeyOptionsAnswer);
      if (options.error !== undefined) return { error: options.error };
      const credential = await askForPasskey(options.data ?? {});
      if ('error' in credential) return credential;
      return reading(send(post('/api/auth/proof', { credential: credential.data })), doneAnswer);
    },
  }),
}));
