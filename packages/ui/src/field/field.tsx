import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ComponentProps, useId, useMemo } from 'react';
import { classNames } from '../class-names.ts';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import classes from './field.module.css';
import { FieldContext } from './field-context.ts';

export interface FieldProps extends ComponentProps<'div'> {
  label: string;
  hint?: string | undefined;
  /** The problem and its solution; when set, the control is invalid. */
  error?: string | undefined;
  /** Announces the error at once (role alert), for checkout and promo codes. */
  announceError?: boolean | undefined;
  /** Fields are required by default, so only optional ones are marked. */
  optional?: boolean | undefined;
  /** Hides the label visually where the context makes it clear, as in a search bar. */
  hideLabel?: boolean | undefined;
}

/**
 * Label, one control, hint and error, connected for screen readers. The control is a child: `TextInput`, `Select`, …
 */
export function Field({
  label,
  hint,
  error,
  announceError,
  optional,
  hideLabel,
  className,
  children,
  ...native
}: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : '';
  const errorId = error ? `${id}-error` : '';
  const describedBy = `${errorId} ${hintId}`.trim() || undefined;
  const wiring = useMemo(() => ({ id, describedBy, invalid: Boolean(error) }), [id, describedBy, error]);
  return (
    <div {...native} className={classNames(classes.field, className)}>
      {hideLabel ? (
        <VisuallyHidden as="label" htmlFor={id}>
          {label}
        </VisuallyHidden>
      ) : (
        <label className={classes.label} htmlFor={id}>
          <span>{label}</span>
          {optional ? <span className={classes.optional}> (optional)</span> : null}
        </label>
      )}
      <FieldContext value={wiring}>{children}</FieldContext>
      {error ? (
        <FieldError id={errorId} announce={announceError}>
          {error}
        </FieldError>
      ) : null}
      {hint ? (
        <p className={classes.hint} id={hintId}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}

/** The error of a control or of a group of choices. */
export function FieldError({
  announce,
  children,
  ...native
}: ComponentProps<'p'> & { announce?: boolean | undefined }) {
  return (
    <p {...native} className={classes.error} role={announce ? 'alert' : undefined}>
      <CircleAlert size={16} />
      {children}
    </p>
  );
}
