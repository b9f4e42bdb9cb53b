import type { ComponentProps, ElementType } from 'react';
import classes from './visually-hidden.module.css';

export type VisuallyHiddenProps<As extends ElementType> = { as?: As } & Omit<
  ComponentProps<As>,
  'as' | 'className'
>;

/** Words for readers only; they take no room on the screen. */
export function VisuallyHidden<As extends ElementType = 'span'>({ as, ...rest }: VisuallyHiddenProps<As>) {
  const Tag: ElementType = as ?? 'span';
  return <Tag {...rest} className={classes.hidden} />;
}
