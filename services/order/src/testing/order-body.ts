import { sampleDelivery } from '@kinmel/testing/samples';
export interface RequestedProduct {
  readonly productId: string;
  readonly quantity: number;
  readonly specialOffer?: { readonly id: string } | null;
  /** Ignored by the shop. */
  readonly name?: unknown;
  readonly image?: unknown;
  readonly price?: unknown;
}

/** @param total as shown to the shopper, in major units */
export const orderOf = (products: readonly RequestedProduct[], total: number, fields: object = {}) => ({
  customerDetails: sampleDelivery,
  products,
  pricing: { total },
  paymentMethod: 'cash_on_delivery',
  ...fields,
});

/** Total with free shipping and 8 percent tax, in major units. */
export const totalOf = (subtotal: number) => Math.round(subtotal * 108) / 100;
