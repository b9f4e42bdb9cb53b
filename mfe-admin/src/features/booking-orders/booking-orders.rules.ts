import type { PhoneOrderAnswer } from '@kinmel/contracts';
import type { ListState } from '../../lists/address/list-state.rules.ts';

/** All orders count; cancelled ones and those without a price bring nothing. */
export function statsOf(orders: readonly PhoneOrderAnswer[]) {
  const countOf = (wanted: string) => orders.filter(({ status }) => status === wanted).length;
  return {
    pending: countOf('pending'),
    confirmed: countOf('confirmed'),
    shipped: countOf('shipped'),
    revenue: orders.reduce(
      (sum, { status, totalPrice }) => (status === 'cancelled' ? sum : sum + (totalPrice ?? 0)),
      0,
    ),
  };
}

/** Whether an order has the status of the filter, and the search in its name, e-mail, model or phone, taken literally. */
export function isFound(order: PhoneOrderAnswer, { search, filters }: ListState): boolean {
  const status = filters['status'] ?? 'all';
  const wanted = search.toLowerCase();
  return (
    (status === 'all' || order.status === status) &&
    (wanted === '' ||
      [order.name, order.email, order.model, order.phone].some((text) =>
        (text ?? '').toLowerCase().includes(wanted),
      ))
  );
}
