import { Alert, Button, Dialog } from '@kinmel/ui';
import { apiProblem, leaveSession, type SessionUser, toast, useAppDispatch } from '@kinmel/web-kit';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { failureText } from '../../../forms/failure-text.ts';
import { PasswordField } from '../../../forms/password-field.tsx';
import { useFields } from '../../../forms/use-fields.ts';
import { profileApi } from '../profile-api.ts';
import classes from '../profile-page.module.css';

const notDeleted = 'The account could not be deleted. Please try again.';

/** The end of an account, after its password is given once more. */
export function DeleteAccount({ user }: { user: SessionUser }) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const { values, field, showErrors } = useFields({ password: '' });
  const [failure, setFailure] = useState<string>();
  const [isSending, setSending] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const formId = useId();

  const close = () => {
    setOpen(false);
    field('password').onChange('');
    setFailure(undefined);
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const form = event.currentTarget;
    setFailure(undefined);
    const { password } = values;
    if (showErrors(form, { password: password === '' ? 'Password is required' : undefined })) return;
    setSending(true);
    const answer = await dispatch(
      profileApi.endpoints.deleteAccount.initiate({ id: user.id, password }, { track: false }),
    );
    setSending(false);
    if (!answer.error) {
      toast.success('Your account is deleted.');
      await leaveSession();
      // After the gate, which would lead to the login of an account that is no more.
      void navigate('/', { replace: true });
      return;
    }
    const text = failureText(answer.error, { answered: notDeleted, failed: notDeleted });
    if (apiProblem(answer.error).code === 'wrong-password') showErrors(form, { password: text });
    else setFailure(text);
  };

  return (
    <>
      <Button look="ghostDanger" size="medium" onClick={() => setOpen(true)}>
        Delete my account
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        title="Delete your account?"
        canDismiss={!isSending}
        initialFocus={keep}
        withoutCross
        actions={
          <>
            <Button ref={keep} look="line" onClick={close} disabled={isSending}>
              Keep my account
            </Button>
            <Button look="danger" type="submit" form={formId} busy={isSending} busyText="Deleting...">
              Delete my account
            </Button>
          </>
        }
      >
        <ul className={classes.consequences}>
          <li>Removed at once: name, email, phone, profile, picture, and every device is signed out.</li>
          <li>
            Your orders stay in the books of the shop, without your name, address and contact. An order under
            way keeps what its delivery needs until it is over.
          </li>
          <li>A newsletter goes on until you end it by the link in it.</li>
        </ul>
        <form
          id={formId}
          className={classes.narrow}
          method="post"
          noValidate
          onSubmit={(event) => void submit(event)}
        >
          {failure ? <Alert tone="bad">{failure}</Alert> : null}
          <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
          <PasswordField
            label="Your password"
            name="password"
            autoComplete="current-password"
            {...field('password')}
          />
        </form>
      </Dialog>
    </>
  );
}
