import { shopSum } from '@kinmel/contracts/browser';
import { Checkbox } from '@kinmel/ui';
import { formatMoney } from '@kinmel/web-kit';
import { cartApi } from '../../../cart-api.ts';
import classes from './payment-choice.module.css';

/**
 * The credit of the signed-in customer, and how much of it this order uses when it is chosen: the smaller of balance and
 * total. A balance that could not be loaded is not used.
 */
export function useCredit(isSignedIn: boolean, isChosen: boolean, totalInMinorUnits: number) {
  const { data = 0, error, refetch } = cartApi.useGetCreditBalanceQuery(undefined, { skip: !isSignedIn });
  const hasFailed = isSignedIn && error !== undefined;
  const usable = hasFailed ? 0 : Math.min(data, totalInMinorUnits);
  return { balance: data, usable, used: isChosen ? usable : 0, hasFailed, refetch };
}

interface CreditChoiceProps {
  credit: ReturnType<typeof useCredit>;
  onChange: (isChosen: boolean) => void;
}

/** Renders nothing without credit. */
export function CreditChoice({ credit: { balance, usable, used, hasFailed }, onChange }: CreditChoiceProps) {
  if (hasFailed) return <p className={classes.credit}>Shop credit cannot be used now.</p>;
  if (usable === 0) return null;
  return (
    <Checkbox
      className={classes.credit}
      label={`Use ${formatMoney(shopSum(usable))} credit`}
      detail={balance > usable ? `of ${formatMoney(shopSum(balance))}` : undefined}
      checked={used > 0}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}
