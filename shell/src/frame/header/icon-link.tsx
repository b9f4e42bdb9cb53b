import { VisuallyHidden } from '@kinmel/ui';
import { FailureBoundary, Link, lazyPage, Widget } from '@kinmel/web-kit';
import Heart from 'lucide-react/icons/heart';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import { type ComponentProps, type ReactNode, Suspense, useRef, useState } from 'react';
import type Glance from './cart-glance.tsx';
import classes from './header.module.css';

function IconLink({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  return (
    <Link to={to} className={classes.iconLink}>
      <VisuallyHidden>{label}</VisuallyHidden>
      {children}
    </Link>
  );
}

/** The heart with the number of products on the wishlist, which is part of the link's name. */
export function WishlistLink() {
  return (
    <IconLink to="/wishlist" label="Wishlist">
      <Heart size={22} />
      <span className={classes.count}>
        <Widget name="mfe-catalog/wishlist-badge" whenMissing="nothing" />
      </span>
    </IconLink>
  );
}

/** Loaded when pointer or focus reach the bag, not in the first load. */
const CartGlance = lazyPage<ComponentProps<typeof Glance>>(
  () => import(/* webpackChunkName: "cart-glance" */ './cart-glance.tsx'),
);

/** The bag with the number of pieces in the cart, which is part of the link's name, and a preview of the cart. */
export function CartLink() {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const isMouseOver = useRef(false);
  return (
    <div
      className={classes.cart}
      onPointerEnter={({ currentTarget, pointerType }) => {
        isMouseOver.current = pointerType === 'mouse';
        setAnchor(currentTarget);
      }}
      onPointerLeave={() => {
        isMouseOver.current = false;
      }}
      onFocus={({ currentTarget }) => setAnchor(currentTarget)}
    >
      <IconLink to="/cart" label="Cart">
        <ShoppingBag size={22} />
        <span className={classes.count}>
          <Widget name="mfe-cart-checkout/cart-badge" whenMissing="nothing" />
        </span>
      </IconLink>
      {anchor ? (
        <FailureBoundary fallback={() => null}>
          <Suspense>
            <CartGlance anchor={anchor} isMouseOver={isMouseOver} />
          </Suspense>
        </FailureBoundary>
      ) : null}
    </div>
  );
}
