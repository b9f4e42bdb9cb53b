import { Button } from '@kinmel/ui';
import { useAppDispatch } from '@kinmel/web-kit';
import { type OtherProofProps, ProofDialog } from '@kinmel/web-kit/forms';
import { failureText } from '../../../forms/failure-text.ts';
import { passkeysApi } from './passkeys-api.ts';

const failureMessage = 'It could not be checked. Please try again.';

/** A button that confirms with a passkey instead of the password; renders nothing for an account without one. */
function PasskeyProof({ onProved, onFailed }: OtherProofProps) {
  const dispatch = useAppDispatch();
  const { data } = passkeysApi.useListPasskeysQuery();
  const prove = async () => {
    const { error } = await dispatch(
      passkeysApi.endpoints.proveWithPasskey.initiate(undefined, { track: false }),
    );
    if (error === undefined) onProved();
    else onFailed(failureText(error, failureMessage));
  };
  return data && data.passkeys.length > 0 ? (
    <Button look="line" size="medium" onClick={() => void prove()}>
      Use my passkey
    </Button>
  ) : null;
}

/** Asks for the password or a passkey when a change to the account requires a recent confirmation. */
export function OwnProofDialog() {
  const dispatch = useAppDispatch();
  return (
    <ProofDialog
      prove={async (password) => {
        // Untracked: the password must not stay in the store.
        const request = passkeysApi.endpoints.proveWithPassword.initiate(password, { track: false });
        const { error } = await dispatch(request);
        return error && failureText(error, failureMessage);
      }}
      OtherWay={PasskeyProof}
    />
  );
}
