import { classNames } from '../class-names.ts';
import classes from './button.module.css';

/**
 * What a button is for. `buy` is the one marigold button of a view, on the step that costs or brings money;
 * `danger` destroys something, `ghostDanger` is the same as text only.
 */
export type ButtonLook = 'buy' | 'solid' | 'tonal' | 'line' | 'ghost' | 'danger' | 'ghostDanger';

/** Heights 36 (44 on touch), 44, 48 and 56 px. */
export type ButtonSize = 'small' | 'medium' | 'normal' | 'large';

/** What buttons and links that look like buttons have in common. */
export interface ButtonLookProps {
  look?: ButtonLook | undefined;
  size?: ButtonSize | undefined;
  fullWidth?: boolean | undefined;
}

export const buttonClass = ({ look = 'solid', size = 'normal', fullWidth }: ButtonLookProps, own?: string) =>
  classNames(
    classes.button,
    classes[look],
    size !== 'normal' && classes[size],
    fullWidth && classes.fullWidth,
    own,
  );
