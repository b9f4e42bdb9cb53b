import type { RequestHistoryAnswer, RequestKind } from '@kinmel/contracts';
import { formatPrice } from '@kinmel/web-kit';
import { wordOf } from '../lists/status/statuses.rules.ts';

/** The statuses of each kind in their usual order. */
export const statusesOf: Readonly<Record<RequestKind, readonly string[]>> = {
  'sell-request': ['pending', 'reviewed', 'quoted', 'accepted', 'rejected', 'completed'],
  'repair-booking': ['pending', 'confirmed', 'in-repair', 'done', 'cancelled'],
  'phone-order': ['pending', 'confirmed', 'processing', 'shipped', 'delivered', 'cancelled'],
};

/** The document's text of each change that can fail. */
export const statusFailures = {
  'sell-request': 'Failed to update status',
  'phone-order': 'Failed to update phone order status',
  'repair-booking': 'Failed to update the booking',
} as const;

const byWords = { customer: 'the customer', admin: 'staff', shop: 'the shop' } as const;

/** One step of the history: what happened, and by whom. */
export function stepWords({ by, what, from, to }: RequestHistoryAnswer): {
  readonly what: string;
  readonly by: string;
} {
  const whose = { by: `by ${byWords[by] ?? by}` };
  if (what === 'quote') return { what: `Quote: ${dollars(Number(to))}`, ...whose };
  if (what === 'time') return { what: `Moved from ${from ?? ''} to ${to}`, ...whose };
  if (from === null) return { what: 'Received', ...whose };
  const isWithdrawn = by === 'customer' && to === 'rejected' && (from === 'pending' || from === 'reviewed');
  if (isWithdrawn) return { what: 'Withdrawn', ...whose };
  const [before, after] = [wordOf(from), wordOf(to)];
  return { what: before === after ? `Note at ${after}` : `${before} to ${after}`, ...whose };
}

/** Sell requests and phone orders are in dollars with two decimals, "N/A" without an amount. */
export const dollars = (amount: number | null | undefined): string =>
  typeof amount === 'number' && Number.isFinite(amount) ? formatPrice(amount, 'USD') : 'N/A';

/** "rose-gold" to "Rose-gold". */
export const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** The last six characters of its id, by which shop and customer speak of a request. */
export const shortId = (id: string): string => id.slice(-6);

const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Asia/Kathmandu',
});

/** "21 Nov 2026, 14:05" in the shop's time; empty when the date is none. */
export function formatMoment(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : moment.format(date).replace('Sept', 'Sep');
}
