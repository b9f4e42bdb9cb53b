import { classNames } from '../class-names.ts';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import classes from './badge.module.css';

export interface BadgeProps {
  /** 0 renders nothing; more than 99 shows "99+". */
  count: number;
  /** Announced in place of the number: "4 items in your cart". */
  label: string;
  className?: string | undefined;
}

/** The count on an icon; it becomes part of the accessible name of the link around it. */
export function Badge({ count, label, className }: BadgeProps) {
  if (count <= 0) return null;
  return (
    <span className={classNames(classes.badge, className)}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
