import type { StaffRight } from '@kinmel/contracts/browser';
import { Button, ButtonLink, ConfirmDialog, IconButton, Logo, Sheet } from '@kinmel/ui';
import {
  Link,
  leaveSession,
  selectIsSignedIn,
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
import type { DashboardTab } from './dashboard-tabs.ts';
import { Navigation, NavigationColumn } from './navigation-column.tsx';
import { PasskeyNeededPage } from './passkey-needed.tsx';
import { StaffProofDialog } from './proof-dialog.tsx';
import { SearchButton } from './search-button.tsx';
import { SessionEndDialog } from './session-end-dialog.tsx';
import { useRights } from './use-rights.ts';

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.slice(0, 1).toUpperCase() ?? '')
    .join('');
}

/** The bar above every page of the back office; in narrow windows the navigation and the account are in a sheet. */
function Bar({ tab }: { tab: DashboardTab | undefined }) {
  const name = useAppSelector(selectUser)?.name ?? '';
  const isSignedIn = useAppSelector(selectIsSignedIn);
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
  const account = (
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
      {isSignedIn ? <SearchButton /> : null}
      <div className={`line gap-16 ${classes.wide}`}>
        <Link to="/" className={classes.shop}>
          View shop
        </Link>
        {account}
        <button type="button" className={classes.logout} onClick={() => setLogoutAsked(true)}>
          Logout
        </button>
      </div>
      <Sheet
        open={isMenuOpen}
        onClose={closeMenu}
        title="Back office"
        opener={menuButton}
        foot={
          <div className="stack gap-12">
            {account}
            <div className="line">
              <ButtonLink as={Link} to="/" look="line" fullWidth onClick={closeMenu}>
                View shop
              </ButtonLink>
              <Button
                look="line"
                fullWidth
                onClick={() => {
                  closeMenu();
                  setLogoutAsked(true);
                }}
              >
                Logout
              </Button>
            </div>
          </div>
        }
      >
        {isSignedIn ? (
          <div className={classes.menu}>
            <Navigation tab={tab} onGo={closeMenu} />
          </div>
        ) : null}
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

interface AdminFrameProps {
  /** The server refused the role. */
  isRefused?: boolean;
  /** The open tab of the dashboard, or the tab with the same content as the page. */
  tab?: DashboardTab | undefined;
  children: ReactNode;
}

/** The frame of every page. Without a token, nothing is requested. */
export function AdminFrame({ isRefused = false, tab, children }: AdminFrameProps) {
  const isSignedIn = useAppSelector(selectIsSignedIn);
  const isWithoutPasskey = useAppSelector(selectUser)?.needsPasskey === true && isSignedIn;
  // The policy sets the time zone of all pages.
  usePolicyAnswer(undefined, { skip: !isSignedIn });
  const content = isSignedIn && !isRefused ? children : <AccessDeniedPage />;
  return (
    <div className={classes.frame}>
      <Bar tab={tab} />
      <div className={classes.page}>
        {isSignedIn && !isWithoutPasskey ? <NavigationColumn tab={tab} /> : null}
        <main id="content" tabIndex={-1} className={classes.main}>
          {isWithoutPasskey ? <PasskeyNeededPage /> : content}
        </main>
      </div>
      <StaffProofDialog />
      {isSignedIn ? <SessionEndDialog /> : null}
    </div>
  );
}

interface AdminPageProps extends AdminFrameProps {
  /** The right to see the page; its requests need rights of their own. */
  right: StaffRight;
}

export function AdminPage({ right, tab, children }: AdminPageProps) {
  const may = useRights();
  return (
    <AdminFrame isRefused={!may(right)} tab={tab}>
      <div className={classes.content}>{children}</div>
    </AdminFrame>
  );
}
