import { Field, IconButton, TextInput } from '@kinmel/ui';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useState } from 'react';
import classes from './forms.module.css';

interface PasswordFieldProps {
  label: string;
  name: string;
  value: string;
  error?: string | undefined;
  hint?: string | undefined;
  autoComplete: 'current-password' | 'new-password';
  required?: boolean;
  onChange: (password: string) => void;
}

/** A password that can be shown; pasting and password managers work as in any other field. */
export function PasswordField({ label, name, hint, error, onChange, ...input }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      <TextInput
        {...input}
        type={isShown ? 'text' : 'password'}
        name={name}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        after={
          <IconButton
            className={classes.show}
            label={`${isShown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          </IconButton>
        }
      />
    </Field>
  );
}
