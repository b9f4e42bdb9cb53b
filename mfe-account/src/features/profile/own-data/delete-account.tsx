import { Alert, Button, ConfirmDialog } from '@kinmel/ui';
import { apiProblem, leaveSession, type SessionUser, toast, useAppDispatch } from '@kinmel/web-kit';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PasswordField } from '../../../forms/text-field.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { profileApi } from '../profile-api.ts';
import classes from '../profile-page.module.css';

/** Deletes the account after its password is entered again. */
export function DeleteAccount({ user }: { user: SessionUser }) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const formId = useId();
  const { field, form, setValues, failure, setFailure, isSending } = useForm({
    initialValues: { password: '' },
    failureTexts: 'The account could not be deleted. Please try again.',
    check: ({ password }) => ({ password: password === '' ? 'Password is required' : undefined }),
    send: ({ password }) =>
      dispatch(profileApi.endpoints.deleteAccount.initiate({ id: user.id, password }, { track: false })),
    onDone: () => {
      toast.success('Your account is deleted.');
      // Navigates after the shell has redirected to /login.
      void leaveSession().then(() => navigate('/', { replace: true }));
    },
    errorsOfFailure: (text, error) =>
      apiProblem(error).code === 'wrong-password' ? { password: text } : undefined,
  });

  const close = () => {
    setOpen(false);
    setValues({ password: '' });
    setFailure(undefined);
  };

  return (
    <>
      <Button look="ghostDanger" size="medium" onClick={() => setOpen(true)}>
        Delete my account
      </Button>
      <ConfirmDialog
        open={isOpen}
        onClose={close}
        title="Delete your account?"
        cancel="Keep my account"
        confirm="Delete my account"
        form={formId}
        busy={isSending}
        busyText="Deleting..."
      >
        <ul className={`stack gap-8 ${classes.consequences}`}>
          <li>Removed at once: name, email, phone, profile, picture, and every device is signed out.</li>
          <li>
            Your orders stay in the books of the shop, without your name, address and contact. An order under
            way keeps what its delivery needs until it is over.
          </li>
          <li>A newsletter goes on until you end it by the link in it.</li>
        </ul>
        <form id={formId} className={`stack gap-20 above-20 ${classes.narrow}`} {...form}>
          {failure ? <Alert tone="bad">{failure}</Alert> : null}
          <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
          <PasswordField label="Your password" autoComplete="current-password" {...field('password')} />
        </form>
      </ConfirmDialog>
    </>
  );
}
