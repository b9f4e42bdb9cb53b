import { Alert, Button } from '@kinmel/ui';
import { useAppDispatch, useHydrated, usePageTitle } from '@kinmel/web-kit';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { accountApi } from '../../account-api.ts';
import { emailError } from '../../forms/account-form.rules.ts';
import { AccountLayout } from '../../forms/account-layout.tsx';
import classes from '../../forms/forms.module.css';
import { EmailField } from '../../forms/text-field.tsx';
import { useForm } from '../../forms/use-form.ts';

/** The e-mail typed on the login page, from the navigation state. */
function typedEmail(state: unknown): string {
  const { email } = (state ?? {}) as { email?: unknown };
  return typeof email === 'string' ? email : '';
}

/** `/forgetpassword`: the answer is the same whether or not the account exists. */
export default function ForgotPasswordPage() {
  usePageTitle('Reset Password');
  const dispatch = useAppDispatch();
  const { state } = useLocation();
  const isHydrated = useHydrated();
  const [confirmation, setConfirmation] = useState<string>();
  const { field, form, failure, isSending } = useForm({
    initialValues: { email: isHydrated ? typedEmail(state) : '' },
    failureTexts: 'The link could not be sent. Please try again.',
    check: ({ email }) => {
      setConfirmation(undefined);
      return { email: emailError(email) };
    },
    send: ({ email }) =>
      dispatch(accountApi.endpoints.requestPasswordReset.initiate({ email: email.trim() })),
    onDone: setConfirmation,
  });
  const outcome = failure ?? confirmation;

  return (
    <AccountLayout title="Reset Password" lead="We send a link to your email. It works for 30 minutes.">
      {outcome ? (
        <Alert tone={failure ? 'bad' : 'ok'} className={classes.message}>
          {outcome}
        </Alert>
      ) : null}
      <form className={`stack gap-20 above-32 ${classes.form}`} {...form}>
        <EmailField autoComplete="username" {...field('email')} />
        <Button type="submit" size="large" fullWidth busy={isSending} busyText="Sending...">
          Send Reset Link
        </Button>
      </form>
    </AccountLayout>
  );
}
