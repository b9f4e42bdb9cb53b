import type { PhoneOrderAnswer } from '@kinmel/contracts';
import { isFoundBy } from '@kinmel/contracts/browser';
import type { ListState } from '../../lists/address/list-state.rules.ts';
import { shortId } from '../../lists/records/record-kinds.rules.ts';

/** Cancelled orders and those without a price count as orders but not as revenue. */
export function statsOf(orders: readonly PhoneOrderAnswer[]) {
  const countOf = (statusToCount: string) => orders.filter(({ status }) => status === statusToCount).length;
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

/** Matches the status filter, and the search by name, email, model, phone or reference. */
export function isFound(order: PhoneOrderAnswer, { search, filters }: Pick<ListState, 'search' | 'filters'>) {
  const status = filters['status'] ?? 'all';
  const { name, email, model, phone } = order;
  return (
    (status === 'all' || order.status === status) &&
    isFoundBy(search, { texts: [name, model], codes: [email, shortId(order.id)], phones: [phone] })
  );
}
