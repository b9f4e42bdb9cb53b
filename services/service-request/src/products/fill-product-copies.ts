import { type AnswerOf, listProducts } from '@kinmel/contracts';
import { type ServiceClient, toMinorUnits } from '@kinmel/service-kit';
import { copyOf, type ProductCopy } from './product-copy.rules.ts';
import type { ProductsContext } from './products.subscriptions.ts';

const pageSize = 100;

/** A page of products. Prices are in major units, as in the public list. */
export type ReadProducts = (page: number) => Promise<AnswerOf<typeof listProducts>>;

export const productsFrom =
  (catalog: ServiceClient): ReadProducts =>
  (page) =>
    catalog.call(listProducts, { query: { page, limit: pageSize } });

interface FillContext extends ProductsContext {
  readonly now: () => Date;
}

/**
 * Copies all products once, for a new service that has missed their events. Does not replace newer copies from events.
 * Rejects when catalog does not answer or the list changes between two pages; the caller retries.
 */
export async function fillProductCopies(
  { productCopies, now }: FillContext,
  read: ReadProducts,
): Promise<void> {
  if (await productCopies.isFilled()) return;
  const copies = new Map<string, ProductCopy>();
  let total = 0;
  for (let page = 1, totalPages = 1; page <= totalPages; page += 1) {
    const { data, pagination } = await read(page);
    ({ total, totalPages } = pagination);
    for (const { id, price, version, ...product } of data)
      copies.set(id, copyOf({ ...product, productId: id, priceInMinorUnits: toMinorUnits(price) }, version));
  }
  // A product deleted in the meantime shifts another one to a page that was already read.
  if (copies.size < total) throw new Error('The list of products changed while it was read.');
  await productCopies.keepNewer([...copies.values()]);
  await productCopies.noteFilled(now());
}
