import type { ComponentProps, ElementType } from 'react';
import classes from './visually-hidden.module.css';

export type VisuallyHiddenProps<As extends ElementType> = { as?: As } & Omit<
  ComponentProps<As>,
  'as' | 'className'
>;

/** Text for screen readers only. */
export function VisuallyHidden<As extends ElementType = 'span'>({
  as,
  ...tagProps
}: VisuallyHiddenProps<As>) {
  const Tag: ElementType = as ?? 'span';
  return <Tag {...tagProps} className={classes.hidden} />;
}
