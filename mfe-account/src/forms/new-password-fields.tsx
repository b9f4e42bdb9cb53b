import { PasswordStrength } from '../password/password-strength.tsx';
import { newPasswordError, passwordMismatchText } from './account-form.rules.ts';
import { PasswordField } from './text-field.tsx';
import type { FieldState } from './use-form.ts';

interface NewPasswords {
  readonly password: string;
  readonly confirmPassword: string;
}

/** The errors of a new password and its repetition. */
export const newPasswordErrors = ({ password, confirmPassword }: NewPasswords) => ({
  password: newPasswordError(password),
  confirmPassword: password === confirmPassword ? undefined : passwordMismatchText,
});

export const newPasswordFailure = 'The password could not be changed. Please try again.';

interface NewPasswordFieldsProps {
  label: string;
  field: (name: keyof NewPasswords) => FieldState<string>;
  /** Name and e-mail of the user, which weaken a password that contains them. */
  about?: readonly string[];
  required?: boolean;
}

/** A new password with its strength, and its repetition. */
export function NewPasswordFields({ label, field, about, required }: NewPasswordFieldsProps) {
  const password = field('password');
  return (
    <>
      <div>
        <PasswordField
          label={label}
          autoComplete="new-password"
          hint="At least 6 characters with letters and numbers."
          required={required}
          {...password}
        />
        <PasswordStrength password={password.value} about={about} />
      </div>
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        required={required}
        {...field('confirmPassword')}
      />
    </>
  );
}
