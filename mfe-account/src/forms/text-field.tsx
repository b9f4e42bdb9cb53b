import { Field, IconButton, TextInput } from '@kinmel/ui';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type ComponentProps, useState } from 'react';
import classes from './forms.module.css';
import type { FieldState } from './use-form.ts';

interface TextFieldProps
  extends Omit<ComponentProps<typeof TextInput>, 'onChange' | 'value' | 'name'>,
    FieldState<string> {
  label: string;
  hint?: string | undefined;
  optional?: boolean;
}

/** A text input with its label, hint and error. */
export function TextField({ label, hint, optional, error, onChange, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} optional={optional} error={error}>
      <TextInput {...input} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}

interface EmailFieldProps extends FieldState<string> {
  /** `username` where the e-mail signs in, so that password managers offer the right account. */
  autoComplete: 'username' | 'email';
  required?: boolean;
}

export function EmailField(props: EmailFieldProps) {
  return (
    <TextField
      label="Email"
      type="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      {...props}
    />
  );
}

interface PasswordFieldProps extends FieldState<string> {
  label: string;
  hint?: string | undefined;
  autoComplete: 'current-password' | 'new-password';
  required?: boolean;
}

/** A password input with a button that shows the password. */
export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      after={
        <IconButton
          className={classes.show}
          label={`${isShown ? 'Hide' : 'Show'} ${props.label.toLowerCase()}`}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOff /> : <Eye />}
        </IconButton>
      }
    />
  );
}
