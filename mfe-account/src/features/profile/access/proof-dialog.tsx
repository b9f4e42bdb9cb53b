import { Alert, Button, ConfirmDialog } from '@kinmel/ui';
import { apiProblem, registerProof, useAppDispatch } from '@kinmel/web-kit';
import { useEffect, useId, useRef, useState } from 'react';
import { failureText } from '../../../forms/failure-text.ts';
import { PasswordField } from '../../../forms/text-field.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { passkeysApi } from './passkeys-api.ts';

const failed = 'It could not be checked. Please try again.';

/** Asks for the password or a passkey when a change needs one that is recent; the change is then sent again. */
export function ProofDialog({ email, hasPasskey }: { email: string; hasPasskey: boolean }) {
  const dispatch = useAppDispatch();
  const [isOpen, setOpen] = useState(false);
  const waiting = useRef<((isProved: boolean) => void)[]>([]);
  const formId = useId();
  const { field, form, setValues, failure, setFailure, isSending } = useForm({
    initialValues: { password: '' },
    failureTexts: failed,
    check: ({ password }) => ({ password: password === '' ? 'Password is required' : undefined }),
    send: ({ password }) =>
      dispatch(passkeysApi.endpoints.proveWithPassword.initiate(password, { track: false })),
    onDone: () => answer(true),
    errorsOfFailure: (text, error) =>
      apiProblem(error).code === 'wrong-password' ? { password: text } : undefined,
  });

  useEffect(
    () =>
      registerProof(() => {
        setOpen(true);
        return new Promise((resolve) => waiting.current.push(resolve));
      }),
    [],
  );

  const answer = (isProved: boolean) => {
    for (const resolve of waiting.current.splice(0)) resolve(isProved);
    setOpen(false);
    setValues({ password: '' });
    setFailure(undefined);
  };
  const prove = async () => {
    const { error } = await dispatch(
      passkeysApi.endpoints.proveWithPasskey.initiate(undefined, { track: false }),
    );
    if (error === undefined) answer(true);
    else setFailure(failureText(error, failed));
  };

  return (
    <ConfirmDialog
      open={isOpen}
      title="Is it you?"
      confirm="Confirm"
      look="solid"
      form={formId}
      busy={isSending}
      busyText="Confirm"
      onClose={() => answer(false)}
    >
      <form id={formId} className="stack gap-12" {...form}>
        <p>You signed in more than ten minutes ago, and passkeys open your account.</p>
        {failure ? <Alert tone="bad">{failure}</Alert> : null}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField label="Your password" autoComplete="current-password" {...field('password')} />
        {hasPasskey ? (
          <Button look="line" size="medium" onClick={() => void prove()}>
            Use my passkey
          </Button>
        ) : null}
      </form>
    </ConfirmDialog>
  );
}
