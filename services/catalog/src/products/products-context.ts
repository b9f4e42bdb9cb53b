import type { PictureStore } from '@kinmel/pictures';
import type { AuditContext } from '@kinmel/service-kit';
import type { ProductSearch } from '../search/product-search.ts';
import type { ProductsStore } from './products.store.ts';
import type { ProductCards } from './reads/product-cards.ts';

/** What the use cases of products depend on. */
export interface ProductsContext extends AuditContext {
  readonly products: ProductsStore;
  readonly search: ProductSearch;
  readonly pictures: PictureStore;
  /** Finished JSON of single products, for everything that lists some. */
  readonly cards: ProductCards;
  readonly now: () => Date;
  readonly newId: () => string;
  /** Called after a save: the outbox has something to send. */
  readonly sendEvents: () => void;
}
