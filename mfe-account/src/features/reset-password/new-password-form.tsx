import { Alert, Button } from '@kinmel/ui';
import { apiProblem, useAppDispatch } from '@kinmel/web-kit';
import { fieldErrorsOf } from '@kinmel/web-kit/forms';
import { type FormEvent, useState } from 'react';
import { accountApi } from '../../account-api.ts';
import classes from '../../forms/forms.module.css';
import {
  NewPasswordFields,
  newPasswordErrors,
  newPasswordFailure,
} from '../../forms/new-password-fields.tsx';
import { useFields } from '../../forms/use-fields.ts';

interface NewPasswordFormProps {
  token: string;
  /** `signedOut`: the sessions that ended are those of this browser, too. */
  onDone: (signedOut: boolean) => void;
  /** The link stopped working since it was checked. */
  onDeadLink: () => void;
}

/** The new password, twice. */
export function NewPasswordForm({ token, onDone, onDeadLink }: NewPasswordFormProps) {
  const dispatch = useAppDispatch();
  const { values, field, showErrors } = useFields({ password: '', confirmPassword: '' });
  const [failure, setFailure] = useState<string>();
  const [isSending, setSending] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const form = event.currentTarget;
    if (showErrors(form, newPasswordErrors(values))) return;
    setSending(true);
    setFailure(undefined);
    const answer = await dispatch(
      accountApi.endpoints.resetPassword.initiate({ token, password: values.password }),
    );
    setSending(false);
    if (answer.data !== undefined) return onDone(answer.data.signedOut);
    if (apiProblem(answer.error).code === 'reset-link-invalid') return onDeadLink();
    setFailure(newPasswordFailure(answer.error));
    showErrors(form, fieldErrorsOf(answer.error, ['password']));
  };

  return (
    <>
      {failure ? (
        <Alert tone="bad" className={classes.message}>
          {failure}
        </Alert>
      ) : null}
      <form className={classes.form} method="post" noValidate onSubmit={(event) => void submit(event)}>
        <NewPasswordFields label="New password" field={field} />
        <Button type="submit" size="large" fullWidth busy={isSending} busyText="Saving...">
          Set new password
        </Button>
      </form>
    </>
  );
}
