import { ButtonLink, Container, EmptyState, Loading, Skeleton } from '@kinmel/ui';
import {
  Link,
  returnHere,
  selectIsSignedIn,
  selectUser,
  toast,
  useAppSelector,
  useHydrated,
  usePageTitle,
} from '@kinmel/web-kit';
import { leaveShop } from '@kinmel/web-kit/forms';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { removeOrdered } from '../../cart/cart-edit.rules.ts';
import { changeLines, useCartLines } from '../../cart/state/cart-store.ts';
import outcome from '../../outcome/outcome.module.css';
import { Outcome } from '../../outcome/outcome.tsx';
import { PayThisOrder, usePayOrder } from '../../outcome/pay-this-order.tsx';
import { returnToOrder } from '../../unpaid-order.ts';
import { CheckoutForm } from './checkout-form.tsx';
import classes from './checkout-page.module.css';
import { orderedPieces, shownToPay } from './placing/order-body.ts';
import { OrderPlaced, type OrderPlacedProps } from './placing/order-placed.tsx';
import type { Placed } from './placing/use-place-order.ts';

const title = <h1 className={classes.title}>Checkout</h1>;

const loadingForm = (
  <Loading text="Loading your order" className={classes.loading}>
    <Skeleton height={420} />
  </Loading>
);

const empty = (
  <EmptyState
    role="alert"
    text="Your cart is empty!"
    actions={
      <ButtonLink as={Link} to="/">
        Continue Shopping
      </ButtonLink>
    }
  />
);

const loginAfterMs = 3000;

/** Shows that a login is required, and opens it three seconds later with a return URL. */
function useLoginGate(isSignedIn: boolean): void {
  const isHydrated = useHydrated();
  const navigate = useNavigate();
  const needsLogin = isHydrated && !isSignedIn;
  useEffect(() => {
    if (!needsLogin) return;
    toast.info('Please login to checkout!');
    const timer = setTimeout(
      // The router's location has only the parameters that the page reads; the return URL needs all.
      () => void navigate('/login', { state: returnHere(window.location) }),
      loginAfterMs,
    );
    return () => clearTimeout(timer);
  }, [needsLogin, navigate]);
}

/**
 * Shown while the payment page opens, and after the browser's Back from it: a wallet's payment form works only once.
 */
function OpeningPayment({ order: { id, orderNumber } }: Pick<OrderPlacedProps, 'order'>) {
  const payment = usePayOrder(id);
  return (
    <Outcome panel title="The payment page opens">
      <p className={outcome.words}>{`Order ${orderNumber} is placed and waits for its payment.`}</p>
      <PayThisOrder {...payment} text="Open the payment page" />
      <ButtonLink as={Link} to="/orders" look="line">
        View your orders
      </ButtonLink>
    </Outcome>
  );
}

/** `/checkout`: delivery, payment, and the order at the shown price. */
export default function CheckoutPage() {
  usePageTitle('Checkout');
  const lines = useCartLines();
  const isHydrated = useHydrated();
  const user = useAppSelector(selectUser);
  const isSignedIn = useAppSelector(selectIsSignedIn) && user !== null;
  const [placed, setPlaced] = useState<OrderPlacedProps>();
  useLoginGate(isSignedIn || placed !== undefined);

  const onPlaced = ({ order, body }: Placed, sentBody: string) => {
    // The order exists now, paid or not, so its lines are removed from the cart.
    changeLines((now) => removeOrdered(now, orderedPieces(body)));
    const isEarlier = body !== sentBody;
    const shownAmount = isEarlier ? shownToPay(sentBody) : undefined;
    const lastShownToPay = shownAmount === order.toPay ? undefined : shownAmount;
    setPlaced({ order, isEarlier, lastShownToPay });
    // The shopper must read a changed amount before the redirect to the payment.
    if (!order.paymentPage || lastShownToPay !== undefined) return;
    returnToOrder(order.id);
    leaveShop(order.paymentPage);
  };

  if (placed?.order.paymentPage && placed.lastShownToPay === undefined)
    return <OpeningPayment order={placed.order} />;
  if (placed) return <OrderPlaced {...placed} />;
  const isReady = isHydrated && lines !== undefined;
  return (
    <Container page>
      {isReady && lines.length > 0 ? null : title}
      {isReady ? null : loadingForm}
      {isReady && lines.length === 0 ? empty : null}
      {isReady && lines.length > 0 ? (
        // Another user gets a new form, without the input of the previous one.
        <CheckoutForm
          key={user?.id}
          title={title}
          user={isSignedIn ? user : null}
          lines={lines}
          onPlaced={onPlaced}
        />
      ) : null}
    </Container>
  );
}
