import type { PictureStore } from '@kinmel/pictures';
import type { AuditContext } from '@kinmel/service-kit';
import type { ProductSearch } from '../search/product-search.ts';
import type { ProductsStore } from './products.store.ts';
import type { ProductCards } from './reads/product-cards.ts';

export interface ProductsContext extends AuditContext {
  readonly products: ProductsStore;
  readonly search: ProductSearch;
  readonly pictures: PictureStore;
  /** Cached JSON of single products, for lists. */
  readonly cards: ProductCards;
  readonly now: () => Date;
  readonly newId: () => string;
  /** Notifies the outbox relay after a save. */
  readonly sendEvents: () => void;
}
