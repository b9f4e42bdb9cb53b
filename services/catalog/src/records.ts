/** The content of this service's database, for programs that read the databases of a shop. */
export type { ProductDocument } from './products/products.store.ts';
export type { Sale, SoldLine } from './stock/sale.rules.ts';
