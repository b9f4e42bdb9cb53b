import { Alert, Button } from '@kinmel/ui';
import { apiProblem, type SessionUser, toast, useAppDispatch } from '@kinmel/web-kit';
import {
  NewPasswordFields,
  newPasswordErrors,
  newPasswordFailure,
} from '../../../forms/new-password-fields.tsx';
import { PasswordField } from '../../../forms/text-field.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { profileApi } from '../profile-api.ts';
import classes from '../profile-page.module.css';

const emptyFields = { currentPassword: '', password: '', confirmPassword: '' };

/** Changes the password; every other session of the account ends. */
export function ChangePasswordForm({ user }: { user: SessionUser }) {
  const dispatch = useAppDispatch();
  const { field, form, setValues, failure, isSending } = useForm({
    initialValues: emptyFields,
    failureTexts: newPasswordFailure,
    check: ({ currentPassword, ...passwords }) => ({
      currentPassword: currentPassword === '' ? 'Password is required' : undefined,
      ...newPasswordErrors(passwords),
    }),
    send: ({ currentPassword, password }) =>
      dispatch(profileApi.endpoints.changePassword.initiate({ currentPassword, password }, { track: false })),
    onDone: () => {
      setValues(emptyFields);
      toast.success('Your password is changed. Your other devices are signed out.');
    },
    errorsOfFailure: (text, error) =>
      apiProblem(error).code === 'wrong-password' ? { currentPassword: text } : undefined,
  });

  return (
    <form className={`stack gap-20 above-20 ${classes.narrow}`} {...form}>
      {failure ? <Alert tone="bad">{failure}</Alert> : null}
      {/* Password managers store the new password under this name. */}
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField label="Current password" autoComplete="current-password" {...field('currentPassword')} />
      <NewPasswordFields label="New password" field={field} about={[user.name, user.email]} />
      <div>
        <Button type="submit" busy={isSending} busyText="Saving...">
          Change password
        </Button>
      </div>
    </form>
  );
}
