import { Alert, Button, ButtonLink, Skeleton } from '@kinmel/ui';
import { formatPrice, Link } from '@kinmel/web-kit';
import Headset from 'lucide-react/icons/headset';
import Lock from 'lucide-react/icons/lock';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Truck from 'lucide-react/icons/truck';
import type { ReactNode } from 'react';
import type { CartLine } from '../../cart/cart-line.ts';
import { cartTotals, promotionsOf, subtotalOf } from '../../cart/cart-totals.rules.ts';
import { useGetCartPolicyQuery } from '../../cart-api.ts';
import classes from './cart-summary.module.css';

const money = (minorUnits: number) => formatPrice(minorUnits / 100);

function Figure({ name, children, className }: { name: string; children: ReactNode; className?: string }) {
  return (
    <div className={`${classes.figure} ${className ?? ''}`}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What the cart costs (CART-16 to CART-22), and the four promises of the policy record (CART-23 to CART-26). */
export function CartSummary({ lines }: { lines: readonly CartLine[] }) {
  const { data: policy, error, isFetching, refetch } = useGetCartPolicyQuery();
  const totals = policy ? cartTotals(lines, policy) : undefined;
  const promotions = promotionsOf(lines);
  const savings = promotions.reduce((sum, { savingInMinorUnits }) => sum + savingInMinorUnits, 0);
  const isEmpty = lines.length === 0;
  const hasFailed = policy === undefined && error !== undefined;
  const waiting = hasFailed ? 'Not known' : <Skeleton form="text" width={96} />;
  const shipping =
    totals && (totals.shippingInMinorUnits === 0 && !isEmpty ? 'Free' : money(totals.shippingInMinorUnits));

  return (
    <section className={classes.summary} aria-labelledby="cart-summary" aria-busy={isFetching}>
      <h2 id="cart-summary" className={classes.title}>
        Order summary
      </h2>
      <dl className={classes.figures}>
        <Figure name="Subtotal">{money(subtotalOf(lines))}</Figure>
        <Figure name="Shipping">{shipping ?? waiting}</Figure>
        <Figure name={policy?.taxLabel ?? 'Tax (8%)'}>
          {totals ? money(totals.taxInMinorUnits) : waiting}
        </Figure>
        <Figure name="Total" className={classes.total}>
          {totals ? money(totals.totalInMinorUnits) : waiting}
        </Figure>
      </dl>
      {savings > 0 ? (
        <div className={classes.savings}>
          <h3>Active Promotions</h3>
          <dl>
            {promotions.map(({ title, savingInMinorUnits }) => (
              <Figure key={title} name={title}>
                {money(savingInMinorUnits)}
              </Figure>
            ))}
            <Figure name="Total Savings" className={classes.strong}>
              {money(savings)}
            </Figure>
          </dl>
        </div>
      ) : null}
      {hasFailed ? (
        <Alert tone="bad" className={classes.failed}>
          Shipping and tax could not be loaded.
          <Button
            look="ghost"
            size="small"
            className={classes.again}
            busy={isFetching}
            onClick={() => void refetch()}
          >
            Retry
          </Button>
        </Alert>
      ) : null}
      {isEmpty || !totals ? (
        <Button className={classes.checkout} look="buy" size="large" fullWidth disabled>
          Proceed to Checkout
        </Button>
      ) : (
        <ButtonLink as={Link} to="/checkout" className={classes.checkout} look="buy" size="large" fullWidth>
          Proceed to Checkout
        </ButtonLink>
      )}
      {hasFailed && !isEmpty ? (
        <p className={classes.reason}>You can go on when the total is known.</p>
      ) : null}
      {hasFailed ? null : (
        <ul className={classes.promises} aria-label="What we promise">
          <li>
            <Truck />
            {policy?.shippingSentence ?? <Skeleton form="text" width="11em" />}
          </li>
          <li>
            <RotateCcw />
            {policy?.returnsSentence ?? <Skeleton form="text" width="12em" />}
          </li>
          <li>
            <Lock />
            {policy?.paymentsSentence ?? <Skeleton form="text" width="8em" />}
          </li>
          <li>
            <Headset />
            {policy?.supportSentence ?? <Skeleton form="text" width="7em" />}
          </li>
        </ul>
      )}
    </section>
  );
}
