import { type FieldErrors } from '@kinmel/web-kit/forms';
import { PasswordStrength } from '../password/password-strength.tsx';
import { newPasswordError, passwordMismatchText } from './account-form.rules.ts';
import { failureText } from './failure-text.ts';
import { PasswordField } from './password-field.tsx';
import type { FieldState } from './use-fields.ts';

interface NewPasswords {
  readonly password: string;
  readonly confirmPassword: string;
}

/** What is wrong with a new password that was typed twice. */
export const newPasswordErrors = ({
  password,
  confirmPassword,
}: NewPasswords): FieldErrors<keyof NewPasswords> => ({
  password: newPasswordError(password),
  confirmPassword: password === confirmPassword ? undefined : passwordMismatchText,
});

const notChanged = 'The password could not be changed. Please try again.';

/** What is told when the server did not take a new password: its own words where it has some. */
export const newPasswordFailure = (error: unknown) =>
  failureText(error, { answered: notChanged, failed: notChanged });

interface NewPasswordFieldsProps {
  label: string;
  field: (name: keyof NewPasswords) => FieldState<string>;
  /** Words that a good password does not contain: name and address of its owner. */
  about?: readonly string[];
  required?: boolean;
}

/** A new password with its strength, and once more against a slip. */
export function NewPasswordFields({ label, field, about, required }: NewPasswordFieldsProps) {
  const password = field('password');
  return (
    <>
      <div>
        <PasswordField
          label={label}
          name="password"
          autoComplete="new-password"
          hint="At least 6 characters with letters and numbers."
          required={required}
          {...password}
        />
        <PasswordStrength password={password.value} about={about} />
      </div>
      <PasswordField
        label="Confirm password"
        name="confirmPassword"
        autoComplete="new-password"
        required={required}
        {...field('confirmPassword')}
      />
    </>
  );
}
