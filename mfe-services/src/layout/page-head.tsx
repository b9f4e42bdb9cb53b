import type { ReactNode } from 'react';
import classes from './layout.module.css';

/** Title and lead of a page; `children` stand above the title. */
export const PageHead = ({
  title,
  lead,
  children,
}: {
  title: string;
  lead: string;
  children?: ReactNode;
}) => (
  <header className={classes.head}>
    {children}
    <h1>{title}</h1>
    <p className="type-lead">{lead}</p>
  </header>
);
