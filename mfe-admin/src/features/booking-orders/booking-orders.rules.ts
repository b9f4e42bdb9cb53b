import type { PhoneOrderAnswer } from '@kinmel/contracts';
import type { ListState } from '../../lists/address/list-state.rules.ts';

/** Cancelled orders and those without a price count as orders but not as revenue. */
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

/** Matches the status filter, and the search as a substring of name, email, model or phone. */
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
