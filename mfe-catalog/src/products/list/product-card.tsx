import type { Product } from '@kinmel/contracts';
import { Price, SavingFlag } from '@kinmel/ui';
import { formatPrice, Link } from '@kinmel/web-kit';
import { memo, Suspense } from 'react';
import { WishHeart } from '../../wishlist/heart.tsx';
import { AddToCart } from '../add-to-cart.tsx';
import { ProductPicture } from '../picture/product-picture.tsx';
import { savingOf } from '../pricing.rules.ts';
import { detailLine } from '../product-categories.rules.ts';
import { productLink } from '../product-link.ts';
import classes from './product-card.module.css';

/** How wide the picture of a card is drawn, in the words of the `sizes` attribute. */
export const cardPictureSizes = '(max-width: 768px) 45vw, 310px';

interface ProductCardProps {
  product: Product;
  /** The first picture of a page is fetched before all others, the rest of its row at once. */
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
        <h3 className={classes.name}>{product.name}</h3>
        <span className={classes.detail}>{detailLine(product)}</span>
      </Link>
      <span className={classes.heart}>
        <WishHeart product={product} look="card" />
      </span>
      <Price
        className={classes.price}
        price={formatPrice(product.price)}
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
 * A product in a list: one link over picture and name, and beside it the heart and the button (CARD rows). Drawn once for
 * a product: what changes about a list, such as what storage knows after hydration, is nothing to its cards. One below the
 * first screen is hydrated in a step of its own when the first screen is done, or at once when it is touched.
 */
export const ProductCard = memo(function ProductCard({ product, picture = 'below' }: ProductCardProps) {
  const card = <Card product={product} picture={picture} />;
  return picture === 'below' ? <Suspense>{card}</Suspense> : card;
});
