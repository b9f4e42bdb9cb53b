import { shopSum } from '@kinmel/contracts/browser';
import { useIsNarrow } from '@kinmel/ui';
import { formatMoney } from '@kinmel/web-kit';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import { countPieces } from '../../../cart/cart.rules.ts';
import type { CartLine } from '../../../cart/cart-line.ts';
import { OrderLines } from './order-lines.tsx';
import classes from './phone-summary.module.css';

interface PhoneSummaryProps {
  lines: readonly CartLine[];
  /** Undefined while shipping and tax are unknown. */
  toPayInMinorUnits: number | undefined;
}

/**
 * On phones the summary is last on the page, so a bar at the bottom shows the amount to pay until the summary is in
 * view, and opens it.
 */
export function PhoneSummary({ lines, toPayInMinorUnits }: PhoneSummaryProps) {
  const isPhone = useIsNarrow();
  const [isOpen, setOpen] = useState(false);
  if (!isPhone) return null;
  const pieces = countPieces(lines);
  return (
    <div className={classes.bar}>
      {isOpen ? (
        <div className={classes.lines} id="phone-order">
          <OrderLines lines={lines} />
        </div>
      ) : null}
      <button
        type="button"
        className={`line gap-16 ${classes.toggle}`}
        aria-expanded={isOpen}
        aria-controls="phone-order"
        onClick={() => setOpen(!isOpen)}
      >
        <span>
          <span>{`Your order, ${pieces} ${pieces === 1 ? 'piece' : 'pieces'}`}</span>
          <ChevronDown size={20} className={isOpen ? undefined : classes.up} />
        </span>
        <span className={classes.total}>
          {toPayInMinorUnits === undefined ? '' : formatMoney(shopSum(toPayInMinorUnits))}
        </span>
      </button>
    </div>
  );
}
