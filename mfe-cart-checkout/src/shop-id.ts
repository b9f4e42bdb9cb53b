const shopIdForm = /^[0-9a-f]{24}$/;

/**
 * Whether a value has the form of an order, product or offer id; storage, URLs and navigation state can hold anything.
 */
export const isShopId = (value: unknown): value is string =>
  typeof value === 'string' && shopIdForm.test(value);
