import { Button, IconButton, Logo, Sheet } from '@kinmel/ui';
import { Link, selectSession, selectUser, useAppSelector } from '@kinmel/web-kit';
import Menu from 'lucide-react/icons/menu';
import { type ReactNode, useState } from 'react';
import { AccessDenied } from './access-denied.tsx';
import classes from './admin-frame.module.css';
import { type DashboardTab, dashboardTabs, tabAddress } from './dashboard-tabs.ts';
import { useLogoutQuestion } from './use-logout-question.tsx';

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.slice(0, 1).toUpperCase() ?? '')
    .join('');
}

function PlaceLinks({ onGo }: { onGo?: () => void }) {
  return (
    <>
      <Link to="/admin/work" onClick={onGo}>
        Work queue
      </Link>
      <Link to="/admin/repair-bookings" onClick={onGo}>
        Repair bookings
      </Link>
      <Link to="/admin/events" onClick={onGo}>
        Events
      </Link>
      <Link to="/admin/audit" onClick={onGo}>
        Who did what
      </Link>
      <Link to="/" onClick={onGo}>
        View shop
      </Link>
    </>
  );
}

/** The pine bar above every page of the back office; up to 768 px its links stand in a sheet. */
function Bar() {
  const name = useAppSelector(selectUser)?.name ?? '';
  const [isMenuOpen, setMenuOpen] = useState(false);
  const { ask, question } = useLogoutQuestion();
  const closeMenu = () => setMenuOpen(false);
  const person = (
    <span className={classes.person}>
      <span className={classes.initials} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <span className={classes.name}>{name}</span>
    </span>
  );
  return (
    <header className={classes.bar} data-ground="pine">
      <IconButton label="Menu" className={classes.menuButton} onClick={() => setMenuOpen(true)}>
        <Menu />
      </IconButton>
      <Link to="/admin/dashboard" className={classes.logo}>
        <Logo look="onDark" /> <span className={classes.place}>Back office</span>
      </Link>
      <nav aria-label="Back office" className={classes.wide}>
        <PlaceLinks />
      </nav>
      <div className={classes.wide}>
        {person}
        <button type="button" className={classes.logout} onClick={ask}>
          Logout
        </button>
      </div>
      <Sheet open={isMenuOpen} onClose={closeMenu} title="Back office" closeAbovePx={768}>
        <div className={classes.menu}>
          <PlaceLinks onGo={closeMenu} />
          {person}
          <Button
            look="line"
            onClick={() => {
              closeMenu();
              ask();
            }}
          >
            Logout
          </Button>
        </div>
      </Sheet>
      {question}
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
  /** The servers do not take who is signed in for an admin. */
  isRefused?: boolean;
  children: ReactNode;
}

/** Bar and ground of every page of the back office. Nothing is asked for without a token. */
export function AdminFrame({ isRefused = false, children }: AdminFrameProps) {
  const { token } = useAppSelector(selectSession);
  return (
    <div className={classes.frame}>
      <Bar />
      <main id="content" tabIndex={-1} className={classes.main}>
        {token && !isRefused ? children : <AccessDenied />}
      </main>
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
