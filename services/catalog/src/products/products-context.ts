import type { PictureStore } from '@kinmel/pictures';
import { type ServiceBasis } from '@kinmel/service-kit';
import type { ProductSearch } from '../search/product-search.ts';
import type { ProductsStore } from './products.store.ts';
import type { ProductCards } from './reads/product-cards.ts';

export interface ProductsContext extends Pick<ServiceBasis, 'audit' | 'now' | 'newId' | 'sendEvents'> {
  readonly products: ProductsStore;
  readonly search: ProductSearch;
  readonly pictures: PictureStore;
  /** Cached JSON of single products, for lists. */
  readonly cards: ProductCards;
}
