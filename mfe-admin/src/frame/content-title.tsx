import { createContext, type ReactNode, use } from 'react';
import classes from './content-title.module.css';

/** Whether the content stands under the dashboard's own heading, as one of its tabs. */
export const IsInDashboard = createContext(false);

interface ContentTitleProps {
  children: ReactNode;
  /** Beside the title, at its right. */
  actions?: ReactNode;
}

/** The heading of what a tab or a page shows: the page's own on a page, one below the dashboard's in a tab. */
export function ContentTitle({ children, actions }: ContentTitleProps) {
  const Heading = use(IsInDashboard) ? 'h2' : 'h1';
  return (
    <div className={classes.row}>
      <Heading className={classes.title}>{children}</Heading>
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </div>
  );
}
