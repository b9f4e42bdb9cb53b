import { sampleDelivery } from '@kinmel/testing/samples';
export interface WantedProduct {
  readonly productId: string;
  readonly quantity: number;
  readonly specialOffer?: { readonly id: string } | null;
  /** What a client says and the shop does not believe. */
  readonly name?: unknown;
  readonly image?: unknown;
  readonly price?: unknown;
}

/** The body of an order; `total` is what the shopper was shown, in major units. */
export const orderOf = (products: readonly WantedProduct[], total: number, more: object = {}) => ({
  customerDetails: sampleDelivery,
  products,
  pricing: { total },
  paymentMethod: 'cash_on_delivery',
  ...more,
});

/** Total of a subtotal above the limit of free shipping, with 8 percent of tax; in major units. */
export const totalOf = (subtotal: number) => Math.round(subtotal * 108) / 100;
