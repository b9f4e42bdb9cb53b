import { Alert, Button } from '@kinmel/ui';
import { formatPrice } from '@kinmel/web-kit';
import type { Ref } from 'react';
import { lineKey } from '../cart/cart.rules.ts';
import type { CartLine } from '../cart/cart-line.ts';
import type { LineChange } from '../cart/check/cart-check.rules.ts';
import type { CartChecking } from '../cart/check/use-cart-check.ts';
import classes from './changes.module.css';

/** The change of a line, after its name: "price changed from NPR 91,500 to NPR 89,900". */
export function changeText(change: LineChange, { isDevice }: CartLine): string {
  switch (change.kind) {
    case 'price':
      return `price changed from ${formatPrice(change.from)} to ${formatPrice(change.to)}`;
    case 'low-stock':
      return change.lowStockCount === undefined
        ? 'not so many left, choose fewer'
        : `only ${change.lowStockCount} left`;
    case 'too-many':
      return `an order takes at most ${change.maxQuantity}`;
    case 'out-of-stock':
      return isDevice ? 'this phone is sold' : 'out of stock';
    case 'gone':
      return 'no longer sold';
    case 'offer-ended':
      return 'the offer has ended';
  }
}

interface ChangesProps {
  lines: readonly CartLine[];
  checking: CartChecking;
  ref?: Ref<HTMLDivElement>;
  /** Called after accepting: the pressed button is removed, and the focus must be moved. */
  onAccept?: () => void;
}

/** Changes since the products were added, line by line, before payment. */
export function Changes({ lines, checking, ref, onAccept }: ChangesProps) {
  if (!checking.hasChanges) return null;
  const changedLines = lines.flatMap((line) => {
    const change = checking.changes.get(lineKey(line));
    return change ? [{ line, change }] : [];
  });
  const accept = () => {
    checking.accept();
    onAccept?.();
  };
  const removesLines = changedLines.some(
    ({ change }) => !['price', 'low-stock', 'too-many'].includes(change.kind),
  );
  return (
    <Alert tone="warn" role="alert" className="below-24" ref={ref} tabIndex={-1}>
      <p className="type-label">Your cart has changed</p>
      <ul className={`stack gap-4 anywhere ${classes.list}`}>
        {changedLines.map(({ line, change }) => (
          <li key={lineKey(line)}>
            <strong>{line.name}</strong>
            <span>{`: ${changeText(change, line)}`}</span>
          </li>
        ))}
        {checking.promo ? <li>{checking.promo}</li> : null}
      </ul>
      <p className={`type-small ${classes.what}`}>
        {removesLines
          ? 'Accept to go on with today’s prices. What cannot be bought leaves your cart.'
          : 'Accept to go on with today’s prices and pieces.'}
      </p>
      <Button look="line" size="medium" onClick={accept}>
        Accept changes
      </Button>
    </Alert>
  );
}
