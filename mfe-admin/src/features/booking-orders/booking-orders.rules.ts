import type { PhoneOrderAnswer } from '@kinmel/contracts';

/** ABOOK-02 to ABOOK-06: all orders count; cancelled ones and those without a price bring nothing (CONF-33). */
export function statsOf(orders: readonly PhoneOrderAnswer[]) {
  const countOf = (wanted: string) => orders.filter(({ status }) => status === wanted).length;
  return {
    total: orders.length,
    pending: countOf('pending'),
    confirmed: countOf('confirmed'),
    shipped: countOf('shipped'),
    revenue: orders.reduce(
      (sum, { status, totalPrice }) => (status === 'cancelled' ? sum : sum + (totalPrice ?? 0)),
      0,
    ),
  };
}

/** ABOOK-22: a match on name, e-mail, model or phone, taken literally. */
export function searchOrders(
  orders: readonly PhoneOrderAnswer[],
  search: string,
  status: string,
): readonly PhoneOrderAnswer[] {
  const wanted = search.toLowerCase();
  return orders.filter(
    (order) =>
      (status === 'all' || order.status === status) &&
      (wanted === '' ||
        [order.name, order.email, order.model, order.phone].some((text) =>
          (text ?? '').toLowerCase().includes(wanted),
        )),
  );
}

/** What each priority promises (NPB-15 to NPB-17). */
const promises: Readonly<Record<string, string>> = {
  standard: '3-5 business days',
  express: '1-2 business days',
  urgent: 'same day',
};

export const promiseOf = (priority: string): string => promises[priority] ?? '';
