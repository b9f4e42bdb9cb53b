import { classNames } from '../class-names.ts';
import classes from './button.module.css';

/**
 * The purpose of a button. `buy` is the one marigold button of a view, for the step that costs or earns money; `danger`
 * destroys something, and `ghostDanger` is its text-only form.
 */
export type ButtonLook = 'buy' | 'solid' | 'tonal' | 'line' | 'ghost' | 'danger' | 'ghostDanger';

/** Heights 36 (44 on touch), 44, 48 and 56 px. */
export type ButtonSize = 'small' | 'medium' | 'normal' | 'large';

/** The common properties of buttons and links that look like buttons. */
export interface ButtonLookProps {
  look?: ButtonLook | undefined;
  size?: ButtonSize | undefined;
  fullWidth?: boolean | undefined;
}

export const buttonClass = (
  { look = 'solid', size = 'normal', fullWidth }: ButtonLookProps,
  className?: string,
) =>
  classNames(
    classes.button,
    classes[look],
    size !== 'normal' && classes[size],
    fullWidth && classes.fullWidth,
    className,
  );
