import { answerData, listOf } from '@kinmel/contracts/browser';
import { Button } from '@kinmel/ui';
import { answer, injectEndpoints } from '@kinmel/web-kit';
import type { OtherProofProps } from '@kinmel/web-kit/forms';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import * as z from 'zod/mini';
import { jsonRequest } from '../admin-api.ts';
import { doneAnswer, valueAnswer } from '../answers.ts';
import { failureText } from '../failure-text.ts';

export const passkeyApi = injectEndpoints((build) => ({
  hasPasskey: build.query({
    query: (_none: void) => '/api/auth/passkeys',
    responseSchema: answer(
      z.pipe(
        answerData(z.object({ passkeys: listOf(z.looseObject({})) })),
        z.transform(({ passkeys }) => passkeys.length > 0),
      ),
    ),
    keepUnusedDataFor: 0,
  }),
  startPasskeyProof: build.mutation({
    query: (_none: void) => jsonRequest('POST', '/api/auth/proof/options', {}),
    responseSchema: valueAnswer(z.looseObject({ challenge: z.string() })),
  }),
  proveStaffIdentity: build.mutation({
    query: (proof: { password: string } | { credential: object }) =>
      jsonRequest('POST', '/api/auth/proof', proof),
    responseSchema: doneAnswer,
  }),
}));

/** A button that uses a passkey in place of the password; renders nothing for a user without one. */
export function PasskeyProof({ onProved, onFailed }: OtherProofProps) {
  const { data: hasPasskey } = passkeyApi.useHasPasskeyQuery();
  const [start] = passkeyApi.useStartPasskeyProofMutation();
  const [prove] = passkeyApi.useProveStaffIdentityMutation();
  const provePasskey = async () => {
    try {
      const options = await start().unwrap();
      // Loaded on first use, as most steps need no proof.
      const { startAuthentication } = await import(
        /* webpackChunkName: "passkeys" */ '@simplewebauthn/browser'
      );
      const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
      await prove({ credential: await startAuthentication({ optionsJSON }) }).unwrap();
      onProved();
    } catch (error) {
      onFailed(failureText(error, 'No passkey was used. Please try again, or enter your password.'));
    }
  };
  return hasPasskey ? (
    <Button look="line" size="medium" onClick={() => void provePasskey()}>
      Use my passkey
    </Button>
  ) : null;
}
