import { ButtonLink, Logo, Sheet } from '@kinmel/ui';
import { Link, NavLink, selectIsAdmin, selectUser, useAppSelector, Widget } from '@kinmel/web-kit';
import BadgePercent from 'lucide-react/icons/badge-percent';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import ChevronRight from 'lucide-react/icons/chevron-right';
import HandCoins from 'lucide-react/icons/hand-coins';
import Heart from 'lucide-react/icons/heart';
import House from 'lucide-react/icons/house';
import Info from 'lucide-react/icons/info';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import Mail from 'lucide-react/icons/mail';
import Package from 'lucide-react/icons/package';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import Sparkle from 'lucide-react/icons/sparkle';
import UserRound from 'lucide-react/icons/user-round';
import Wrench from 'lucide-react/icons/wrench';
import type { ComponentType, RefObject } from 'react';
import { linksAt, type ShopLink } from '../../content/links.ts';
import { useLogoutQuestion } from '../account/use-logout-question.tsx';
import { useGoToServices, useServicesInView } from '../services-anchor.ts';
import classes from './menu-sheet.module.css';

const icons: Readonly<Record<string, ComponentType>> = {
  '/': House,
  '/categories': LayoutGrid,
  '/wishlist': Heart,
  '/cart': ShoppingBag,
  '/sellyourphone': HandCoins,
  '/repair': Wrench,
  '/specialoffers': BadgePercent,
  '/newphonebooking': CalendarPlus,
  '/about': Info,
  '/contact': Mail,
  '/orders': Package,
  '/profile': UserRound,
  '/admin/dashboard': LayoutDashboard,
};

export interface MenuSheetProps {
  isOpen: boolean;
  onClose: () => void;
  opener: RefObject<HTMLElement | null>;
}

/** The full-height menu of small windows; wider ones show the navigation bar instead. */
export default function MenuSheet({ isOpen, onClose: close, opener }: MenuSheetProps) {
  const user = useAppSelector(selectUser);
  const isAdmin = useAppSelector(selectIsAdmin);
  const isServicesInView = useServicesInView();
  const goToServices = useGoToServices();
  const { ask, question } = useLogoutQuestion();
  const personal = [
    ...linksAt('personal'),
    ...(user ? [{ to: '/profile', label: 'Profile' }] : []),
    ...(isAdmin ? [{ to: '/admin/dashboard', label: 'Admin Dashboard' }] : []),
  ];
  const row = (
    { to, label }: ShopLink,
    badge?: 'mfe-catalog/wishlist-badge' | 'mfe-cart-checkout/cart-badge',
  ) => {
    const Icon = icons[to] ?? ChevronRight;
    return (
      <li key={to}>
        <NavLink to={to} end className={classes.row} onClick={close}>
          <Icon />
          <span className="grow">{label}</span>
          {badge ? <Widget name={badge} whenMissing="nothing" /> : null}
        </NavLink>
      </li>
    );
  };

  return (
    <Sheet
      open={isOpen}
      onClose={close}
      title="Menu"
      head={<Logo />}
      opener={opener}
      className={classes.sheet}
      foot={
        <div className="line">
          {user ? (
            <>
              <button type="button" className={classes.logout} onClick={ask}>
                Logout
              </button>
              {question}
            </>
          ) : (
            <>
              <ButtonLink as={Link} to="/login" look="line" fullWidth onClick={close}>
                Login
              </ButtonLink>
              <ButtonLink as={Link} to="/signup" fullWidth onClick={close}>
                Signup
              </ButtonLink>
            </>
          )}
        </div>
      }
    >
      <nav aria-label="Menu">
        <ul className={classes.list}>
          {linksAt('menu').map((link) => row(link))}
          <li>
            <button
              type="button"
              className={classes.row}
              aria-current={isServicesInView ? 'location' : undefined}
              onClick={() => {
                close();
                // After the sheet has re-enabled scrolling of the page.
                requestAnimationFrame(goToServices);
              }}
            >
              <Sparkle />
              Services
            </button>
          </li>
          {linksAt('information').map((link) => row(link))}
        </ul>
        <ul className={classes.list}>
          {row({ to: '/wishlist', label: 'Wishlist' }, 'mfe-catalog/wishlist-badge')}
          {row({ to: '/cart', label: 'Cart' }, 'mfe-cart-checkout/cart-badge')}
          {personal.map((link) => row(link))}
        </ul>
      </nav>
    </Sheet>
  );
}
