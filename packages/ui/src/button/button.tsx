import LoaderCircle from 'lucide-react/icons/loader-circle';
import type { ComponentProps, MouseEvent } from 'react';
import classes from './button.module.css';
import { type ButtonLookProps, buttonClass } from './button-look.ts';

export interface ButtonProps extends ComponentProps<'button'>, ButtonLookProps {
  /** While true, presses are ignored; width and focus are kept. */
  busy?: boolean | undefined;
  /** Shown while busy ("Saving..."); the label by default. */
  busyText?: string | undefined;
}

/** A button of six looks and four heights. Its type is `button` by default, so that it submits no form. */
export function Button({
  look,
  size,
  fullWidth,
  busy = false,
  busyText,
  className,
  children,
  onClick,
  ...native
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...native}
      className={buttonClass({ look, size, fullWidth }, className)}
      onClick={press}
      {...(busy ? { 'aria-busy': true, 'aria-disabled': true } : {})}
    >
      {busy ? (
        // Each state has a key, so that React replaces the whole element.
        <span key="busy" className={classes.stack}>
          <span className={classes.rest} aria-hidden="true">
            {children}
          </span>
          <span className={classes.busy}>
            <LoaderCircle className={classes.spinner} />
            <span className={classes.content}>{busyText ?? children}</span>
          </span>
        </span>
      ) : (
        // An element instead of bare text: page translators move text nodes, which React could then not remove.
        <span key="rest" className={classes.content}>
          {children}
        </span>
      )}
    </button>
  );
}
