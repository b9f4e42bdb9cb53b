import type { ComponentProps, ElementType } from 'react';
import classes from './visually-hidden.module.css';

export type VisuallyHiddenProps<As extends ElementType> = { as?: As } & Omit<
  ComponentProps<As>,
  'as' | 'className'
>;

/** Text for screen readers only. */
export function VisuallyHidden<As extends ElementType = 'span'>({ as, ...rest }: VisuallyHiddenProps<As>) {
  const Tag: ElementType = as ?? 'span';
  return <Tag {...rest} className={classes.hidden} />;
}
