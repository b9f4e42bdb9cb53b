import { VisuallyHidden } from '@kinmel/ui';
import { Link, Widget } from '@kinmel/web-kit';
import Heart from 'lucide-react/icons/heart';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import type { ReactNode } from 'react';
import classes from './header.module.css';
import { useNearness } from './use-nearness.ts';

function IconLink({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  return (
    <Link to={to} className={classes.iconLink}>
      <VisuallyHidden>{label}</VisuallyHidden>
      {children}
    </Link>
  );
}

/** The heart with the number of wished products, which is part of the link's name (NAV-03, NAV-16). */
export function WishlistLink() {
  return (
    <IconLink to="/wishlist" label="Wishlist">
      <Heart aria-hidden="true" />
      <span className={classes.count}>
        <Widget name="mfe-catalog/wishlist-badge" whenMissing="nothing" />
      </span>
    </IconLink>
  );
}

/**
 * The bag with the number of pieces in the cart, which is part of the link's name (NAV-04, NAV-17). A look into the cart
 * hangs below it while a mouse or the keyboard is there; its code is asked for then.
 */
export function CartLink() {
  const { isNear, handlers } = useNearness();
  return (
    <div className={classes.cart} {...handlers}>
      <IconLink to="/cart" label="Cart">
        <ShoppingBag aria-hidden="true" />
        <span className={classes.count}>
          <Widget name="mfe-cart-checkout/cart-badge" whenMissing="nothing" />
        </span>
      </IconLink>
      {isNear ? <Widget name="mfe-cart-checkout/mini-cart" whenMissing="nothing" /> : null}
    </div>
  );
}
