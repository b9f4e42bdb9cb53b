import { type AnswerOf, listProducts } from '@kinmel/contracts';
import { type ServiceClient, toMinorUnits } from '@kinmel/service-kit';
import { copyOf, type ProductCopy } from './product-copy.rules.ts';
import type { ProductsContext } from './products.subscriptions.ts';

const pageSize = 100;

/** One page of the products of the shop; prices in major units, as the public list has them. */
export type ReadProducts = (page: number) => Promise<AnswerOf<typeof listProducts>>;

export const productsFrom =
  (catalog: ServiceClient): ReadProducts =>
  (page) =>
    catalog.call(listProducts, { query: { page, limit: pageSize } });

interface FillContext extends ProductsContext {
  readonly now: () => Date;
}

/**
 * Fills the copies of a service that is new in a shop that has run for long: the events that told of its products are gone. What
 * events bring meanwhile is newer and stays. Does nothing once it was done; rejects when catalog cannot be asked or its list changed
 * between two pages, and is called again later.
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
    for (const { id, name, price, specs, version } of data)
      copies.set(id, copyOf({ productId: id, name, specs, priceInMinorUnits: toMinorUnits(price) }, version));
  }
  // A product that was taken away meanwhile moves another one to a page that was read before.
  if (copies.size < total) throw new Error('The list of products changed while it was read.');
  await productCopies.keepNewer([...copies.values()]);
  await productCopies.noteFilled(now());
}
