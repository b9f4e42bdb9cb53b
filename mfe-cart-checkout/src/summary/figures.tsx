import { shopSum } from '@kinmel/contracts/browser';
import type { Pricing } from '@kinmel/pricing';
import { Alert, Button, Skeleton } from '@kinmel/ui';
import { formatMoney } from '@kinmel/web-kit';
import type { ReactNode } from 'react';
import { cartApi } from '../cart-api.ts';
import classes from './figures.module.css';

const money = (minorUnits: number) => formatMoney(shopSum(minorUnits));

function Figure({ name, children, className }: { name: string; children: ReactNode; className?: string }) {
  return (
    <div className={`buttons figures ${classes.figure} ${className ?? ''}`}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The policy record, and whether it could not be loaded. */
export function usePolicy() {
  const { data: policy, error, isFetching, refetch } = cartApi.useGetCartPolicyQuery();
  return { policy, hasFailed: policy === undefined && error !== undefined, isFetching, refetch };
}

interface FiguresProps {
  pricing: Pricing;
  /** The credit that is used; zero when none is. */
  creditInMinorUnits?: number;
}

/** The price, its savings, and a retry when the policy could not be loaded: without it only the subtotal is known. */
export function Figures({ pricing, creditInMinorUnits = 0 }: FiguresProps) {
  const { hasFailed, isFetching, refetch } = usePolicy();
  return (
    <>
      <Amounts pricing={pricing} creditInMinorUnits={creditInMinorUnits} />
      <Savings pricing={pricing} />
      {hasFailed ? (
        <Alert tone="bad" className="above-16">
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
    </>
  );
}

/** Subtotal, shipping, tax and total, and with credit what is left to pay. */
function Amounts({ pricing, creditInMinorUnits }: Required<FiguresProps>) {
  const { policy, hasFailed } = usePolicy();
  const placeholder = hasFailed ? 'Not known' : <Skeleton form="text" width={96} />;
  const isFree = pricing.shippingInMinorUnits === 0 && pricing.lines.length > 0;
  return (
    <dl className={`above-20 ${classes.figures}`}>
      <Figure name="Subtotal">{money(pricing.subtotalInMinorUnits)}</Figure>
      <Figure name="Shipping">
        {policy ? (isFree ? 'Free' : money(pricing.shippingInMinorUnits)) : placeholder}
      </Figure>
      {policy?.taxPercent === 0 ? null : (
        <Figure name={policy?.taxLabel ?? 'Tax (8%)'}>
          {policy ? money(pricing.taxInMinorUnits) : placeholder}
        </Figure>
      )}
      <Figure name="Total" className={`type-price-total above-12 ${classes.total}`}>
        {policy ? money(pricing.totalInMinorUnits) : placeholder}
      </Figure>
      {creditInMinorUnits > 0 ? (
        <>
          <Figure name="Credit">{money(-creditInMinorUnits)}</Figure>
          <Figure name="Left to pay" className="strong">
            {money(pricing.totalInMinorUnits - creditInMinorUnits)}
          </Figure>
        </>
      ) : null}
    </dl>
  );
}

/** The savings of promotions; they are included in the prices, so they come after the total. */
function Savings({ pricing: { promotions, savingsInMinorUnits } }: { pricing: Pricing }) {
  if (savingsInMinorUnits <= 0) return null;
  return (
    <div className={`type-small above-20 ${classes.savings}`}>
      <h3>Active Promotions</h3>
      <dl>
        {promotions.map(({ key, title, savingInMinorUnits }) => (
          <Figure key={key} name={title}>
            {money(savingInMinorUnits)}
          </Figure>
        ))}
        <Figure name="Total Savings" className="strong">
          {money(savingsInMinorUnits)}
        </Figure>
      </dl>
    </div>
  );
}
