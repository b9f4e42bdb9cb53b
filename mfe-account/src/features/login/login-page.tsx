import { Alert, Button } from '@kinmel/ui';
import {
  Link,
  returnAddress,
  selectSession,
  signInChanged,
  toast,
  useAppDispatch,
  useAppSelector,
  usePageTitle,
} from '@kinmel/web-kit';
import { fieldErrorsOf } from '@kinmel/web-kit/forms';
import { type FormEvent, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { accountApi } from '../../account-api.ts';
import { emailError, passwordError } from '../../forms/account-form.rules.ts';
import { AccountLayout } from '../../forms/account-layout.tsx';
import { EmailField } from '../../forms/email-field.tsx';
import { failureText } from '../../forms/failure-text.ts';
import classes from '../../forms/forms.module.css';
import { PasswordField } from '../../forms/password-field.tsx';
import { useFields } from '../../forms/use-fields.ts';

const fields = ['email', 'password'] as const;

/** `/login`. The shell's gate leads on as soon as somebody is signed in. */
export default function LoginPage() {
  usePageTitle('Login');
  const dispatch = useAppDispatch();
  const { loading, error } = useAppSelector(selectSession);
  const { state } = useLocation();
  const { values, field, showErrors } = useFields({ email: '', password: '' });

  // What went wrong before belongs to another visit.
  useEffect(() => {
    dispatch(signInChanged({ loading: false, error: null }));
  }, [dispatch]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (loading) return;
    const form = event.currentTarget;
    const found = { email: emailError(values.email), password: passwordError(values.password) };
    if (showErrors(form, found)) return;
    dispatch(signInChanged({ loading: true, error: null }));
    const body = { email: values.email.trim(), password: values.password };
    // Not tracked: a password has no place in the request cache.
    const answer = await dispatch(accountApi.endpoints.logIn.initiate(body));
    if (!answer.error) {
      toast.success('Login successful');
      return;
    }
    const text = failureText(answer.error, { answered: 'Login failed', failed: 'Login error' });
    dispatch(signInChanged({ loading: false, error: text }));
    toast.error(text, { isQuiet: true });
    showErrors(form, fieldErrorsOf(answer.error, fields));
  };

  return (
    <AccountLayout
      title="Login"
      lead={returnAddress(state) === '/' ? 'Welcome back.' : 'Welcome back. Sign in to go on.'}
    >
      {error ? (
        <Alert tone="bad" className={classes.message}>
          {error}
        </Alert>
      ) : null}
      <form className={classes.form} method="post" noValidate onSubmit={(event) => void submit(event)}>
        <EmailField autoComplete="username" {...field('email')} />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          {...field('password')}
        />
        <div className={classes.side}>
          <Link to="/forgetpassword" state={{ email: values.email.trim() }} className={classes.link}>
            Forgot password?
          </Link>
        </div>
        <Button type="submit" size="large" fullWidth busy={loading} busyText="Logging in...">
          Login
        </Button>
      </form>
      <p className={classes.below}>
        New here?{' '}
        <Link to="/signup" state={state} className={classes.link}>
          Signup
        </Link>
      </p>
    </AccountLayout>
  );
}
