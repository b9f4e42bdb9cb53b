import type { ReactNode } from 'react';
import classes from './figures.module.css';

/** A name and its amount, in a `<dl>`. */
export function Figure({
  name,
  children,
  className,
}: {
  name: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    <div className={`${classes.figure} ${className ?? ''}`}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
