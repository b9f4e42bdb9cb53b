import { Button, ButtonLink, Container, EmptyState, IconButton, Loading, Price, Skeleton } from '@kinmel/ui';
import { formatPrice, Link, toast, useAppDispatch, usePageTitle, Widget } from '@kinmel/web-kit';
import Heart from 'lucide-react/icons/heart';
import Trash2 from 'lucide-react/icons/trash-2';
import { ProductPicture } from '../../products/picture/product-picture.tsx';
import { savingOf } from '../../products/pricing.rules.ts';
import { detailLine } from '../../products/product-categories.rules.ts';
import { productLink } from '../../products/product-link.ts';
import { useWishlist } from '../../wishlist/use-wishlist.ts';
import type { WishlistItem } from '../../wishlist/wishlist.rules.ts';
import { removed } from '../../wishlist/wishlist.slice.ts';
import classes from './wishlist-page.module.css';

function Row({ item }: { item: WishlistItem }) {
  const dispatch = useAppDispatch();
  const saving = savingOf(item);
  const remove = () => {
    dispatch(removed(item.id));
    toast.success('Removed from Wishlist!');
  };
  return (
    <tr className={classes.row}>
      <th scope="row" className={classes.product}>
        <Link {...productLink(item)} className={classes.link}>
          <ProductPicture product={item} alt="" sizes="96px" className={classes.picture} />
          <span className={classes.words}>
            <span className={classes.name}>{item.name}</span>
            <span className={classes.detail}>{detailLine(item)}</span>
          </span>
        </Link>
      </th>
      <td className={classes.price}>
        <Price price={formatPrice(item.price)} oldPrice={saving && formatPrice(saving.originalPrice)} />
      </td>
      <td className={classes.actions}>
        <div className={classes.buttons}>
          <Widget
            name="mfe-cart-checkout/add-to-cart"
            product={item}
            look="row"
            successText="Product added to cart!"
            placeholder={
              <Button look="tonal" size="medium" aria-busy="true" aria-disabled="true">
                Add to Cart
              </Button>
            }
          />
          <IconButton label={`Remove ${item.name} from wishlist`} onClick={remove}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        </div>
      </td>
    </tr>
  );
}

function Places() {
  return (
    <Loading className={classes.places}>
      {['first', 'second', 'third'].map((place) => (
        <Skeleton key={place} height={96} />
      ))}
    </Loading>
  );
}

/** `/wishlist`: what this browser keeps for its visitor; no server is asked (WISH-15, WISH-16). */
export default function WishlistPage() {
  usePageTitle('Wishlist');
  const { items, loading, error } = useWishlist();
  return (
    <Container className={classes.page}>
      <h1>Wishlist</h1>
      {error ? (
        <p className={classes.warning} aria-live="polite">
          {error}
        </p>
      ) : null}
      {loading ? <Places /> : null}
      {!loading && items.length === 0 ? (
        <EmptyState
          className={classes.empty}
          icon={<Heart aria-hidden="true" />}
          text="Your wishlist is empty"
          detail="Press the heart of a product and it will wait for you here."
          actions={
            <ButtonLink as={Link} to="/categories" size="medium">
              Shop Now
            </ButtonLink>
          }
        />
      ) : null}
      {items.length > 0 ? (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Product name</th>
              <th scope="col">Unit price</th>
              <th scope="col">
                <span className={classes.hiddenHead}>Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <Row key={item.id} item={item} />
            ))}
          </tbody>
        </table>
      ) : null}
    </Container>
  );
}
