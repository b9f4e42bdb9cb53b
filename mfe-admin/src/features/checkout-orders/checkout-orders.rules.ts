import type { Order, OrderStatus } from '@kinmel/contracts';
import { needsNote, orderLife, statusesOf } from '@kinmel/contracts/life';
import { daysOf, type ListState } from '../../lists/address/list-state.rules.ts';
import { sentenceCase } from '../../lists/status/statuses.rules.ts';

/** The statuses that staff can choose; `confirmed` is shown only where an order has it. */
export const selectableStatuses = statusesOf(orderLife).filter((status) => status !== 'confirmed');

export const isUnusualStep = (from: OrderStatus, to: OrderStatus): boolean => needsNote(orderLife, from, to);

/** The query of the list. The payment column sorts by total. */
export function orderParams({ filters, search, sort }: ListState) {
  const { status, from: _from, to: _to, ...choices } = filters;
  const { from, to } = daysOf(filters);
  return {
    status,
    search,
    ...Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== 'all')),
    from: from || undefined,
    to: to || undefined,
    sort: sort && `${sort.column === 'payment' ? 'total' : sort.column}_${sort.direction}`,
  };
}

/** Two product names and the number of further ones. */
export function shownProducts({ products }: Pick<Order, 'products'>): { names: string; more: number } {
  return {
    names: products
      .slice(0, 2)
      .map(({ name }) => name)
      .join(', '),
    more: Math.max(products.length - 2, 0),
  };
}

/** A step of an order's history: "Pending → Shipped", or the note itself. */
export function historyText({ what, from, to }: Order['history'][number]): string {
  if (what === 'note') return to;
  const text = from === null ? sentenceCase(to) : `${sentenceCase(from)} → ${sentenceCase(to)}`;
  return what === 'payment-status' ? `${text} (payment)` : text;
}

/** The months of the last two years, newest first. */
export function recentMonths(today: string): (readonly [value: string, label: string])[] {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return Array.from({ length: 24 }, (_, ago) => {
    const firstDay = new Date(Date.UTC(year, month - 1 - ago));
    return [
      firstDay.toISOString().slice(0, 7),
      firstDay.toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
    ];
  });
}
