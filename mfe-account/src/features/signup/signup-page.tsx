import { Alert, Button, Field, TextInput } from '@kinmel/ui';
import {
  Link,
  selectSession,
  signInChanged,
  toast,
  useAppDispatch,
  useAppSelector,
  usePageTitle,
} from '@kinmel/web-kit';
import { type FormEvent, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { accountApi } from '../../account-api.ts';
import {
  emailError,
  type FieldErrors,
  fieldErrorsOf,
  newPasswordError,
  passwordMismatchText,
} from '../../forms/account-form.rules.ts';
import { AccountLayout } from '../../forms/account-layout.tsx';
import { EmailField } from '../../forms/email-field.tsx';
import { failureText } from '../../forms/failure-text.ts';
import { focusFirstWrong, hasAllRequired } from '../../forms/focus-wrong.ts';
import classes from '../../forms/forms.module.css';
import { PasswordField } from '../../forms/password-field.tsx';
import { PasswordStrength } from '../../password/password-strength.tsx';

const fields = ['fullName', 'email', 'number', 'password', 'confirmPassword'] as const;
type SignupField = (typeof fields)[number];
const empty: Readonly<Record<SignupField, string>> = {
  fullName: '',
  email: '',
  number: '',
  password: '',
  confirmPassword: '',
};

/** `/signup`: makes an account and a session at once, and goes to /login, whose gate leads on (SIGN-03, decision CONF-24). */
export default function SignupPage() {
  usePageTitle('Signup');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { signupLoading, signupError } = useAppSelector(selectSession);
  const { state } = useLocation();
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<FieldErrors<SignupField>>({});

  useEffect(() => {
    dispatch(signInChanged({ signupLoading: false, signupError: null }));
  }, [dispatch]);

  const change = (field: SignupField) => (value: string) => {
    setValues((before) => ({ ...before, [field]: value }));
    setErrors((before) => ({ ...before, [field]: undefined }));
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (signupLoading) return;
    const form = event.currentTarget;
    if (!hasAllRequired(form)) return;
    const found: FieldErrors<SignupField> = {
      email: emailError(values.email),
      password: newPasswordError(values.password),
      confirmPassword: values.password === values.confirmPassword ? undefined : passwordMismatchText,
    };
    setErrors(found);
    if (found.confirmPassword) toast.error(found.confirmPassword);
    else if (found.password) toast.warning(found.password);
    if (found.email || found.password || found.confirmPassword) return focusFirstWrong(form);

    dispatch(signInChanged({ signupLoading: true, signupError: null }));
    const body = {
      fullName: values.fullName.trim(),
      email: values.email.trim(),
      number: values.number.trim(),
      password: values.password,
    };
    const answer = await dispatch(accountApi.endpoints.signUp.initiate(body, { track: false }));
    if (!answer.error) {
      toast.success('Signup successful. Redirecting...');
      void navigate('/login', { state: state as unknown, replace: true });
      return;
    }
    const text = failureText(answer.error, { answered: 'Signup failed', failed: 'Signup error' });
    dispatch(signInChanged({ signupLoading: false, signupError: text }));
    toast.error(text);
    setErrors(fieldErrorsOf(answer.error, fields));
    focusFirstWrong(form);
  };

  return (
    <AccountLayout title="Signup" lead="One account for orders, repairs and offers.">
      {signupError ? (
        <Alert tone="bad" className={classes.message}>
          {signupError}
        </Alert>
      ) : null}
      <form className={classes.form} method="post" noValidate onSubmit={(event) => void submit(event)}>
        <Field label="Full name" error={errors.fullName}>
          <TextInput
            name="fullName"
            autoComplete="name"
            maxLength={100}
            required
            value={values.fullName}
            onChange={(event) => change('fullName')(event.target.value)}
          />
        </Field>
        <EmailField
          autoComplete="email"
          required
          value={values.email}
          error={errors.email}
          onChange={change('email')}
        />
        <Field label="Number" hint="Your phone number, for deliveries." error={errors.number}>
          <TextInput
            type="tel"
            name="number"
            autoComplete="tel"
            maxLength={30}
            required
            value={values.number}
            onChange={(event) => change('number')(event.target.value)}
          />
        </Field>
        <div>
          <PasswordField
            label="Password"
            name="password"
            autoComplete="new-password"
            hint="At least 6 characters with letters and numbers."
            required
            value={values.password}
            error={errors.password}
            onChange={change('password')}
          />
          <PasswordStrength password={values.password} about={[values.fullName, values.email]} />
        </div>
        <PasswordField
          label="Confirm password"
          name="confirmPassword"
          autoComplete="new-password"
          required
          value={values.confirmPassword}
          error={errors.confirmPassword}
          onChange={change('confirmPassword')}
        />
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
