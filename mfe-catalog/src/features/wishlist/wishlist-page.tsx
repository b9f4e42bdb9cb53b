import {
  ButtonLink,
  Container,
  EmptyState,
  IconButton,
  Loading,
  Price,
  Skeleton,
  useFocusWhenEmptied,
  useRowFocus,
  VisuallyHidden,
} from '@kinmel/ui';
import { formatPrice, Link, toast, useAppDispatch, usePageTitle } from '@kinmel/web-kit';
import Heart from 'lucide-react/icons/heart';
import Trash2 from 'lucide-react/icons/trash-2';
import type { Ref } from 'react';
import { AlertButton } from '../../alerts/alert-button.tsx';
import { OwnAlerts } from '../../alerts/own-alerts.tsx';
import { AddToCart } from '../../products/add-to-cart.tsx';
import { ProductPicture } from '../../products/picture/product-picture.tsx';
import { priceText } from '../../products/price-text.ts';
import { savingOf } from '../../products/pricing.rules.ts';
import { detailLine } from '../../products/product-categories.rules.ts';
import { productLink } from '../../products/product-link.ts';
import { useFreshWishlist } from '../../wishlist/use-fresh-wishlist.ts';
import { useAccountWishlist, useWishlist } from '../../wishlist/use-wishlist.ts';
import type { WishlistItem } from '../../wishlist/wishlist.slice.ts';
import { removed } from '../../wishlist/wishlist.slice.ts';
import classes from './wishlist-page.module.css';

interface RowProps {
  item: WishlistItem;
  onRemove: () => void;
  removeRef: Ref<HTMLButtonElement>;
}

function Row({ item, onRemove, removeRef }: RowProps) {
  const saving = savingOf(item);
  return (
    <tr className={classes.row}>
      <th scope="row" className={classes.product}>
        <Link {...productLink(item)} className={`line gap-20 ${classes.link}`}>
          <ProductPicture product={item} alt="" sizes="96px" className={classes.picture} />
          <span className={`anywhere ${classes.words}`}>
            <span className={classes.name}>{item.name}</span>
            <span className={`quiet ${classes.detail}`}>{detailLine(item)}</span>
          </span>
        </Link>
      </th>
      <td className={classes.price}>
        <Price price={priceText(item)} oldPrice={saving && formatPrice(saving.originalPrice)} />
      </td>
      <td className={classes.actions}>
        <div className={`line end nowrap ${classes.buttons}`}>
          <AddToCart product={item} look="row" successText="Product added to cart!" />
          <AlertButton about={item} look="plain" />
          <IconButton ref={removeRef} label={`Remove ${item.name} from wishlist`} onClick={onRemove}>
            <Trash2 />
          </IconButton>
        </div>
      </td>
    </tr>
  );
}

function Rows({ items }: { items: readonly WishlistItem[] }) {
  const dispatch = useAppDispatch();
  const focus = useRowFocus();
  const remove = ({ id }: WishlistItem, index: number) => {
    focus.leave(
      items.map((item) => item.id),
      index,
    );
    dispatch(removed(id));
    toast.success('Removed from Wishlist!');
  };
  return items.map((item, index) => (
    <Row
      key={item.id}
      item={item}
      onRemove={() => remove(item, index)}
      removeRef={focus.removeRef(item.id)}
    />
  ));
}

/**
 * `/wishlist`: stored in this browser and shown with current prices; sent to the server only for signed-in users
 * (decision 98).
 */
export default function WishlistPage() {
  usePageTitle('Wishlist');
  const { items, loading, error } = useWishlist();
  const isSignedIn = useAccountWishlist();
  useFreshWishlist(!loading);
  const isFilled = items.length > 0;
  const title = useFocusWhenEmptied<HTMLHeadingElement>(isFilled);

  return (
    <Container page>
      <h1 ref={title} tabIndex={-1}>
        Wishlist
      </h1>
      {error ? (
        <p className={`above-16 ${classes.warning}`} aria-live="polite">
          {error}
        </p>
      ) : null}
      {loading ? (
        <Loading className="stack above-32">
          {['first', 'second', 'third'].map((name) => (
            <Skeleton key={name} height={96} />
          ))}
        </Loading>
      ) : null}
      {!loading && !isFilled ? (
        <EmptyState
          className="above-32"
          icon={<Heart />}
          text="Your wishlist is empty"
          detail="Press the heart of a product and it will wait for you here."
          actions={
            <ButtonLink as={Link} to="/categories" size="medium">
              Shop Now
            </ButtonLink>
          }
        />
      ) : null}
      {isFilled ? (
        <table className={`above-32 ${classes.table}`}>
          <thead>
            <tr>
              <th scope="col">Product name</th>
              <th scope="col">Unit price</th>
              <th scope="col">
                <VisuallyHidden>Actions</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            <Rows items={items} />
          </tbody>
        </table>
      ) : null}
      {isSignedIn ? <OwnAlerts /> : null}
    </Container>
  );
}
