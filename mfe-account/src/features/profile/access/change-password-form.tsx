import { Alert, Button } from '@kinmel/ui';
import { apiProblem, type SessionUser, toast, useAppDispatch } from '@kinmel/web-kit';
import { fieldErrorsOf } from '@kinmel/web-kit/forms';
import { type FormEvent, useState } from 'react';
import {
  NewPasswordFields,
  newPasswordErrors,
  newPasswordFailure,
} from '../../../forms/new-password-fields.tsx';
import { PasswordField } from '../../../forms/password-field.tsx';
import { useFields } from '../../../forms/use-fields.ts';
import { profileApi } from '../profile-api.ts';
import classes from '../profile-page.module.css';

const fields = ['currentPassword', 'password', 'confirmPassword'] as const;
const empty = { currentPassword: '', password: '', confirmPassword: '' };

/** A new password for who knows the old one; every other session of the account ends by it. */
export function ChangePasswordForm({ user }: { user: SessionUser }) {
  const dispatch = useAppDispatch();
  const { values, setValues, field, showErrors } = useFields(empty);
  const [failure, setFailure] = useState<string>();
  const [isSending, setSending] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const form = event.currentTarget;
    const { currentPassword, password } = values;
    const found = {
      currentPassword: currentPassword === '' ? 'Password is required' : undefined,
      ...newPasswordErrors(values),
    };
    setFailure(undefined);
    if (showErrors(form, found)) return;
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
    const text = newPasswordFailure(answer.error);
    if (apiProblem(answer.error).code === 'wrong-password') showErrors(form, { currentPassword: text });
    else {
      setFailure(text);
      showErrors(form, fieldErrorsOf(answer.error, fields));
    }
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
        {...field('currentPassword')}
      />
      <NewPasswordFields label="New password" field={field} about={[user.name, user.email]} />
      <div>
        <Button type="submit" busy={isSending} busyText="Saving...">
          Change password
        </Button>
      </div>
    </form>
  );
}
