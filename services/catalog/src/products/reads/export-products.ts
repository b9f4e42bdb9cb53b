import {
  type AdminProduct,
  type exportProducts as endpoint,
  type ProductColumn,
  productColumnNames,
  productColumns,
  type QueryOf,
} from '@kinmel/contracts';
import { auditEntry, type CsvAnswer, type CsvValue, csvAnswer, type StaffCall } from '@kinmel/service-kit';
import { adminProductAnswer } from '../product-answer.ts';
import type { ProductsContext } from '../products-context.ts';
import { idsToList } from './list-admin-products.ts';
import { searchQueryOf } from './list-products.ts';

const rowsPerRead = 500;

const columnOf = (name: ProductColumn) => ({
  head: productColumns[name],
  valueOf: (product: AdminProduct): CsvValue =>
    name === 'createdAt' || name === 'updatedAt' ? new Date(product[name]) : product[name],
});

/**
 * All products of a list as CSV. Selection and order are fixed at the start; rows are read in batches while streaming,
 * without products deleted meanwhile.
 */
export async function exportProducts(
  context: ProductsContext,
  { columns = productColumnNames, ...query }: QueryOf<typeof endpoint>,
  by?: StaffCall,
): Promise<CsvAnswer> {
  await context.audit.keep(
    auditEntry(by, { kind: 'product', id: null }, { after: { ...query, columns }, shownFields: 'all' }),
  );
  const allowedIds = await idsToList(context, query);
  const searchQuery = searchQueryOf({ ...query, page: 1, limit: Math.max(1, context.search.size) });
  const { ids } = await context.search.find({ ...searchQuery, ids: allowedIds });

  async function* rows(): AsyncGenerator<AdminProduct> {
    for (let offset = 0; offset < ids.length; offset += rowsPerRead) {
      const batch = await context.products.findMany(ids.slice(offset, offset + rowsPerRead));
      for (const product of batch) yield adminProductAnswer(product);
    }
  }

  return csvAnswer('products.csv', columns.map(columnOf), rows());
}
