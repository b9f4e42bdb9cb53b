import { ButtonLink, Container, EmptyState, Loading, Skeleton } from '@kinmel/ui';
import { Link, usePageTitle } from '@kinmel/web-kit';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useEffect, useRef } from 'react';
import { countPieces, lineKey } from '../../cart/cart.rules.ts';
import type { CartLine } from '../../cart/cart-line.ts';
import { changeQuantity, clearCart, removeFromCart, useCartLines } from '../../cart/cart-store.ts';
import classes from './cart-page.module.css';
import { CartRow } from './cart-row.tsx';
import { CartSummary } from './cart-summary.tsx';
import { ClearCart } from './clear-cart.tsx';

const none: readonly CartLine[] = [];

function CartRows({ lines }: { lines: readonly CartLine[] }) {
  const removeButtons = useRef(new Map<string, HTMLButtonElement>());
  const remove = (key: string, index: number) => {
    // The pressed button goes away with its row: the next Remove takes the focus, or the one before.
    const neighbour = lines[index + 1] ?? lines[index - 1];
    if (neighbour) removeButtons.current.get(lineKey(neighbour))?.focus();
    removeFromCart(key);
  };
  return (
    <ul className={classes.rows} aria-label="Products in your cart">
      {lines.map((line, index) => {
        const key = lineKey(line);
        return (
          <CartRow
            key={key}
            line={line}
            onQuantity={(quantity) => changeQuantity(key, quantity)}
            onRemove={() => remove(key, index)}
            removeRef={(button) => {
              if (button) removeButtons.current.set(key, button);
              else removeButtons.current.delete(key);
            }}
          />
        );
      })}
    </ul>
  );
}

const loading = (
  <Loading text="Loading your cart">
    <Skeleton height={208} />
  </Loading>
);

const wayOut = (
  <>
    <ButtonLink as={Link} to="/" look="line">
      <ArrowLeft />
      Continue Shopping
    </ButtonLink>
    <ButtonLink as={Link} to="/specialoffers" look="ghost">
      View Special Offers
    </ButtonLink>
  </>
);

const empty = (
  <EmptyState
    className={classes.empty}
    text="Your cart is empty"
    detail="What you add will wait for you here."
    actions={
      <>
        <ButtonLink as={Link} to="/">
          Continue Shopping
        </ButtonLink>
        <ButtonLink as={Link} to="/specialoffers" look="ghost">
          View Special Offers
        </ButtonLink>
      </>
    }
  />
);

/** The cart at `/cart` (ROUTE-18). Visitors keep one without signing in (CART-46). */
export default function CartPage() {
  usePageTitle('Your Shopping Cart');
  const lines = useCartLines();
  const title = useRef<HTMLHeadingElement>(null);
  const isFilled = lines !== undefined && lines.length > 0;

  // When the last row goes, whatever had the focus goes with it.
  const wasFilled = useRef(false);
  useEffect(() => {
    if (wasFilled.current && !isFilled) title.current?.focus();
    wasFilled.current = isFilled;
  }, [isFilled]);

  return (
    <Container className={classes.page}>
      <div className={classes.head}>
        <h1 ref={title} tabIndex={-1} className={classes.title}>
          Your Shopping Cart
        </h1>
        {isFilled ? <ClearCart pieces={countPieces(lines)} onClear={clearCart} /> : null}
      </div>
      <div className={classes.columns}>
        <div>
          {lines === undefined ? loading : null}
          {isFilled ? (
            <>
              <CartRows lines={lines} />
              <div className={classes.onward}>{wayOut}</div>
            </>
          ) : null}
          {lines?.length === 0 ? empty : null}
        </div>
        <CartSummary lines={lines ?? none} />
      </div>
    </Container>
  );
}
