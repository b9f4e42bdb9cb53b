import CircleAlert from 'lucide-react/icons/circle-alert';
import { useId } from 'react';
import classes from './condition-choice.module.css';
import { conditionWords } from './sell-form.rules.ts';

interface ConditionChoiceProps {
  value: string;
  error: string | undefined;
  announceError: boolean;
  onChange: (condition: string) => void;
}

/** The four conditions of a phone, all of them to be seen (SELL-18). */
export function ConditionChoice({ value, error, announceError, onChange }: ConditionChoiceProps) {
  const errorId = useId();
  return (
    <fieldset
      role="radiogroup"
      className={classes.choice}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
    >
      <legend className={classes.legend}>Condition</legend>
      <div className={classes.options}>
        {Object.entries(conditionWords).map(([condition, { name, detail }]) => (
          <label key={condition} className={classes.option}>
            <input
              type="radio"
              name="condition"
              value={condition}
              checked={value === condition}
              aria-describedby={error ? errorId : undefined}
              className={classes.radio}
              onChange={() => onChange(condition)}
            />
            <span className={classes.name}>{name}</span>
            <span className={classes.detail}>{detail}</span>
          </label>
        ))}
      </div>
      {error ? (
        <p className={classes.error} id={errorId} role={announceError ? 'alert' : undefined}>
          <CircleAlert aria-hidden="true" />
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
