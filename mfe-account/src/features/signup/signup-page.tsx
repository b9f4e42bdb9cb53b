import { Alert, Button } from '@kinmel/ui';
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
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { accountApi } from '../../account-api.ts';
import { emailError, nameError, numberError } from '../../forms/account-form.rules.ts';
import { AccountLayout } from '../../forms/account-layout.tsx';
import classes from '../../forms/forms.module.css';
import { NewPasswordFields, newPasswordErrors } from '../../forms/new-password-fields.tsx';
import { EmailField, TextField } from '../../forms/text-field.tsx';
import { useForm } from '../../forms/use-form.ts';

/** `/signup`: creates an account and a session, then opens /login, which redirects. */
export default function SignupPage() {
  usePageTitle('Signup');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { signupError } = useAppSelector(selectSession);
  const { state } = useLocation();
  const { values, field, form, isSending } = useForm({
    initialValues: { fullName: '', email: '', number: '', password: '', confirmPassword: '' },
    failureTexts: { errorResponse: 'Signup failed', noResponse: 'Signup error' },
    check: ({ fullName, email, number, ...passwords }) => {
      const errors = newPasswordErrors(passwords);
      if (errors.confirmPassword) toast.error(errors.confirmPassword, { isQuiet: true });
      else if (errors.password) toast.warning(errors.password, { isQuiet: true });
      return {
        fullName: nameError(fullName),
        email: emailError(email),
        number: numberError(number),
        ...errors,
      };
    },
    send: ({ fullName, email, number, password }) => {
      dispatch(signInChanged({ signupLoading: true, signupError: null }));
      const body = { fullName: fullName.trim(), email: email.trim(), number: number.trim(), password };
      return dispatch(accountApi.endpoints.signUp.initiate(body));
    },
    onDone: () => {
      toast.success('Signup successful. Redirecting...');
      void navigate('/login', { state: state as unknown, replace: true });
    },
    onFailure: (text) => {
      dispatch(signInChanged({ signupLoading: false, signupError: text }));
      toast.error(text, { isQuiet: true });
      return true;
    },
    errorsOfFailure: (text, error) =>
      apiProblem(error).code === 'email-taken' ? { email: text } : undefined,
  });

  useEffect(() => {
    dispatch(signInChanged({ signupLoading: false, signupError: null }));
  }, [dispatch]);

  return (
    <AccountLayout title="Signup" lead="One account for orders, repairs and offers.">
      <form className={`stack gap-20 above-32 ${classes.form}`} {...form}>
        <TextField label="Full name" autoComplete="name" maxLength={100} required {...field('fullName')} />
        <EmailField autoComplete="email" required {...field('email')} />
        <TextField
          label="Number"
          hint="Your phone number, for deliveries."
          type="tel"
          autoComplete="tel"
          maxLength={30}
          required
          {...field('number')}
        />
        <NewPasswordFields label="Password" field={field} about={[values.fullName, values.email]} required />
        {signupError ? <Alert tone="bad">{signupError}</Alert> : null}
        <Button type="submit" size="large" fullWidth busy={isSending} busyText="Signing up...">
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
