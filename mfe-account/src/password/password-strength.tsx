import { useDeferredValue } from 'react';
import classes from './password-strength.module.css';
import { passwordStrength, type Strength } from './password-strength.rules.ts';

const strengthLabels: Readonly<Record<Strength, string>> = {
  weak: 'Weak',
  fair: 'Fair',
  good: 'Good',
  strong: 'Strong',
};
const steps: readonly Strength[] = ['weak', 'fair', 'good', 'strong'];

/** A meter and a hint below a new password. Only advice; a weak password that meets the rule is accepted. */
export function PasswordStrength({ password, about = [] }: { password: string; about?: readonly string[] }) {
  // Screen readers are notified after a pause in typing, not for every key.
  const deferredPassword = useDeferredValue(password);
  if (deferredPassword === '') return null;
  const { strength, hint } = passwordStrength(deferredPassword, about);
  const level = steps.indexOf(strength);
  return (
    <div className={classes.strength} data-strength={strength}>
      <div className={classes.meter} aria-hidden="true">
        {steps.map((step, index) => (
          <span key={step} className={index <= level ? classes.reached : undefined} />
        ))}
      </div>
      <output className={classes.words}>
        <b>{`${strengthLabels[strength]}.`}</b> <span>{hint}</span>
      </output>
    </div>
  );
}
