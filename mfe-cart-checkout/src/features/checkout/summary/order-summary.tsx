import type { Pricing } from '@kinmel/pricing';
import { Alert, Button } from '@kinmel/ui';
import type { CartLine } from '../../../cart/cart-line.ts';
import type { CartChecking } from '../../../cart/check/use-cart-check.ts';
import { Figures } from '../../../summary/figures.tsx';
import { PromoCode } from '../../../summary/promo-code.tsx';
import type { PlaceOrderFailure } from '../placing/use-place-order.ts';
import { OrderLines } from './order-lines.tsx';
import classes from './order-summary.module.css';

interface OrderSummaryProps {
  /** The form that Place Order submits. */
  formId: string;
  lines: readonly CartLine[];
  pricing: Pricing;
  /** False while shipping and tax are unknown. */
  isPriced: boolean;
  creditInMinorUnits: number;
  checking: CartChecking;
  isBusy: boolean;
  /** False without a user. */
  isOpen: boolean;
  failure: PlaceOrderFailure | undefined;
}

/** The order's lines and price, and the button that places it. */
export function OrderSummary(props: OrderSummaryProps) {
  const { formId, lines, pricing, isPriced, creditInMinorUnits, checking, isBusy, isOpen, failure } = props;
  return (
    <section className={classes.summary} aria-labelledby="order-summary">
      <h2 id="order-summary" className="type-block">
        Order summary
      </h2>
      <div className={`above-12 ${classes.lines}`}>
        <OrderLines lines={lines} />
      </div>
      <PromoCode lines={lines} disabled={isBusy || !isOpen} />
      <Figures pricing={pricing} creditInMinorUnits={creditInMinorUnits} />
      {failure && !isBusy ? (
        <Alert tone="bad" className="above-16">
          <p>{failure.message}</p>
          {failure.lines.length > 0 && !checking.hasChanges ? (
            <ul className={classes.details}>
              {failure.lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          ) : null}
          {failure.isUnknown ? (
            <p className={classes.details}>
              Nothing you typed is lost. Trying again is safe: it is never ordered twice.
            </p>
          ) : null}
        </Alert>
      ) : null}
      <div className={classes.foot}>
        <Button
          type="submit"
          form={formId}
          look="buy"
          size="large"
          fullWidth
          busy={isBusy}
          busyText="Placing order..."
          disabled={!isOpen || !isPriced || checking.hasChanges}
        >
          Place Order
        </Button>
        <p className={`type-detail above-16 ${classes.reason}`}>
          {checking.hasChanges
            ? 'Accept the changes in your cart to go on.'
            : 'Nothing is charged before you place the order.'}
        </p>
      </div>
    </section>
  );
}
