import { wishlistEndpoints as endpoints } from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import { productAnswer } from '../products/product-answer.ts';
import type { ProductsContext } from '../products/products-context.ts';
import type { WishlistsStore } from './wishlists.store.ts';

export interface WishlistContext extends Pick<ProductsContext, 'products'> {
  readonly wishlists: WishlistsStore;
}

export const wishlistRoutes = ({ products, wishlists }: WishlistContext): Route[] => [
  route(endpoints.getWishlist, async ({ identity }) =>
    (await products.findMany(await wishlists.list(identity.userId))).map(productAnswer),
  ),
  route(endpoints.changeWishlist, ({ identity, body: { add, remove } }) =>
    wishlists.change(identity.userId, add, remove),
  ),
];
