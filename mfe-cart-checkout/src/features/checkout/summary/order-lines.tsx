import { PictureTile, VisuallyHidden } from '@kinmel/ui';
import { formatMoney, sourcesOfAddress } from '@kinmel/web-kit';
import { lineKey } from '../../../cart/cart.rules.ts';
import type { CartLine } from '../../../cart/cart-line.ts';
import { lineTotal } from '../../../cart/pricing/cart-pricing.rules.ts';
import classes from './order-lines.module.css';

const pictureSize = '72px';

/** Variant and discount of a line: "128 GB, Sierra Blue · 12% off, GALAXY12". */
function detailOf({ specialOffer, discountPercentage, promoCode, details }: CartLine): string {
  const percent = Math.round(specialOffer?.discountPercentage ?? discountPercentage);
  const saving = percent > 0 ? `${percent}% off` : '';
  const cause = promoCode ?? specialOffer?.title;
  const discount = cause ? [saving, cause].filter(Boolean).join(', ') : '';
  // A non-breaking space before the dot, so that no line starts with it.
  return [details, discount].filter(Boolean).join('\u00a0· ');
}

/** A compact list of the order's lines. */
export function OrderLines({ lines }: { lines: readonly CartLine[] }) {
  return (
    <ul className={`stack gap-16 ${classes.lines}`} aria-label="Products of your order">
      {lines.map((line) => (
        <li key={lineKey(line)} className={`stack gap-16 ${classes.line}`}>
          <span className={classes.frame}>
            <PictureTile
              className={classes.picture}
              sources={sourcesOfAddress(line.image, pictureSize)}
              alt=""
              sizes={pictureSize}
              eager
            />
            <span className={classes.pieces}>
              <span>{line.quantity}</span>
              <VisuallyHidden>{line.quantity === 1 ? ' piece of ' : ' pieces of '}</VisuallyHidden>
            </span>
          </span>
          <span className={classes.words}>
            <span className={`type-label ${classes.text}`}>{line.name}</span>
            <span className={`type-hint ${classes.text}`}>{detailOf(line)}</span>
          </span>
          <span className={`type-label figures ${classes.amount}`}>{formatMoney(lineTotal(line))}</span>
        </li>
      ))}
    </ul>
  );
}
