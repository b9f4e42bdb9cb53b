import { injectEndpoints, useAppDispatch } from '@kinmel/web-kit';
import { ProofDialog } from '@kinmel/web-kit/forms';
import { jsonRequest } from '../admin-api.ts';
import { doneAnswer } from '../answers.ts';
import { failureText } from '../failure-text.ts';
import { PasskeyProof } from './passkey-proof.tsx';

const proofApi = injectEndpoints((build) => ({
  proveStaffIdentity: build.mutation({
    query: (password: string) => jsonRequest('POST', '/api/auth/proof', { password }),
    responseSchema: doneAnswer,
  }),
}));

/** Asks a person of the staff for the password. */
export function StaffProofDialog() {
  const dispatch = useAppDispatch();
  return (
    <ProofDialog
      prove={async (password) => {
        // Untracked: the password must not stay in the store.
        const request = proofApi.endpoints.proveStaffIdentity.initiate(password, { track: false });
        const { error } = await dispatch(request);
        return error && failureText(error, 'Your password could not be checked. Please try again.');
      }}
      OtherWay={PasskeyProof}
    />
  );
}
