import { Alert, ConfirmDialog, Field, TextInput } from '@kinmel/ui';
// Imported by package name: the registration is in the module shared by shell and remotes, this dialog in each bundle.
import { registerProof } from '@kinmel/web-kit';
import { type ComponentType, useEffect, useId, useRef, useState } from 'react';

export interface OtherProofProps {
  onProved: () => void;
  onFailed: (text: string) => void;
}

interface ProofDialogProps {
  /** Sends the password to `/api/auth/proof`; resolves with the text of a failure. */
  prove: (password: string) => Promise<string | undefined>;
  /** Another proof of identity, such as a passkey, rendered while the dialog is open. */
  OtherWay?: ComponentType<OtherProofProps>;
}

/** Asks for the password when a request needs a recent one; the request is then repeated, so that no input is lost. */
export function ProofDialog({ prove, OtherWay }: ProofDialogProps) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState('');
  /** Resolves the waiting requests, which share one dialog. */
  const waiting = useRef<((isRight: boolean) => void)[]>([]);
  const form = useId();

  useEffect(
    () =>
      registerProof(() => {
        setOpen(true);
        return new Promise((resolve) => waiting.current.push(resolve));
      }),
    [],
  );

  const settle = (isRight: boolean) => {
    for (const resolve of waiting.current.splice(0)) resolve(isRight);
    setOpen(false);
    setPassword('');
    setFailure('');
  };
  const submit = async () => {
    setBusy(true);
    const text = await prove(password);
    setBusy(false);
    if (text === undefined) settle(true);
    else setFailure(text);
  };

  return (
    <ConfirmDialog
      open={isOpen}
      title="Is it you?"
      confirm="Confirm"
      look="solid"
      form={form}
      busy={isBusy}
      busyText="Confirm"
      onClose={() => settle(false)}
    >
      <form
        id={form}
        className="stack gap-12"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p>This step needs your password, which you entered more than ten minutes ago.</p>
        {failure ? <Alert tone="bad">{failure}</Alert> : null}
        <Field label="Your password">
          <TextInput
            type="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        </Field>
        {isOpen && OtherWay ? <OtherWay onProved={() => settle(true)} onFailed={setFailure} /> : null}
      </form>
    </ConfirmDialog>
  );
}
