import { Button, Chip, PictureTile, Quantity, SavingFlag, VisuallyHidden } from '@kinmel/ui';
import { formatPrice, Link } from '@kinmel/web-kit';
import Trash2 from 'lucide-react/icons/trash-2';
import type { Ref } from 'react';
import { mostPieces } from '../../cart/cart.rules.ts';
import type { CartLine } from '../../cart/cart-line.ts';
import { lineTotal } from '../../cart/cart-totals.rules.ts';
import classes from './cart-row.module.css';
import { rowPicture } from './row-picture.rules.ts';

interface CartRowProps {
  line: CartLine;
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
  /** The Remove button: the focus goes there when the row before it goes away. */
  removeRef: Ref<HTMLButtonElement>;
}

/** One line of the cart (CART-01 to CART-10). */
export function CartRow({ line, onQuantity, onRemove, removeRef }: CartRowProps) {
  const { id, name, price, originalPrice, quantity, specialOffer, promoCode, details } = line;
  const product = `/productdetails?id=${encodeURIComponent(id)}`;
  const isDiscounted = originalPrice > price;
  return (
    <li className={classes.row}>
      <Link to={product} className={classes.frame} tabIndex={-1} aria-hidden="true">
        <PictureTile
          className={classes.picture}
          sources={rowPicture(line.image)}
          alt=""
          sizes="(max-width: 1180px) 96px, 152px"
          eager
        />
      </Link>
      <div className={classes.what}>
        {specialOffer ? (
          <SavingFlag
            className={classes.flag}
            lead="SPECIAL OFFER"
            percent={Math.round(specialOffer.discountPercentage)}
          />
        ) : null}
        <h2 className={classes.name}>
          <Link to={product} className={classes.link}>
            {name}
          </Link>
        </h2>
        {details ? <p className={classes.small}>{details}</p> : null}
        {specialOffer?.title ? <p className={classes.offer}>{specialOffer.title}</p> : null}
        {promoCode ? (
          <p className={classes.small}>
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
      <div className={classes.pieces}>
        <Quantity name={name} value={quantity} max={mostPieces} onChange={onQuantity} />
        <p className={`${classes.small} ${classes.each}`}>
          {formatPrice(price)} each
          {isDiscounted ? (
            <s className={classes.old}>
              <VisuallyHidden>Old price </VisuallyHidden>
              {formatPrice(originalPrice)}
            </s>
          ) : null}
        </p>
      </div>
      <p className={classes.total}>
        <VisuallyHidden>Line total </VisuallyHidden>
        {formatPrice(lineTotal(line) / 100)}
      </p>
    </li>
  );
}
