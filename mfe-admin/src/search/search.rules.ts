import type { Order } from '@kinmel/contracts';
import { isFoundBy } from '@kinmel/contracts/browser';

/** A single letter has too many matches. */
export const minSearchLength = 2;

/** The device whose label was scanned into the field: its code is the address of the device. */
export const labelledDevice = (text: string): string | undefined =>
  /\/admin\/devices\/([0-9a-f]{24})$/.exec(text)?.[1];

type Buyer = Pick<Order, 'userId' | 'customerDetails'>;

/** The customers of orders who are found by what is their own, each once; deleted accounts have no page. */
export function customersOf<BuyerOrder extends Buyer>(
  orders: readonly BuyerOrder[],
  search: string,
): BuyerOrder[] {
  const matches = orders.filter(
    ({ userId, customerDetails: { name, email, phone } }) =>
      /^[0-9a-f]{24}$/.test(userId) && isFoundBy(search, { texts: [name], codes: [email], phones: [phone] }),
  );
  return [...new Map(matches.map((order) => [order.userId, order])).values()];
}
