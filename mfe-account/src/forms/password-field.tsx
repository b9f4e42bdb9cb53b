import { IconButton } from '@kinmel/ui';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useState } from 'react';
import classes from './forms.module.css';
import { TextField } from './text-field.tsx';
import type { FieldState } from './use-form.ts';

interface PasswordFieldProps extends FieldState<string> {
  label: string;
  name: string;
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
          {isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        </IconButton>
      }
    />
  );
}
