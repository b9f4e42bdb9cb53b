import { classNames } from '@kinmel/ui';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useId } from 'react';
import classes from './choice-cards.module.css';

interface ChoiceCardsProps {
  label: string;
  /** Of the radio buttons, and what the form is asked for when the first wrong field gets the focus. */
  name: string;
  /** By value. */
  options: Readonly<Record<string, { readonly name: string; readonly detail: string }>>;
  value: string;
  error: string | undefined;
  announceError: boolean;
  onChange: (value: string) => void;
}

/** Up to five choices, all of them to be seen. */
export function ChoiceCards({
  label,
  name,
  options,
  value: chosen,
  error,
  announceError,
  onChange,
}: ChoiceCardsProps) {
  const errorId = useId();
  const entries = Object.entries(options);
  return (
    <fieldset
      role="radiogroup"
      className={classes.choice}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
    >
      <legend className={classes.legend}>{label}</legend>
      <div
        className={classNames(
          classes.options,
          entries.length === 2 && classes.two,
          entries.length === 3 && classes.three,
        )}
      >
        {entries.map(([value, words]) => (
          <label key={value} className={classes.option}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              aria-describedby={error ? errorId : undefined}
              className={classes.radio}
              onChange={() => onChange(value)}
            />
            <span className={classes.name}>{words.name}</span>
            <span className={classes.detail}>{words.detail}</span>
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
