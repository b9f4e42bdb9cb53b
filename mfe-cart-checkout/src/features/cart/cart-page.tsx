import {
  Button,
  ButtonLink,
  ConfirmDialog,
  Container,
  EmptyState,
  Loading,
  type RowFocus,
  Skeleton,
  useFocusWhenEmptied,
  useRowFocus,
} from '@kinmel/ui';
import { Link, usePageTitle } from '@kinmel/web-kit';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Undo2 from 'lucide-react/icons/undo-2';
import { useState } from 'react';
import { countPieces, lineKey } from '../../cart/cart.rules.ts';
import { removeLine, restoreLine, setQuantity } from '../../cart/cart-edit.rules.ts';
import type { CartLine } from '../../cart/cart-line.ts';
import { type CartChecking, useCartCheck } from '../../cart/check/use-cart-check.ts';
import { changeLines, showCartMessage, useCartLines } from '../../cart/state/cart-store.ts';
import { Changes } from '../../summary/changes.tsx';
import { useUnpaidOrder } from '../../unpaid-order.ts';
import classes from './cart-page.module.css';
import { CartRow } from './cart-row.tsx';
import { CartSummary } from './cart-summary.tsx';

/** A line that was just removed, and its position. */
interface RemovedLine {
  readonly line: CartLine;
  readonly index: number;
}

const changeCart = (update: Parameters<typeof changeLines>[0], message: string) => {
  changeLines(update);
  showCartMessage(message);
};

function RemovedRow({ name, onUndo }: { name: string; onUndo: () => void }) {
  return (
    <li className={`ends quiet anywhere ${classes.removed}`}>
      <span>{`${name} was removed.`}</span>
      <Button look="ghost" size="medium" aria-label={`Undo: put ${name} back`} onClick={onUndo}>
        <Undo2 />
        Undo
      </Button>
    </li>
  );
}

interface CartRowsProps {
  lines: readonly CartLine[];
  checking: CartChecking;
  removedLine: RemovedLine | undefined;
  onRemove: (removedLine: RemovedLine) => void;
  onUndo: () => void;
  focus: RowFocus;
}

function CartRows({ lines, checking, removedLine, onRemove, onUndo, focus }: CartRowsProps) {
  const remove = (line: CartLine, index: number) => {
    focus.leave(lines.map(lineKey), index);
    onRemove({ line, index });
    changeCart((now) => removeLine(now, lineKey(line)), 'Item removed from cart');
  };
  const rows = lines.map((line, index) => {
    const key = lineKey(line);
    return (
      <CartRow
        key={key}
        line={line}
        change={checking.changes.get(key)}
        lowStockCount={checking.lowStockCountOf(key)}
        maxQuantity={checking.maxQuantityOf(key)}
        onQuantity={(quantity) => changeCart((now) => setQuantity(now, key, quantity), 'Quantity updated')}
        onRemove={() => remove(line, index)}
        removeRef={focus.removeRef(key)}
      />
    );
  });
  if (removedLine) {
    rows.splice(
      removedLine.index,
      0,
      <RemovedRow key="removed" name={removedLine.line.name} onUndo={onUndo} />,
    );
  }
  return (
    <ul className={classes.rows} aria-label="Products in your cart">
      {rows}
    </ul>
  );
}

const loadingLines = (
  <Loading text="Loading your cart">
    <Skeleton className={classes.unknown} />
  </Loading>
);

function NextLinks({ look }: { look?: 'line' }) {
  return (
    <>
      <ButtonLink as={Link} to="/" look={look}>
        {look === 'line' ? <ArrowLeft /> : null}
        <span>Continue Shopping</span>
      </ButtonLink>
      <ButtonLink as={Link} to="/specialoffers" look="ghost">
        View Special Offers
      </ButtonLink>
    </>
  );
}

function EmptyCart() {
  const unpaidOrder = useUnpaidOrder();
  return (
    <EmptyState
      className={classes.empty}
      text="Your cart is empty"
      detail={
        unpaidOrder ? (
          <>
            An order waits for its payment. <Link to={`/order?id=${unpaidOrder}`}>View this order</Link>
          </>
        ) : (
          'What you add will wait for you here.'
        )
      }
      actions={<NextLinks />}
    />
  );
}

/** "Clear Cart" with its confirmation. */
function ClearCart({ pieces, onClear }: { pieces: number; onClear: () => void }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button look="ghostDanger" onClick={() => setAsking(true)}>
        Clear Cart
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Clear Cart"
        confirm="Clear Cart"
        onConfirm={onClear}
      >
        {`Are you sure you want to remove all ${pieces} item(s) from your cart? This action cannot be undone.`}
      </ConfirmDialog>
    </>
  );
}

/** The cart at `/cart`. Visitors have one without signing in. */
export default function CartPage() {
  usePageTitle('Your Shopping Cart');
  const lines = useCartLines();
  const isFilled = lines !== undefined && lines.length > 0;
  const title = useFocusWhenEmptied<HTMLHeadingElement>(isFilled);
  const checking = useCartCheck(lines);
  const [removedLine, setRemoved] = useState<RemovedLine>();
  const rowFocus = useRowFocus();
  const undo = () => {
    if (removedLine) {
      rowFocus.comeBack(lineKey(removedLine.line));
      const { line, index } = removedLine;
      changeLines((now) => restoreLine(now, line, index));
    }
    setRemoved(undefined);
  };
  const clear = () => {
    setRemoved(undefined);
    changeCart(() => [], 'Cart cleared');
  };

  return (
    <Container page>
      <div className={`ends ${classes.head}`}>
        <h1 ref={title} tabIndex={-1} className={classes.title}>
          Your Shopping Cart
        </h1>
        {isFilled ? <ClearCart pieces={countPieces(lines)} onClear={clear} /> : null}
      </div>
      <div className={classes.columns}>
        <div>
          {lines === undefined ? loadingLines : null}
          {isFilled ? (
            <>
              <Changes lines={lines} checking={checking} onAccept={() => title.current?.focus()} />
              <CartRows
                lines={lines}
                checking={checking}
                removedLine={removedLine}
                onRemove={setRemoved}
                onUndo={undo}
                focus={rowFocus}
              />
              <div className={`buttons ${classes.onward}`}>
                <NextLinks look="line" />
              </div>
            </>
          ) : null}
          {lines?.length === 0 && removedLine ? (
            <ul className={classes.rows}>
              <RemovedRow name={removedLine.line.name} onUndo={undo} />
            </ul>
          ) : null}
          {lines?.length === 0 ? <EmptyCart /> : null}
        </div>
        <CartSummary lines={lines} checking={checking} />
      </div>
    </Container>
  );
}
