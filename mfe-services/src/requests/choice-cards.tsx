import { classNames, FieldError } from '@kinmel/ui';
import { useId } from 'react';
import classes from './choice-cards.module.css';
import type { FormParts } from './use-request-form.ts';

interface ChoiceCardsProps<Name extends string> {
  form: FormParts<Name>;
  name: Name;
  label: string;
  options: Readonly<Record<string, { readonly name: string; readonly detail: string }>>;
}

/** A radio group of up to five choices, as wide as its group of fields. */
export function ChoiceCards<Name extends string>({ form, name, label, options }: ChoiceCardsProps<Name>) {
  const errorId = useId();
  const { error, announceError } = form.errorProps(name);
  const entries = Object.entries(options);
  return (
    <fieldset
      role="radiogroup"
      className={`wide ${classes.choice}`}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
    >
      <legend className={classes.legend}>{label}</legend>
      <div
        className={classNames(
          'stack gap-12',
          classes.options,
          entries.length === 2 && classes.two,
          entries.length === 3 && classes.three,
        )}
      >
        {entries.map(([value, texts]) => (
          <label key={value} className={`choice-card ${classes.option}`}>
            <input
              {...form.inputProps(name)}
              type="radio"
              value={value}
              defaultChecked={form.fields[name] === value}
              aria-describedby={error ? errorId : undefined}
              className={classes.radio}
            />
            <span className="type-strong anywhere">{texts.name}</span>
            <span className="type-detail">{texts.detail}</span>
          </label>
        ))}
      </div>
      {error ? (
        <FieldError id={errorId} announce={announceError}>
          {error}
        </FieldError>
      ) : null}
    </fieldset>
  );
}
