import { Field, TextInput } from '@kinmel/ui';

interface EmailFieldProps {
  value: string;
  error?: string | undefined;
  /** `username` where the address signs in, so that password managers offer the right account. */
  autoComplete: 'username' | 'email';
  required?: boolean;
  onChange: (email: string) => void;
}

/** The e-mail address of an account. */
export function EmailField({ value, error, autoComplete, required, onChange }: EmailFieldProps) {
  return (
    <Field label="Email" error={error}>
      <TextInput
        type="email"
        name="email"
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        required={required}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
