import type { Product } from '@kinmel/contracts';
import { Price, SavingFlag, upTo } from '@kinmel/ui';
import { formatPrice, Link } from '@kinmel/web-kit';
import { memo, Suspense } from 'react';
import { WishHeart } from '../../wishlist/heart.tsx';
import { AddToCart } from '../add-to-cart.tsx';
import { ProductPicture } from '../picture/product-picture.tsx';
import { priceText } from '../price-text.ts';
import { savingOf } from '../pricing.rules.ts';
import { detailLine } from '../product-categories.rules.ts';
import { productLink } from '../product-link.ts';
import classes from './product-card.module.css';

/** The `sizes` attribute of the card's picture. */
export const cardPictureSizes = `${upTo('phone')} 45vw, 310px`;

interface ProductCardProps {
  product: Product;
  /** The first picture of a page is loaded with high priority, the rest of its row eagerly. */
  picture?: 'first' | 'firstRow' | 'below';
}

function Card({ product, picture }: Required<ProductCardProps>) {
  const saving = savingOf(product);
  return (
    <article className={classes.card} data-tile-host="">
      <Link {...productLink(product)} className={classes.link}>
        <ProductPicture
          product={product}
          alt=""
          sizes={cardPictureSizes}
          priority={picture === 'first'}
          eager={picture === 'firstRow'}
          dimmed={!product.inStock}
          flag={saving ? <SavingFlag percent={saving.percent} /> : undefined}
        />
        <h3 className={`type-card one-line above-16 ${classes.name}`}>{product.name}</h3>
        <span className={`type-detail one-line ${classes.detail}`}>{detailLine(product)}</span>
      </Link>
      <span className={`stack gap-8 ${classes.heart}`}>
        <WishHeart product={product} look="card" />
      </span>
      <Price
        className={`above-12 ${classes.price}`}
        price={priceText(product)}
        oldPrice={saving && formatPrice(saving.originalPrice)}
        saving={saving && `You save ${formatPrice(saving.amount)}`}
      />
      <div className={classes.action}>
        <AddToCart product={product} look="card" />
      </div>
    </article>
  );
}

/**
 * A product in a list: one link over picture and name, with the heart and the button beside it. Memoised per product:
 * changes of the list, such as stored values after hydration, do not affect its cards. Cards below the first row are
 * hydrated later, or at once when touched.
 */
export const ProductCard = memo(function ProductCard({ product, picture = 'below' }: ProductCardProps) {
  const card = <Card product={product} picture={picture} />;
  return picture === 'below' ? <Suspense>{card}</Suspense> : card;
});
