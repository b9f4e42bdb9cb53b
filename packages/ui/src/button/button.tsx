import LoaderCircle from 'lucide-react/icons/loader-circle';
import type { ComponentProps, MouseEvent } from 'react';
import classes from './button.module.css';
import { type ButtonLookProps, buttonClass } from './button-look.ts';

export interface ButtonProps extends ComponentProps<'button'>, ButtonLookProps {
  /** True while what the button started is under way: it keeps its width and its focus and does nothing. */
  busy?: boolean | undefined;
  /** Read and shown while busy ("Saving..."); without it the label stays. */
  busyText?: string | undefined;
}

/** A button of one of six looks and four heights. Its type is `button` unless a form asks for `submit`. */
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
        <span className={classes.stack}>
          <span className={classes.rest} aria-hidden="true">
            {children}
          </span>
          <span className={classes.busy}>
            <LoaderCircle className={classes.spinner} />
            {busyText ?? children}
          </span>
        </span>
      ) : (
        children
      )}
    </button>
  );
}
