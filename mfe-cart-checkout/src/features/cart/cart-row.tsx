import { typedNumber } from '@kinmel/contracts/browser';
import { Button, Chip, PictureTile, Quantity, SavingFlag, upTo, VisuallyHidden } from '@kinmel/ui';
import { formatMoney, formatPrice, Link, sourcesOfAddress } from '@kinmel/web-kit';
import Trash2 from 'lucide-react/icons/trash-2';
import type { Ref } from 'react';
import { maxPieces } from '../../cart/cart.rules.ts';
import type { CartLine } from '../../cart/cart-line.ts';
import type { LineChange } from '../../cart/check/cart-check.rules.ts';
import { lineTotal } from '../../cart/pricing/cart-pricing.rules.ts';
import { changeText } from '../../summary/changes.tsx';
import classes from './cart-row.module.css';

interface CartRowProps {
  line: CartLine;
  /** Its change since it was added, shown in the row too. */
  change: LineChange | undefined;
  /** Remaining stock, when known. */
  lowStockCount: number | undefined;
  /** Maximum quantity, when known. */
  maxQuantity: number | undefined;
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
  /** The Remove button, which gets the focus when the row above is removed. */
  removeRef: Ref<HTMLButtonElement>;
}

const pictureSizes = `${upTo('laptop')} 96px, 152px`;

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export function CartRow({
  line,
  change,
  lowStockCount,
  maxQuantity,
  onQuantity,
  onRemove,
  removeRef,
}: CartRowProps) {
  const { id, name, price, originalPrice, quantity, specialOffer, promoCode, details, isDevice } = line;
  // A claimed offer without a product has the offer's id and no page of its own.
  const product = id === specialOffer?.id ? '/specialoffers' : `/productdetails?id=${encodeURIComponent(id)}`;
  const isDiscounted = originalPrice > price;
  // Bundles and gifts have no discount in percent.
  const percent = Math.round(specialOffer?.discountPercentage ?? 0);
  // At least the quantity in the cart, so that the control shows the same number as the line.
  const maxValue = maxQuantity === undefined ? maxPieces : Math.max(maxQuantity, quantity);
  return (
    <li className={classes.row}>
      <Link to={product} className={classes.frame} tabIndex={-1} aria-hidden="true">
        <PictureTile
          className={classes.picture}
          sources={sourcesOfAddress(line.image, pictureSizes)}
          alt=""
          sizes={pictureSizes}
          eager
        />
      </Link>
      <div className={classes.what}>
        {specialOffer ? (
          <SavingFlag
            className={classes.flag}
            {...(percent > 0 ? { lead: 'SPECIAL OFFER', percent } : { text: 'SPECIAL OFFER' })}
          />
        ) : null}
        <h2 className="type-card anywhere">
          <Link to={product} className={classes.link}>
            {name}
          </Link>
        </h2>
        {details ? <p className="type-detail">{details}</p> : null}
        {specialOffer?.title ? <p className="above-4 type-label">{specialOffer.title}</p> : null}
        {change ? (
          <p className={`above-4 type-label ${classes.change}`}>{capitalized(changeText(change, line))}</p>
        ) : null}
        {promoCode ? (
          <p className="type-detail">
            Promo code
            <Chip look="marigold" className={classes.code}>
              {promoCode}
            </Chip>
          </p>
        ) : null}
        <Button
          ref={removeRef}
          look="ghost"
          size="medium"
          className={classes.remove}
          aria-label={`Remove ${name}`}
          onClick={onRemove}
        >
          <Trash2 />
          Remove
        </Button>
      </div>
      <div className={`stack gap-8 ${classes.pieces}`}>
        {isDevice ? (
          <p className="type-detail">1 piece</p>
        ) : (
          <Quantity
            name={name}
            value={quantity}
            max={maxValue}
            parseNumber={typedNumber}
            onChange={onQuantity}
          />
        )}
        {lowStockCount !== undefined && !change && !isDevice ? (
          <p className={`type-small ${classes.left}`}>{`Only ${lowStockCount} left`}</p>
        ) : null}
        <p className={`type-detail figures ${classes.each}`}>
          <span>{`${formatPrice(price)} each`}</span>
          {isDiscounted ? (
            <s className={classes.old}>
              <VisuallyHidden>Old price </VisuallyHidden>
              <span>{formatPrice(originalPrice)}</span>
            </s>
          ) : null}
        </p>
      </div>
      <p className={classes.total}>
        <VisuallyHidden>Line total </VisuallyHidden>
        <span>{formatMoney(lineTotal(line))}</span>
      </p>
    </li>
  );
}
