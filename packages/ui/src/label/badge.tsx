import { classNames } from '../class-names.ts';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import classes from './badge.module.css';

export interface BadgeProps {
  /** Nothing is drawn for 0; more than 99 is drawn as "99+". */
  count: number;
  /** What readers hear in place of the figure, "4 items in your cart". */
  label: string;
  className?: string | undefined;
}

/** The count on an icon; it becomes part of the name of the link that it lies in. */
export function Badge({ count, label, className }: BadgeProps) {
  if (count <= 0) return null;
  return (
    <span className={classNames(classes.badge, className)}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
