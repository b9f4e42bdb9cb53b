import { Field, TextInput } from '@kinmel/ui';
import type { ComponentProps } from 'react';
import type { FieldState } from './use-form.ts';

interface TextFieldProps
  extends Omit<ComponentProps<typeof TextInput>, 'onChange' | 'value'>,
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
      name="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      {...props}
    />
  );
}
