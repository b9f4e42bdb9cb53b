import { Alert, Button } from '@kinmel/ui';
import { apiProblem, useAppDispatch } from '@kinmel/web-kit';
import { type FormEvent, useState } from 'react';
import { accountApi } from '../../account-api.ts';
import {
  type FieldErrors,
  fieldErrorsOf,
  newPasswordError,
  passwordMismatchText,
} from '../../forms/account-form.rules.ts';
import { failureText } from '../../forms/failure-text.ts';
import { focusFirstWrong } from '../../forms/focus-wrong.ts';
import classes from '../../forms/forms.module.css';
import { PasswordField } from '../../forms/password-field.tsx';
import { PasswordStrength } from '../../password/password-strength.tsx';

type NewPasswordField = 'password' | 'confirmPassword';
const notChanged = 'The password could not be changed. Please try again.';

interface NewPasswordFormProps {
  token: string;
  onDone: () => void;
  /** The link stopped working since it was checked. */
  onDeadLink: () => void;
}

/** The new password, twice. */
export function NewPasswordForm({ token, onDone, onDeadLink }: NewPasswordFormProps) {
  const dispatch = useAppDispatch();
  const [values, setValues] = useState({ password: '', confirmPassword: '' });
  const [errors, setErrors] = useState<FieldErrors<NewPasswordField>>({});
  const [failure, setFailure] = useState<string>();
  const [isSending, setSending] = useState(false);

  const change = (field: NewPasswordField) => (value: string) => {
    setValues((before) => ({ ...before, [field]: value }));
    setErrors((before) => ({ ...before, [field]: undefined }));
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const form = event.currentTarget;
    const found: FieldErrors<NewPasswordField> = {
      password: newPasswordError(values.password),
      confirmPassword: values.password === values.confirmPassword ? undefined : passwordMismatchText,
    };
    setErrors(found);
    if (found.password || found.confirmPassword) return focusFirstWrong(form);
    setSending(true);
    setFailure(undefined);
    const answer = await dispatch(
      accountApi.endpoints.resetPassword.initiate({ token, password: values.password }, { track: false }),
    );
    setSending(false);
    if (answer.data !== undefined) return onDone();
    if (apiProblem(answer.error).code === 'reset-link-invalid') return onDeadLink();
    setFailure(failureText(answer.error, { answered: notChanged, failed: notChanged }));
    setErrors(fieldErrorsOf(answer.error, ['password']));
    focusFirstWrong(form);
  };

  return (
    <>
      {failure ? (
        <Alert tone="bad" className={classes.message}>
          {failure}
        </Alert>
      ) : null}
      <form className={classes.form} method="post" noValidate onSubmit={(event) => void submit(event)}>
        <div>
          <PasswordField
            label="New password"
            name="password"
            autoComplete="new-password"
            hint="At least 6 characters with letters and numbers."
            value={values.password}
            error={errors.password}
            onChange={change('password')}
          />
          <PasswordStrength password={values.password} />
        </div>
        <PasswordField
          label="Confirm password"
          name="confirmPassword"
          autoComplete="new-password"
          value={values.confirmPassword}
          error={errors.confirmPassword}
          onChange={change('confirmPassword')}
        />
        <Button type="submit" size="large" fullWidth busy={isSending} busyText="Saving...">
          Set new password
        </Button>
      </form>
    </>
  );
}
