import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import classes from './icon-button.module.css';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** What the button does, with the thing it does it to: "Add iPhone 13 Pro to wishlist". */
  label: string;
  /** `round` is the white disc that lies on pictures, drawn 36 and touched 44 px wide on phones. */
  look?: 'plain' | 'line' | 'round' | 'solid' | undefined;
  /** 44 or 56 px. */
  size?: 'normal' | 'large' | undefined;
}

/** A button that shows an icon only and is named by `label`. */
export function IconButton({
  label,
  look = 'plain',
  size = 'normal',
  className,
  ...native
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...native}
      aria-label={label}
      className={classNames(classes.iconButton, classes[look], size === 'large' && classes.large, className)}
    />
  );
}
