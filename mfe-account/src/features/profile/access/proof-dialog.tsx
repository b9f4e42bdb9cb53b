import { Button } from '@kinmel/ui';
import { useAppDispatch } from '@kinmel/web-kit';
import { type OtherProofProps, ProofDialog } from '@kinmel/web-kit/forms';
import { failureText } from '../../../forms/failure-text.ts';
import { passkeysApi } from './passkeys-api.ts';

const failed = 'It could not be checked. Please try again.';

/** A button that uses a passkey in place of the password; nothing for an account without one. */
function PasskeyProof({ onProved, onFailed }: OtherProofProps) {
  const dispatch = useAppDispatch();
  const { data } = passkeysApi.useListPasskeysQuery();
  const prove = async () => {
    const { error } = await dispatch(
      passkeysApi.endpoints.proveWithPasskey.initiate(undefined, { track: false }),
    );
    if (error === undefined) onProved();
    else onFailed(failureText(error, failed));
  };
  return data && data.passkeys.length > 0 ? (
    <Button look="line" size="medium" onClick={() => void prove()}>
      Use my passkey
    </Button>
  ) : null;
}

/** Asks for the password or a passkey when a change of the own account needs one that is recent. */
export function OwnProofDialog() {
  const dispatch = useAppDispatch();
  return (
    <ProofDialog
      prove={async (password) => {
        // Untracked: the password must not stay in the store.
        const request = passkeysApi.endpoints.proveWithPassword.initiate(password, { track: false });
        const { error } = await dispatch(request);
        return error && failureText(error, failed);
      }}
      OtherWay={PasskeyProof}
    />
  );
}
