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
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { accountApi } from '../../account-api.ts';
import { emailError, passwordError } from '../../forms/account-form.rules.ts';
import { AccountLayout } from '../../forms/account-layout.tsx';
import classes from '../../forms/forms.module.css';
import { EmailField, PasswordField } from '../../forms/text-field.tsx';
import { useForm } from '../../forms/use-form.ts';
import { lastSignIn } from '../../passkeys/last-sign-in.ts';
import { OtherWays } from './other-ways.tsx';

/** `/login`. The shell redirects as soon as the user is signed in. */
export default function LoginPage() {
  usePageTitle('Login');
  const dispatch = useAppDispatch();
  const { error } = useAppSelector(selectSession);
  const { state } = useLocation();
  const [isWithCode, setWithCode] = useState(false);
  const onDone = () => void toast.success('Login successful');
  const onFailure = (text: string) => {
    dispatch(signInChanged({ loading: false, error: text }));
    toast.error(text, { isQuiet: true });
    return true;
  };
  const { values, field, form, isSending } = useForm({
    initialValues: { email: '', password: '' },
    failureTexts: { errorResponse: 'Login failed', noResponse: 'Login error' },
    check: ({ email, password }) => ({ email: emailError(email), password: passwordError(password) }),
    send: ({ email, password }) => {
      dispatch(signInChanged({ loading: true, error: null }));
      // Before the request, because the account menu may be rendered before its promise resolves.
      lastSignIn.isWithPassword = true;
      return dispatch(accountApi.endpoints.logIn.initiate({ email: email.trim(), password }));
    },
    onDone,
    onFailure,
  });

  // Clears the error of an earlier visit.
  useEffect(() => {
    dispatch(signInChanged({ loading: false, error: null }));
  }, [dispatch]);

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
      {isWithCode ? null : (
        <form className={`stack gap-20 above-32 ${classes.form}`} {...form}>
          <EmailField autoComplete="username" {...field('email')} />
          <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
          <div className={`line end ${classes.side}`}>
            <Link to="/forgetpassword" state={{ email: values.email.trim() }} className={classes.link}>
              Forgot password?
            </Link>
          </div>
          <Button type="submit" size="large" fullWidth busy={isSending} busyText="Logging in...">
            Login
          </Button>
        </form>
      )}
      <OtherWays
        email={values.email}
        isWithCode={isWithCode}
        onChange={setWithCode}
        onDone={onDone}
        onFailure={onFailure}
      />
      <p className={classes.below}>
        New here?{' '}
        <Link to="/signup" state={state} className={classes.link}>
          Signup
        </Link>
      </p>
    </AccountLayout>
  );
}
