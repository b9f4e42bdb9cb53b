import { Alert, Button } from '@kinmel/ui';
import { apiProblem, useAppDispatch } from '@kinmel/web-kit';
import { accountApi } from '../../account-api.ts';
import classes from '../../forms/forms.module.css';
import {
  NewPasswordFields,
  newPasswordErrors,
  newPasswordFailure,
} from '../../forms/new-password-fields.tsx';
import { useForm } from '../../forms/use-form.ts';

interface NewPasswordFormProps {
  token: string;
  /** `signedOut`: this browser's session has ended too. */
  onDone: (signedOut: boolean) => void;
  /** The link has expired or was used since it was checked. */
  onDeadLink: () => void;
}

export function NewPasswordForm({ token, onDone, onDeadLink }: NewPasswordFormProps) {
  const dispatch = useAppDispatch();
  const { field, form, failure, isSending } = useForm({
    initialValues: { password: '', confirmPassword: '' },
    failureTexts: newPasswordFailure,
    check: newPasswordErrors,
    send: ({ password }) => dispatch(accountApi.endpoints.resetPassword.initiate({ token, password })),
    onDone: ({ signedOut }) => onDone(signedOut),
    onFailure: (_text, error) => {
      if (apiProblem(error).code !== 'reset-link-invalid') return false;
      onDeadLink();
      return true;
    },
  });

  return (
    <>
      {failure ? (
        <Alert tone="bad" className={classes.message}>
          {failure}
        </Alert>
      ) : null}
      <form className={`stack gap-20 above-32 ${classes.form}`} {...form}>
        <NewPasswordFields label="New password" field={field} />
        <Button type="submit" size="large" fullWidth busy={isSending} busyText="Saving...">
          Set new password
        </Button>
      </form>
    </>
  );
}
