import { Alert, ConfirmDialog, Field, TextInput } from '@kinmel/ui';
import { injectEndpoints, registerProof } from '@kinmel/web-kit';
import { useEffect, useId, useRef, useState } from 'react';
import { jsonRequest } from '../admin-api.ts';
import { doneAnswer } from '../answers.ts';
import { failureText } from '../failure-text.ts';
import { PasskeyProof } from './passkey-proof.tsx';

const proofApi = injectEndpoints((build) => ({
  proveIdentity: build.mutation({
    query: (password: string) => jsonRequest('POST', '/api/auth/proof', { password }),
    responseSchema: doneAnswer,
  }),
}));

/** Asks for the password when a call needs it to be recent; the call is repeated, so that no input is lost. */
export function ProofDialog() {
  const [prove, { isLoading }] = proofApi.useProveIdentityMutation();
  const [isOpen, setOpen] = useState(false);
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState('');
  /** Calls that wait at the same time share one question. */
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

  const answer = (isRight: boolean) => {
    for (const resolve of waiting.current.splice(0)) resolve(isRight);
    setOpen(false);
    setPassword('');
    setFailure('');
  };
  const submit = async () => {
    const { error } = await prove(password);
    if (error === undefined) answer(true);
    else setFailure(failureText(error, 'Your password could not be checked. Please try again.'));
  };

  return (
    <ConfirmDialog
      open={isOpen}
      title="Is it you?"
      confirm="Confirm"
      look="solid"
      form={form}
      busy={isLoading}
      busyText="Confirm"
      onClose={() => answer(false)}
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
        {isOpen ? <PasskeyProof onProved={() => answer(true)} onFailed={setFailure} /> : null}
      </form>
    </ConfirmDialog>
  );
}
