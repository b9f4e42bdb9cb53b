import { LRUCache } from 'lru-cache';
import { productAnswer } from '../product-answer.ts';
import type { ProductsStore } from '../products.store.ts';

export interface ProductCardsOptions {
  readonly products: Pick<ProductsStore, 'findMany'>;
  /** The newest version known to this instance; 0 for an unknown product. */
  readonly versionOf: (id: string) => number;
  readonly maxBytes?: number;
}

interface Card {
  readonly version: number;
  readonly json: Buffer;
}

/** Estimated memory of a card besides its JSON. */
const overheadBytes = 200;

/**
 * An LRU cache of cards. A card is used only while the search index has its exact version (CAT-C5: every visible change
 * increments it), so that a list is never older than the index.
 */
export function createProductCards({
  products,
  versionOf,
  maxBytes = 16 * 1024 * 1024,
}: ProductCardsOptions) {
  const cache = new LRUCache<string, Card>({
    maxSize: maxBytes,
    sizeCalculation: ({ json }) => json.length + overheadBytes,
  });
  let generation = 0;

  function find(id: string): Buffer | undefined {
    const card = cache.get(id);
    return card?.version === versionOf(id) ? card.json : undefined;
  }

  return {
    /** The cards of existing products in the given order; one database call for those that are not cached. */
    async of(ids: readonly string[]): Promise<Buffer[]> {
      const cards = ids.map(find);
      const missing = ids.filter((_, index) => cards[index] === undefined);
      if (missing.length === 0) return cards.filter((json) => json !== undefined);
      const generationAtRead = generation;
      const newCards = new Map<string, Buffer>();
      for (const product of await products.findMany(missing)) {
        const json = Buffer.from(JSON.stringify(productAnswer(product)));
        newCards.set(product.id, json);
        // A product that changed during the read is not cached.
        if (generationAtRead === generation) cache.set(product.id, { version: product.version, json });
      }
      return ids.flatMap((id, index) => cards[index] ?? newCards.get(id) ?? []);
    },

    /** Call it for changed products whose new version is not known yet. */
    forget(ids: readonly string[]): void {
      generation += 1;
      for (const id of ids) cache.delete(id);
    },

    clear(): void {
      generation += 1;
      cache.clear();
    },
  };
}

export type ProductCards = ReturnType<typeof createProductCards>;
