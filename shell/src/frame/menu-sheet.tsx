import { ButtonLink, IconButton, Logo, Sheet } from '@kinmel/ui';
import { Link, NavLink, selectIsAdmin, selectUser, useAppSelector, Widget } from '@kinmel/web-kit';
import Heart from 'lucide-react/icons/heart';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import Menu from 'lucide-react/icons/menu';
import Package from 'lucide-react/icons/package';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import Sparkle from 'lucide-react/icons/sparkle';
import UserRound from 'lucide-react/icons/user-round';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { informationLinks, mainLinks } from '../content/links.ts';
import { LogoutButton } from './logout-button.tsx';
import classes from './menu-sheet.module.css';
import { useGoToServices, useServicesInView } from './services-anchor.ts';

/** Wider windows show the navigation bar instead (NAV-30), in CSS pixels. */
const widestMenuPx = 768;

/** The menu button of small windows and its full-height sheet. */
export function MenuSheet({ className }: { className?: string }) {
  const [isOpen, setOpen] = useState(false);
  const { key } = useLocation();
  const user = useAppSelector(selectUser);
  const isAdmin = useAppSelector(selectIsAdmin);
  const isServicesInView = useServicesInView();
  const goToServices = useGoToServices();

  // Every navigation leaves the menu, also one that only changes the address (the same page again).
  useEffect(() => setOpen(false), [key]);
  const close = () => setOpen(false);

  return (
    <>
      <IconButton label="Menu" className={className} aria-expanded={isOpen} onClick={() => setOpen(true)}>
        <Menu aria-hidden="true" />
      </IconButton>
      <Sheet
        open={isOpen}
        onClose={close}
        title="Menu"
        head={<Logo />}
        closeAbovePx={widestMenuPx}
        className={classes.sheet}
        foot={
          <div className={classes.foot}>
            {user ? (
              <LogoutButton className={classes.logout} />
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
            {mainLinks.map(({ to, label, icon: Icon }) => (
              <li key={to}>
                <NavLink to={to} end className={classes.row} onClick={close}>
                  <Icon aria-hidden="true" />
                  {label}
                </NavLink>
              </li>
            ))}
            <li>
              <button
                type="button"
                className={classes.row}
                aria-current={isServicesInView ? 'location' : undefined}
                onClick={() => {
                  close();
                  // After the sheet has given the page its scroll back.
                  requestAnimationFrame(goToServices);
                }}
              >
                <Sparkle aria-hidden="true" />
                Services
              </button>
            </li>
            {informationLinks.map(({ to, label, icon: Icon }) => (
              <li key={to}>
                <NavLink to={to} end className={classes.row} onClick={close}>
                  <Icon aria-hidden="true" />
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
          <ul className={classes.list}>
            <li>
              <NavLink to="/wishlist" className={classes.row} onClick={close}>
                <Heart aria-hidden="true" />
                <span className={classes.grow}>Wishlist</span>
                <Widget name="mfe-catalog/wishlist-badge" whenMissing="nothing" />
              </NavLink>
            </li>
            <li>
              <NavLink to="/cart" className={classes.row} onClick={close}>
                <ShoppingBag aria-hidden="true" />
                <span className={classes.grow}>Cart</span>
                <Widget name="mfe-cart-checkout/cart-badge" whenMissing="nothing" />
              </NavLink>
            </li>
            <li>
              <NavLink to="/orders" className={classes.row} onClick={close}>
                <Package aria-hidden="true" />
                Orders
              </NavLink>
            </li>
            {user ? (
              <li>
                <NavLink to="/profile" className={classes.row} onClick={close}>
                  <UserRound aria-hidden="true" />
                  Profile
                </NavLink>
              </li>
            ) : null}
            {isAdmin ? (
              <li>
                <NavLink to="/admin/dashboard" className={classes.row} onClick={close}>
                  <LayoutDashboard aria-hidden="true" />
                  Admin Dashboard
                </NavLink>
              </li>
            ) : null}
          </ul>
        </nav>
      </Sheet>
    </>
  );
}
