import { productAnswer } from '../product-answer.ts';
import type { ProductsStore } from '../products.store.ts';

export interface ProductCardsOptions {
  readonly products: Pick<ProductsStore, 'findMany'>;
  /** The newest version that this instance has heard of; 0 when it knows of no such product. */
  readonly versionOf: (id: string) => number;
  readonly maxBytes?: number;
}

/** Finished JSON of single products, the piece that every list and search is put together from. */
export interface ProductCards {
  /** One for each id that is still in the shop, in the same order. Asks the database once, for all that are not kept. */
  of(ids: readonly string[]): Promise<Buffer[]>;
  /** To be called with what changed before its new version is known here. */
  forget(ids: readonly string[]): void;
  clear(): void;
}

interface Card {
  readonly version: number;
  readonly json: Buffer;
}

/** What a kept card takes beside its text. */
const overheadBytes = 200;

/**
 * Keeps cards of products that were read before, the ones not asked for the longest given up first. A card is used
 * only while the search index speaks of exactly its version (C5: whatever a shopper can see raises it), so that a
 * list never shows an older product than the index that chose it.
 */
export function createProductCards({
  products,
  versionOf,
  maxBytes = 16 * 1024 * 1024,
}: ProductCardsOptions): ProductCards {
  const kept = new Map<string, Card>();
  let bytes = 0;
  let generation = 0;

  function drop(id: string): void {
    const card = kept.get(id);
    if (card && kept.delete(id)) bytes -= card.json.length + overheadBytes;
  }

  function keep(id: string, card: Card): void {
    drop(id);
    kept.set(id, card);
    bytes += card.json.length + overheadBytes;
  }

  function find(id: string): Buffer | undefined {
    const card = kept.get(id);
    if (card?.version !== versionOf(id)) return undefined;
    kept.delete(id);
    kept.set(id, card);
    return card.json;
  }

  return {
    async of(ids) {
      const found = ids.map(find);
      const missing = ids.filter((_, index) => found[index] === undefined);
      if (missing.length === 0) return found.filter((json) => json !== undefined);
      const before = generation;
      const read = new Map<string, Buffer>();
      for (const product of await products.findMany(missing)) {
        const json = Buffer.from(JSON.stringify(productAnswer(product)));
        read.set(product.id, json);
        // What was read before somebody said that it changed may be the state of before.
        if (before === generation) keep(product.id, { version: product.version, json });
      }
      for (const oldest of kept.keys()) {
        if (bytes <= maxBytes) break;
        drop(oldest);
      }
      return ids.flatMap((id, index) => found[index] ?? read.get(id) ?? []);
    },

    forget(ids) {
      generation += 1;
      for (const id of ids) drop(id);
    },

    clear() {
      generation += 1;
      kept.clear();
      bytes = 0;
    },
  };
}
