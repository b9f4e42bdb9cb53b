import { Alert, Button } from '@kinmel/ui';
import { useAppDispatch, useHydrated, usePageTitle } from '@kinmel/web-kit';
import { fieldErrorsOf } from '@kinmel/web-kit/forms';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { accountApi } from '../../account-api.ts';
import { emailError } from '../../forms/account-form.rules.ts';
import { AccountLayout } from '../../forms/account-layout.tsx';
import { EmailField } from '../../forms/email-field.tsx';
import { failureText } from '../../forms/failure-text.ts';
import classes from '../../forms/forms.module.css';
import { useFields } from '../../forms/use-fields.ts';

const notSent = 'The link could not be sent. Please try again.';

/** What was typed at the login, from the navigation state. */
function typedEmail(state: unknown): string {
  const { email } = (state ?? {}) as { email?: unknown };
  return typeof email === 'string' ? email : '';
}

/** `/forgetpassword`: the answer is the same sentence whether or not there is such an account. */
export default function ForgotPasswordPage() {
  usePageTitle('Reset Password');
  const dispatch = useAppDispatch();
  const { state } = useLocation();
  const isHydrated = useHydrated();
  const { values, field, showErrors } = useFields({ email: isHydrated ? typedEmail(state) : '' });
  const [isSending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<{ tone: 'ok' | 'bad'; text: string }>();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const form = event.currentTarget;
    if (showErrors(form, { email: emailError(values.email) })) return;
    setSending(true);
    setOutcome(undefined);
    const answer = await dispatch(
      accountApi.endpoints.requestPasswordReset.initiate({ email: values.email.trim() }),
    );
    setSending(false);
    if (answer.data !== undefined) return setOutcome({ tone: 'ok', text: answer.data });
    showErrors(form, fieldErrorsOf(answer.error, ['email']));
    setOutcome({ tone: 'bad', text: failureText(answer.error, { answered: notSent, failed: notSent }) });
  };

  return (
    <AccountLayout title="Reset Password" lead="We send a link to your email. It works for 30 minutes.">
      {outcome ? (
        <Alert tone={outcome.tone} className={classes.message}>
          {outcome.text}
        </Alert>
      ) : null}
      <form className={classes.form} method="post" noValidate onSubmit={(event) => void submit(event)}>
        <EmailField autoComplete="username" {...field('email')} />
        <Button type="submit" size="large" fullWidth busy={isSending} busyText="Sending...">
          Send Reset Link
        </Button>
      </form>
    </AccountLayout>
  );
}
