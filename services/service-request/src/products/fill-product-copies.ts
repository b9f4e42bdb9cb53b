import { type AnswerOf, listProducts } from '@kinmel/contracts';
import { type ServiceClient, toMinorUnits } from '@kinmel/service-kit';
import { copyOf } from './product-copy.rules.ts';
import type { ProductsContext } from './products.subscriptions.ts';

const pageSize = 100;

/** One page of the products of the shop; prices in major units, as the public list has them. */
export type ReadProducts = (page: number) => Promise<AnswerOf<typeof listProducts>>;

export const productsFrom =
  (catalog: ServiceClient): ReadProducts =>
  (page) =>
    catalog.call(listProducts, { query: { page, limit: pageSize } });

/**
 * Fills the copies of a service that is new in a shop that has run for long: the events that told of its products are gone. What
 * events bring meanwhile is newer and stays. Does nothing when there are copies; rejects when catalog cannot be asked, and is
 * called again later.
 */
export async function fillProductCopies(
  { productCopies }: ProductsContext,
  read: ReadProducts,
): Promise<void> {
  if (!(await productCopies.isEmpty())) return;
  const copies = [];
  for (let page = 1, totalPages = 1; page <= totalPages; page += 1) {
    const { data, pagination } = await read(page);
    totalPages = pagination.totalPages;
    copies.push(
      ...data.map(({ id, name, price, specs, version }) =>
        copyOf({ productId: id, name, specs, priceInMinorUnits: toMinorUnits(price) }, version),
      ),
    );
  }
  // All at once: a half of them would look complete to the next start.
  await productCopies.keepNewer(copies);
}
