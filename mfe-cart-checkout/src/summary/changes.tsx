import { Alert, Button } from '@kinmel/ui';
import type { Ref } from 'react';
import { lineKey } from '../cart/cart.rules.ts';
import type { CartLine } from '../cart/cart-line.ts';
import type { CartChecking } from '../cart/check/use-cart-check.ts';
import { changeText } from './change-text.ts';
import classes from './changes.module.css';

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
  const changed = lines.flatMap((line) => {
    const change = checking.changes.get(lineKey(line));
    return change ? [{ line, change }] : [];
  });
  const accept = () => {
    checking.accept();
    onAccept?.();
  };
  const leaves = changed.some(({ change }) => !['price', 'low-stock', 'too-many'].includes(change.kind));
  return (
    <Alert tone="warn" role="alert" className={classes.changes} ref={ref} tabIndex={-1}>
      <p className={classes.title}>Your cart has changed</p>
      <ul className={classes.list}>
        {changed.map(({ line, change }) => (
          <li key={lineKey(line)}>
            <strong>{line.name}</strong>: {changeText(change)}
          </li>
        ))}
        {checking.promo ? <li>{checking.promo}</li> : null}
      </ul>
      <p className={classes.what}>
        {leaves
          ? 'Accept to go on with today’s prices. What cannot be bought leaves your cart.'
          : 'Accept to go on with today’s prices and pieces.'}
      </p>
      <Button look="line" size="medium" onClick={accept}>
        Accept changes
      </Button>
    </Alert>
  );
}
