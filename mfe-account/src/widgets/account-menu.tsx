import { VisuallyHidden } from '@kinmel/ui';
import {
  FailureBoundary,
  isAdmin,
  Link,
  lazyPage,
  selectUser,
  useAppSelector,
  type WidgetProps,
} from '@kinmel/web-kit';
import ChevronDown from 'lucide-react/icons/chevron-down';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import LogOut from 'lucide-react/icons/log-out';
import Package from 'lucide-react/icons/package';
import UserRound from 'lucide-react/icons/user-round';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Avatar } from '../avatar/avatar.tsx';
import { lastSignIn } from '../passkeys/last-sign-in.ts';
import classes from './account-menu.module.css';

const PasskeyOffer = lazyPage(
  () => import(/* webpackChunkName: "passkey-offer" */ '../passkeys/passkey-offer.tsx'),
);

/** The picture links to the profile; the arrow opens the other links of the account. */
export default function AccountMenu({ onLogout }: WidgetProps['mfe-account/account-menu']) {
  const user = useAppSelector(selectUser);
  const { key } = useLocation();
  // The location at which it was opened: a navigation closes the menu.
  const [openedAt, setOpenedAt] = useState<string>();
  const anchor = useRef<HTMLDivElement>(null);
  const arrow = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const isOpen = openedAt === key;

  useEffect(() => {
    if (!isOpen) return;
    const closeOnOutside = ({ target }: Event) => {
      if (!(target instanceof Node) || !anchor.current?.contains(target)) setOpenedAt(undefined);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpenedAt(undefined);
      arrow.current?.focus();
    };
    document.addEventListener('focusin', closeOnOutside);
    document.addEventListener('pointerdown', closeOnOutside);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('focusin', closeOnOutside);
      document.removeEventListener('pointerdown', closeOnOutside);
      document.removeEventListener('keydown', onKey);
    };
  }, [isOpen]);

  if (!user) return null;
  const rows = [
    { to: '/profile', label: 'Profile', Icon: UserRound },
    { to: '/orders', label: 'My Orders', Icon: Package },
    ...(isAdmin(user) ? [{ to: '/admin/dashboard', label: 'Admin Dashboard', Icon: LayoutDashboard }] : []),
  ];
  return (
    <div ref={anchor} className={classes.place}>
      <Link to="/profile" className={classes.picture}>
        <VisuallyHidden>Profile</VisuallyHidden>
        <Avatar user={user} size="small" />
      </Link>
      <button
        ref={arrow}
        type="button"
        className={classes.arrow}
        aria-label="Account menu"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setOpenedAt(isOpen ? undefined : key)}
      >
        <ChevronDown size={18} />
      </button>
      <div id={panelId} className={classes.panel} hidden={!isOpen}>
        <p className={`anywhere ${classes.who}`}>
          <span className={classes.name}>{user.name}</span>
          <span className="type-detail">{user.email}</span>
        </p>
        <ul className="above-8">
          {rows.map(({ to, label, Icon }) => (
            <li key={to}>
              <Link to={to} className={`line ${classes.row}`}>
                <Icon size={20} />
                {label}
              </Link>
            </li>
          ))}
          <li>
            <button
              type="button"
              className={`line ${classes.row}`}
              onClick={() => {
                // This row is removed with the menu; if the logout is cancelled, the focus is on the arrow.
                arrow.current?.focus();
                setOpenedAt(undefined);
                onLogout();
              }}
            >
              <LogOut size={20} />
              Logout
            </button>
          </li>
        </ul>
      </div>
      {lastSignIn.isWithPassword && !isAdmin(user) ? (
        <FailureBoundary fallback={() => null}>
          <Suspense fallback={null}>
            <PasskeyOffer hidden={isOpen} onDismiss={() => anchor.current?.querySelector('a')?.focus()} />
          </Suspense>
        </FailureBoundary>
      ) : null}
    </div>
  );
}
