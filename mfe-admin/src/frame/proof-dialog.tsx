import { useAppDispatch } from '@kinmel/web-kit';
import { ProofDialog } from '@kinmel/web-kit/forms';
import { failureText } from '../failure-text.ts';
import { PasskeyProof, passkeyApi } from './passkey-proof.tsx';

/** Asks the signed-in staff member for the password. */
export function StaffProofDialog() {
  const dispatch = useAppDispatch();
  return (
    <ProofDialog
      prove={async (password) => {
        // Untracked: the password must not stay in the store.
        const request = passkeyApi.endpoints.proveStaffIdentity.initiate({ password }, { track: false });
        const { error } = await dispatch(request);
        return error && failureText(error, 'Your password could not be checked. Please try again.');
      }}
      OtherWay={PasskeyProof}
    />
  );
}
