import { Alert, Button } from '@kinmel/ui';
import { apiProblem, type SessionUser, toast, useAppDispatch } from '@kinmel/web-kit';
import { type FormEvent, useState } from 'react';
import {
  type FieldErrors,
  fieldErrorsOf,
  newPasswordError,
  passwordMismatchText,
} from '../../forms/account-form.rules.ts';
import { failureText } from '../../forms/failure-text.ts';
import { focusFirstWrong } from '../../forms/focus-wrong.ts';
import { PasswordField } from '../../forms/password-field.tsx';
import { PasswordStrength } from '../../password/password-strength.tsx';
import { profileApi } from './profile-api.ts';
import classes from './profile-page.module.css';

const fields = ['currentPassword', 'password', 'confirmPassword'] as const;
type PasswordName = (typeof fields)[number];
const empty = { currentPassword: '', password: '', confirmPassword: '' };
const notChanged = 'The password could not be changed. Please try again.';

/** A new password for who knows the old one; every other session of the account ends by it. */
export function ChangePasswordForm({ user }: { user: SessionUser }) {
  const dispatch = useAppDispatch();
  const [values, setValues] = useState<Record<PasswordName, string>>(empty);
  const [errors, setErrors] = useState<FieldErrors<PasswordName>>({});
  const [failure, setFailure] = useState<string>();
  const [isSending, setSending] = useState(false);

  const change = (field: PasswordName) => (value: string) => {
    setValues((before) => ({ ...before, [field]: value }));
    setErrors((before) => ({ ...before, [field]: undefined }));
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const form = event.currentTarget;
    const { currentPassword, password } = values;
    const found: FieldErrors<PasswordName> = {
      currentPassword: currentPassword === '' ? 'Password is required' : undefined,
      password: newPasswordError(password),
      confirmPassword: password === values.confirmPassword ? undefined : passwordMismatchText,
    };
    setErrors(found);
    setFailure(undefined);
    if (fields.some((field) => found[field])) return focusFirstWrong(form);
    setSending(true);
    const answer = await dispatch(
      profileApi.endpoints.changePassword.initiate({ currentPassword, password }, { track: false }),
    );
    setSending(false);
    if (!answer.error) {
      setValues(empty);
      toast.success('Your password is changed. Your other devices are signed out.');
      return;
    }
    const text = failureText(answer.error, { answered: notChanged, failed: notChanged });
    if (apiProblem(answer.error).code === 'wrong-password') setErrors({ currentPassword: text });
    else {
      setFailure(text);
      setErrors(fieldErrorsOf(answer.error, fields));
    }
    focusFirstWrong(form);
  };

  return (
    <form className={classes.narrow} method="post" noValidate onSubmit={(event) => void submit(event)}>
      {failure ? <Alert tone="bad">{failure}</Alert> : null}
      {/* Password managers keep the new password under the right name by it. */}
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
        value={values.currentPassword}
        error={errors.currentPassword}
        onChange={change('currentPassword')}
      />
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
        <PasswordStrength password={values.password} about={[user.name, user.email]} />
      </div>
      <PasswordField
        label="Confirm password"
        name="confirmPassword"
        autoComplete="new-password"
        value={values.confirmPassword}
        error={errors.confirmPassword}
        onChange={change('confirmPassword')}
      />
      <div>
        <Button type="submit" busy={isSending} busyText="Saving...">
          Change password
        </Button>
      </div>
    </form>
  );
}
