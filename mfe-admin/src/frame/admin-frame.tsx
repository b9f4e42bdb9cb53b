import type { StaffRight } from '@kinmel/contracts/browser';
import { Button, ConfirmDialog, IconButton, Logo, Sheet } from '@kinmel/ui';
import {
  Link,
  leaveSession,
  NavLink,
  selectSession,
  selectUser,
  useAppSelector,
  usePolicyAnswer,
} from '@kinmel/web-kit';
import Menu from 'lucide-react/icons/menu';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { AccessDeniedPage } from './access-denied.tsx';
import classes from './admin-frame.module.css';
import { type DashboardTab, tabAddress, useDashboardTabs } from './dashboard-tabs.ts';
import { PasskeyNeededPage } from './passkey-needed.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { useRights } from './use-rights.ts';

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.slice(0, 1).toUpperCase() ?? '')
    .join('');
}

const places = [
  ['/admin/work', 'Work queue', 'work.see'],
  ['/admin/repair-bookings', 'Repair bookings', 'requests.see'],
  ['/admin/returns', 'Returns', 'returns.see'],
  ['/admin/devices', 'Devices', 'devices.see'],
  ['/admin/payouts', 'Payouts', 'payouts.see'],
  ['/admin/events', 'Events', 'messages.see'],
  ['/admin/audit', 'Who did what', 'audit.see'],
  ['/admin/releases', 'Releases', 'releases.see'],
  ['/admin/rates', 'Exchange rates', 'rates.see'],
  ['/admin/staff', 'Staff', 'staff.see'],
] as const;

function PlaceLinks({ onGo }: { onGo?: () => void }) {
  const may = useRights();
  const links = places.filter(([, , right]) => may(right));
  return (
    <>
      {[...links, ['/', 'View shop'] as const].map(([address, text]) => (
        <NavLink key={address} to={address} onClick={onGo}>
          {text}
        </NavLink>
      ))}
    </>
  );
}

/** The bar above every page of the back office; in narrow windows its links are in a sheet. */
function Bar() {
  const name = useAppSelector(selectUser)?.name ?? '';
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [isLogoutAsked, setLogoutAsked] = useState(false);
  const menuButton = useRef<HTMLButtonElement>(null);
  const navigate = useNavigate();
  const logout = () => {
    // Synchronous: the page must drop its return address before the navigation.
    flushSync(() => {
      setLogoutAsked(false);
      void leaveSession();
    });
    void navigate('/login');
  };
  const closeMenu = () => setMenuOpen(false);
  const person = (
    <span className="line gap-8">
      <span className={classes.initials} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <span>{name}</span>
    </span>
  );
  return (
    <header className={`line type-label ${classes.bar}`} data-ground="pine">
      <IconButton
        ref={menuButton}
        label="Menu"
        className={classes.menuButton}
        onClick={() => setMenuOpen(true)}
      >
        <Menu />
      </IconButton>
      <Link to="/admin/dashboard" className={`line gap-16 ${classes.logo}`}>
        <Logo look="onDark" /> <span className={`type-small ${classes.place}`}>Back office</span>
      </Link>
      <nav aria-label="Back office" className={`line ${classes.wide}`}>
        <PlaceLinks />
      </nav>
      <div className={`line ${classes.wide}`}>
        {person}
        <button type="button" className={classes.logout} onClick={() => setLogoutAsked(true)}>
          Logout
        </button>
      </div>
      <Sheet open={isMenuOpen} onClose={closeMenu} title="Back office" opener={menuButton}>
        <div className={`stack gap-16 ${classes.menu}`}>
          <PlaceLinks onGo={closeMenu} />
          {person}
          <Button
            look="line"
            onClick={() => {
              closeMenu();
              setLogoutAsked(true);
            }}
          >
            Logout
          </Button>
        </div>
      </Sheet>
      <ConfirmDialog
        open={isLogoutAsked}
        title="Logout"
        confirm="Logout"
        look="solid"
        onClose={() => setLogoutAsked(false)}
        onConfirm={logout}
      >
        <p>Are you sure you want to logout? You will need to sign in again to access your account.</p>
      </ConfirmDialog>
    </header>
  );
}

/** The tabs of the dashboard as links, for the other pages. */
function TabLinks({ current }: { current?: DashboardTab | undefined }) {
  const tabs = useDashboardTabs();
  return (
    <nav aria-label="Dashboard" className={classes.column}>
      {tabs.map(({ key, label, Icon }) => (
        <Link
          key={key}
          to={tabAddress(key)}
          className={classes.tabLink}
          aria-current={key === current ? 'page' : undefined}
        >
          <Icon size={20} />
          {label}
        </Link>
      ))}
    </nav>
  );
}

interface AdminFrameProps {
  /** The server refused the role. */
  isRefused?: boolean;
  children: ReactNode;
}

/** The frame of every page. Without a token, nothing is requested. */
export function AdminFrame({ isRefused = false, children }: AdminFrameProps) {
  const { token, user } = useAppSelector(selectSession);
  // The policy says the time zone of all pages.
  usePolicyAnswer(undefined, { skip: !token });
  const isWithoutPasskey = token && user?.needsPasskey;
  const content = token && !isRefused ? children : <AccessDeniedPage />;
  return (
    <div className={classes.frame}>
      <Bar />
      <main id="content" tabIndex={-1} className={classes.main}>
        {isWithoutPasskey ? <PasskeyNeededPage /> : content}
      </main>
      <ProofDialog />
    </div>
  );
}

interface AdminPageProps extends AdminFrameProps {
  /** What the page needs; its calls have rights of their own. */
  right: StaffRight;
  /** The dashboard tab with the same content. */
  tab?: DashboardTab | undefined;
}

export function AdminPage({ right, tab, children }: AdminPageProps) {
  const may = useRights();
  return (
    <AdminFrame isRefused={!may(right)}>
      <div className={classes.page}>
        <TabLinks current={tab} />
        <div className={classes.content}>{children}</div>
      </div>
    </AdminFrame>
  );
}
