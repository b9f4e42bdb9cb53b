/** The content of this service's database, for programs that read the databases of a shop. */
export type { OfferCopy, ProductCopy } from './copies/copies.rules.ts';
export type { Posting } from './ledger/ledger.rules.ts';
export type { Balance } from './ledger/ledger.store.ts';
export type { OpenReturn, OrderReturn, Refund } from './orders/order.ts';
export type { OrderDocument } from './orders/order-documents.store.ts';
export type { Payout } from './payouts/payout.rules.ts';
export type { TaxDocument } from './tax-documents/tax-document.ts';
export type { Series } from './tax-documents/tax-documents.store.ts';
