import { Logo } from '@kinmel/ui';
import { Link, selectUser, useAppSelector } from '@kinmel/web-kit';
import type { ReactNode } from 'react';
import classes from './admin-frame.module.css';
import { type DashboardTab, dashboardTabs, tabAddress } from './dashboard-tabs.ts';
import { LogoutButton } from './logout-button.tsx';

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.slice(0, 1).toUpperCase() ?? '')
    .join('');
}

/** The pine bar above every page of the back office. */
function Bar() {
  const name = useAppSelector(selectUser)?.name ?? '';
  return (
    <header className={classes.bar} data-ground="pine">
      <Link to="/admin/dashboard" className={classes.logo} aria-label="Kinmel back office">
        <Logo look="onDark" />
        <span className={classes.place}>Back office</span>
      </Link>
      <nav aria-label="Back office" className={classes.links}>
        <Link to="/admin/repair-bookings">Repair bookings</Link>
        <Link to="/">View shop</Link>
      </nav>
      <span className={classes.person}>
        <span className={classes.initials} aria-hidden="true">
          {initialsOf(name)}
        </span>
        <span className={classes.name}>{name}</span>
      </span>
      <LogoutButton />
    </header>
  );
}

/** The column of a page that is not the dashboard: the six tabs as links to it. */
function TabLinks({ current }: { current?: DashboardTab | undefined }) {
  return (
    <nav aria-label="Dashboard" className={classes.column}>
      {dashboardTabs.map(({ key, label, Icon }) => (
        <Link
          key={key}
          to={tabAddress(key)}
          className={classes.tabLink}
          aria-current={key === current ? 'page' : undefined}
        >
          <Icon aria-hidden="true" />
          {label}
        </Link>
      ))}
    </nav>
  );
}

interface AdminFrameProps {
  children: ReactNode;
}

/** Bar and ground of every page of the back office. */
export function AdminFrame({ children }: AdminFrameProps) {
  return (
    <div className={classes.frame}>
      <Bar />
      {children}
    </div>
  );
}

interface AdminPageProps extends AdminFrameProps {
  /** The tab of the dashboard that shows the same. */
  tab?: DashboardTab | undefined;
}

/** A page of the back office beside the dashboard, with the dashboard's tabs as links. */
export function AdminPage({ tab, children }: AdminPageProps) {
  return (
    <AdminFrame>
      <div className={classes.page}>
        <TabLinks current={tab} />
        <div className={classes.content}>{children}</div>
      </div>
    </AdminFrame>
  );
}
