import { createContext, type ReactNode, use } from 'react';
import layout from './layout.module.css';

/** Whether the content is a tab below the heading of the dashboard. */
export const IsInDashboard = createContext(false);

/** The heading of a page or tab: h1 on a page, h2 in the dashboard. */
export function ContentTitle({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  const Heading = use(IsInDashboard) ? 'h2' : 'h1';
  return (
    <div className="ends below-16">
      <Heading className={layout.blockTitle}>{children}</Heading>
      {actions ? <div className="row">{actions}</div> : null}
    </div>
  );
}
