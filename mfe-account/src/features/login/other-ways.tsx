import { Button } from '@kinmel/ui';
import { signInChanged, useAppDispatch } from '@kinmel/web-kit';
import { useState } from 'react';
import { accountApi } from '../../account-api.ts';
import { emailError } from '../../forms/account-form.rules.ts';
import { failureText } from '../../forms/failure-text.ts';
import classes from '../../forms/forms.module.css';
import { EmailField, TextField } from '../../forms/text-field.tsx';
import { useForm } from '../../forms/use-form.ts';

const failureTexts = { errorResponse: 'Login failed', noResponse: 'Login error' };

interface OtherWaysProps {
  /** The e-mail typed into the password form. */
  email: string;
  /** Shows the recovery-code form instead of the password form. */
  isWithCode: boolean;
  onChange: (isWithCode: boolean) => void;
  onDone: () => void;
  onFailure: (text: string) => boolean;
}

/** Signing in without the password: with a passkey, or with a recovery code when the passkey is lost. */
export function OtherWays({ email, isWithCode, onChange, onDone, onFailure }: OtherWaysProps) {
  const dispatch = useAppDispatch();
  const [isAsking, setAsking] = useState(false);
  const logIn = async () => {
    setAsking(true);
    dispatch(signInChanged({ loading: true, error: null }));
    const { error } = await dispatch(
      accountApi.endpoints.logInWithPasskey.initiate(undefined, { track: false }),
    );
    setAsking(false);
    if (error === undefined) onDone();
    else onFailure(failureText(error, failureTexts));
  };
  return (
    <>
      {isWithCode ? <RecoveryCodeForm email={email} onDone={onDone} onFailure={onFailure} /> : null}
      <div className={`stack gap-12 above-20 ${classes.form}`}>
        <Button look="line" size="large" fullWidth busy={isAsking} onClick={() => void logIn()}>
          Sign in with a passkey
        </Button>
        <Button look="line" size="medium" fullWidth onClick={() => onChange(!isWithCode)}>
          {isWithCode ? 'Use my password' : 'Use a recovery code'}
        </Button>
      </div>
    </>
  );
}

function RecoveryCodeForm({
  email,
  onDone,
  onFailure,
}: Pick<OtherWaysProps, 'email' | 'onDone' | 'onFailure'>) {
  const dispatch = useAppDispatch();
  const { field, form, isSending } = useForm({
    initialValues: { email, code: '' },
    failureTexts,
    check: ({ email: address, code }) => ({
      email: emailError(address),
      code: code.trim() === '' ? 'Please enter a recovery code.' : undefined,
    }),
    send({ email: address, code }) {
      dispatch(signInChanged({ loading: true, error: null }));
      return dispatch(
        accountApi.endpoints.logInWithRecoveryCode.initiate(
          { email: address.trim(), code },
          { track: false },
        ),
      );
    },
    onDone,
    onFailure,
  });
  return (
    <form className={`stack gap-20 above-32 ${classes.form}`} {...form}>
      <EmailField autoComplete="username" {...field('email')} />
      <TextField
        label="Recovery code"
        hint="One of the ten codes that you kept when you added your first passkey. Each works once."
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        {...field('code')}
      />
      <Button type="submit" size="large" fullWidth busy={isSending} busyText="Logging in...">
        Login with code
      </Button>
    </form>
  );
}
