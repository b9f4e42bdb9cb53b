import { Alert, Button, Field, TextInput } from '@kinmel/ui';
import {
  apiProblem,
  Link,
  selectSession,
  signInChanged,
  toast,
  useAppDispatch,
  useAppSelector,
  usePageTitle,
} from '@kinmel/web-kit';
import { fieldErrorsOf } from '@kinmel/web-kit/forms';
import { type FormEvent, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { accountApi } from '../../account-api.ts';
import { emailError } from '../../forms/account-form.rules.ts';
import { AccountLayout } from '../../forms/account-layout.tsx';
import { EmailField } from '../../forms/email-field.tsx';
import { failureText } from '../../forms/failure-text.ts';
import { hasAllRequired } from '../../forms/focus-wrong.ts';
import classes from '../../forms/forms.module.css';
import { NewPasswordFields, newPasswordErrors } from '../../forms/new-password-fields.tsx';
import { useFields } from '../../forms/use-fields.ts';

const fields = ['fullName', 'email', 'number', 'password', 'confirmPassword'] as const;
const empty = { fullName: '', email: '', number: '', password: '', confirmPassword: '' };

/** `/signup`: makes an account and a session at once, and goes to /login, whose gate leads on. */
export default function SignupPage() {
  usePageTitle('Signup');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { signupLoading, signupError } = useAppSelector(selectSession);
  const { state } = useLocation();
  const { values, field, showErrors } = useFields(empty);
  const fullName = field('fullName');
  const number = field('number');

  useEffect(() => {
    dispatch(signInChanged({ signupLoading: false, signupError: null }));
  }, [dispatch]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (signupLoading) return;
    const form = event.currentTarget;
    if (!hasAllRequired(form)) return;
    const found = { email: emailError(values.email), ...newPasswordErrors(values) };
    if (found.confirmPassword) toast.error(found.confirmPassword, { isQuiet: true });
    else if (found.password) toast.warning(found.password, { isQuiet: true });
    if (showErrors(form, found)) return;

    dispatch(signInChanged({ signupLoading: true, signupError: null }));
    const body = {
      fullName: values.fullName.trim(),
      email: values.email.trim(),
      number: values.number.trim(),
      password: values.password,
    };
    const answer = await dispatch(accountApi.endpoints.signUp.initiate(body));
    if (!answer.error) {
      toast.success('Signup successful. Redirecting...');
      void navigate('/login', { state: state as unknown, replace: true });
      return;
    }
    const text = failureText(answer.error, { answered: 'Signup failed', failed: 'Signup error' });
    dispatch(signInChanged({ signupLoading: false, signupError: text }));
    toast.error(text, { isQuiet: true });
    const isTaken = apiProblem(answer.error).code === 'email-taken';
    showErrors(form, isTaken ? { email: text } : fieldErrorsOf(answer.error, fields));
  };

  return (
    <AccountLayout title="Signup" lead="One account for orders, repairs and offers.">
      <form className={classes.form} method="post" noValidate onSubmit={(event) => void submit(event)}>
        <Field label="Full name" error={fullName.error}>
          <TextInput
            name="fullName"
            autoComplete="name"
            maxLength={100}
            required
            value={fullName.value}
            onChange={(event) => fullName.onChange(event.target.value)}
          />
        </Field>
        <EmailField autoComplete="email" required {...field('email')} />
        <Field label="Number" hint="Your phone number, for deliveries." error={number.error}>
          <TextInput
            type="tel"
            name="number"
            autoComplete="tel"
            maxLength={30}
            required
            value={number.value}
            onChange={(event) => number.onChange(event.target.value)}
          />
        </Field>
        <NewPasswordFields label="Password" field={field} about={[values.fullName, values.email]} required />
        {signupError ? <Alert tone="bad">{signupError}</Alert> : null}
        <Button type="submit" size="large" fullWidth busy={signupLoading} busyText="Signing up...">
          Signup
        </Button>
      </form>
      <p className={classes.below}>
        Have an account?{' '}
        <Link to="/login" state={state} className={classes.link}>
          Login
        </Link>
      </p>
    </AccountLayout>
  );
}
