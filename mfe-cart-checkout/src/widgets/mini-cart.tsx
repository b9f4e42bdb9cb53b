import { minorUnitsOf, shopSum } from '@kinmel/contracts/browser';
import { ButtonLink } from '@kinmel/ui';
import { formatMoney, Link } from '@kinmel/web-kit';
import { countPieces, lineKey } from '../cart/cart.rules.ts';
import type { CartLine } from '../cart/cart-line.ts';
import { useCartLines } from '../cart/state/cart-store.ts';
import classes from './mini-cart.module.css';

/** More lines are only counted. */
const maxShownLines = 3;

/** The sum of the lines: the cart shows shipping and tax, and the pricing code stays out of this small file. */
const totalOf = (lines: readonly CartLine[]) =>
  shopSum(lines.reduce((sum, { price, quantity }) => sum + minorUnitsOf(price) * quantity, 0));

/** A preview of the cart below the bag: the newest lines, the subtotal and two links. */
export default function MiniCart() {
  const lines = useCartLines() ?? [];
  const newestLines = lines.toReversed().slice(0, maxShownLines);
  const hiddenPieces = countPieces(lines) - countPieces(newestLines);
  return (
    <section className={`type-small ${classes.panel}`} aria-label="Your cart at a glance">
      {lines.length === 0 ? (
        <p className="quiet">Your cart is empty</p>
      ) : (
        <>
          <ul className="stack gap-12">
            {newestLines.map((line) => (
              <li key={lineKey(line)} className={`stack gap-12 ${classes.line}`}>
                <span className={classes.frame}>
                  {line.image ? <img src={line.image} alt="" width={56} height={56} loading="lazy" /> : null}
                </span>
                <span className={classes.words}>
                  <span className={`type-label one-line ${classes.name}`}>{line.name}</span>
                  <span className={`quiet ${classes.pieces}`}>
                    {line.quantity === 1 ? '1 piece' : `${line.quantity} pieces`}
                  </span>
                </span>
                <span className="type-label figures">{formatMoney(totalOf([line]))}</span>
              </li>
            ))}
          </ul>
          {hiddenPieces > 0 ? <p className={`quiet ${classes.more}`}>{`and ${hiddenPieces} more`}</p> : null}
          <p className={`type-label figures ${classes.subtotal}`}>
            <span>Subtotal</span>
            <span>{formatMoney(totalOf(lines))}</span>
          </p>
          <div className={`above-16 ${classes.ways}`}>
            <ButtonLink as={Link} to="/cart" look="line" size="medium">
              View Cart
            </ButtonLink>
            <ButtonLink as={Link} to="/checkout" size="medium">
              Checkout
            </ButtonLink>
          </div>
        </>
      )}
    </section>
  );
}
