const shopIdForm = /^[0-9a-f]{24}$/;

/** Whether this is the id of an order, product or offer by its form; storage, addresses and what travels with them can hold anything. */
export const isShopId = (value: unknown): value is string =>
  typeof value === 'string' && shopIdForm.test(value);
