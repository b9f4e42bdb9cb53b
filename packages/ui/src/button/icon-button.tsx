import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import classes from './icon-button.module.css';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** The action and its object: "Add iPhone 13 Pro to wishlist". */
  label: string;
  /** `round` is the white disc on pictures, rendered at 36 px with a touch target of 44 px on phones. */
  look?: 'plain' | 'line' | 'round' | 'solid' | undefined;
  /** 44 or 56 px. */
  size?: 'normal' | 'large' | undefined;
}

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
