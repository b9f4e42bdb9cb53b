import { shopSum } from '@kinmel/contracts/browser';
import { Alert, ButtonLink, type Fact, Facts } from '@kinmel/ui';
import { formatMoney, formatPrice, Link, usePageTitle } from '@kinmel/web-kit';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { PlacedOrder } from '../../../cart-answers.ts';
import outcome from '../../../outcome/outcome.module.css';
import { Outcome } from '../../../outcome/outcome.tsx';
import { PayThisOrder, usePayOrder } from '../../../outcome/pay-this-order.tsx';
import { returnToOrder } from '../../../unpaid-order.ts';

const ordersAfterMs = 3000;

export interface OrderPlacedProps {
  order: PlacedOrder;
  /** An earlier attempt had succeeded, so its details apply. */
  isEarlier: boolean;
  /** The amount left to pay in the last attempt, when it differs from that of the earlier one. */
  lastShownToPay: number | undefined;
}

function textOf({ order, isEarlier, lastShownToPay }: OrderPlacedProps): string {
  if (!isEarlier) return 'Thank you. We have sent you a mail with the details.';
  return lastShownToPay === undefined
    ? 'Your earlier try had arrived: this is that order, with the details it was sent with.'
    : `Your earlier try had arrived: this is that order. Its price counts, ${formatPrice(order.toPay)}, and not the ${formatPrice(lastShownToPay)} that was shown last.`;
}

/** The success screen: number, total, and then My Orders. */
export function OrderPlaced(props: OrderPlacedProps) {
  const { order, lastShownToPay } = props;
  usePageTitle('Order placed');
  const navigate = useNavigate();
  const title = useRef<HTMLHeadingElement>(null);
  const payment = usePayOrder(order.id, returnToOrder);
  // A card order waits here for its payment when its page could not be created, or when its price must be read first.
  const awaitsPayment = order.isPaidOnline;
  const mustBeRead = awaitsPayment || lastShownToPay !== undefined;

  const facts: readonly Fact[] = [
    ['Order number', order.orderNumber],
    ['Total', formatPrice(order.total)],
    ['Credit used', order.creditInMinorUnits > 0 && formatMoney(shopSum(order.creditInMinorUnits))],
    ['Left to pay', order.creditInMinorUnits > 0 && formatPrice(order.toPay)],
  ];

  useEffect(() => {
    // The pressed button may be far below the top of this screen.
    title.current?.scrollIntoView({ block: 'center' });
    title.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (mustBeRead) return;
    const timer = setTimeout(() => void navigate('/orders'), ordersAfterMs);
    return () => clearTimeout(timer);
  }, [mustBeRead, navigate]);

  return (
    <Outcome panel icon={CircleCheck} tone="good" title="Your order is placed" titleRef={title}>
      <p className={outcome.words}>{textOf(props)}</p>
      <Facts facts={facts} className={outcome.facts} />
      {awaitsPayment ? (
        <>
          {payment.error || order.paymentPage ? null : (
            <Alert tone="warn" className={outcome.alert}>
              The payment page could not be opened. Your order waits for its payment.
            </Alert>
          )}
          <PayThisOrder {...payment} />
        </>
      ) : null}
      {mustBeRead ? null : <p className={outcome.words}>You are on your way to your orders.</p>}
      <ButtonLink as={Link} to="/orders" look="line">
        View your orders
      </ButtonLink>
    </Outcome>
  );
}
