import type { DocumentKind, Policy } from '@kinmel/contracts';
import { type Day, daysLater } from '@kinmel/service-kit';
import { hasOnlinePayment } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';
import type { TaxDocument } from './tax-document.ts';

/**
 * ORD-T1, ORD-T4: the document that an order needs and does not have. The time of supply is when the goods leave or the
 * money arrives, whichever is first (Value Added Tax Act, 2052, section 6(2)).
 */
export function dueDocument(order: Order): DocumentKind | undefined {
  const { documents = [], orderStatus, paymentStatus } = order;
  const isCancelled = orderStatus === 'cancelled';
  const isPaid = paymentStatus === 'paid';
  const isRefunded = paymentStatus === 'refunded';
  if (!documents.includes('invoice')) {
    const isSupplied = isPaid || orderStatus === 'shipped' || orderStatus === 'delivered';
    return isSupplied && !isCancelled && !isRefunded ? 'invoice' : undefined;
  }
  // A cancelled order whose money is not refunded yet gets its credit note with the refund.
  const needsCreditNote = isRefunded || (isCancelled && !isPaid && !hasOnlinePayment(order));
  return needsCreditNote && !documents.includes('credit-note') ? 'credit-note' : undefined;
}

/** The usual length, because the policy does not say when its last year ends. */
const lastYearDays = 365;

/** ORD-T6: the fiscal year of a day. Throws for a day that the policy does not cover. */
export function fiscalYearOf(day: Day, years: Policy['fiscalYears']): string {
  const pastYears = Object.entries(years).filter(([, firstDay]) => firstDay <= day);
  const [name, firstDay] = pastYears.at(-1) ?? [];
  const isLast = pastYears.length === Object.keys(years).length;
  if (name === undefined || firstDay === undefined || (isLast && day >= daysLater(firstDay, lastYearDays)))
    throw new Error(`The policy has no fiscal year for ${day}.`);
  return name;
}

/** `INV-2083/84-00001` */
export const documentNumber = ({ series, number }: Pick<TaxDocument, 'series' | 'number'>): string =>
  `${series}-${String(number).padStart(5, '0')}`;
