/** The content of this service's database, for programs that read the databases of a shop. */
export type { OfferDocument } from './offers/offers.store.ts';
export type { Redemption } from './redemptions/redemption.rules.ts';
