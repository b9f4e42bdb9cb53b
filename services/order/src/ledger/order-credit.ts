import type { AlsoWritten } from '@kinmel/service-kit';
import { addressee } from '../orders/order.rules.ts';
import type { Actor, Order } from '../orders/order.ts';
import { money, type NewPosting } from './ledger.rules.ts';
import type { LedgerStore } from './ledger.store.ts';

const postingOf = ({ id, orderNumber, userId }: Order, when: 'used' | 'returned') => ({
  key: `order:${id}:${when}`,
  userId,
  order: { id, orderNumber },
});

/** K3: takes the credit of a new order. Nothing without credit. */
export function useCredit(ledger: LedgerStore, order: Order): readonly AlsoWritten[] {
  const { credit, userId, createdAt: at } = order;
  if (credit === undefined) return [];
  const posting: NewPosting = {
    ...postingOf(order, 'used'),
    at,
    cause: 'order',
    reason: '',
    by: { by: 'customer', who: userId },
    amount: money(-credit.amountInMinorUnits),
  };
  return [async (session) => void (await ledger.post(posting, addressee(order), session))];
}

/** K5: an order that is cancelled or refunded has no use for its credit. */
const isCreditDue = ({ credit, orderStatus, paymentStatus, refund }: Order): boolean =>
  credit?.isReturned === false &&
  (orderStatus === 'cancelled' || paymentStatus === 'refunded' || refund !== null);

/**
 * K5: the order after a change with its credit marked as returned when that is due, and the write that returns it.
 * @param before has the buyer, whose data the same change may remove
 */
export function returnCredit(
  ledger: LedgerStore,
  before: Order,
  after: Order,
): { readonly order: Order; readonly writes: readonly AlsoWritten[] } {
  const { credit, history, orderStatus, updatedAt: at } = after;
  if (credit === undefined || !isCreditDue(after)) return { order: after, writes: [] };
  const { by, who } = history.at(-1) ?? ({ by: 'shop', who: null } satisfies Actor);
  const posting: NewPosting = {
    ...postingOf(before, 'returned'),
    at,
    cause: 'refund',
    reason: orderStatus === 'cancelled' ? 'The order was cancelled.' : 'The order was refunded.',
    by: { by, who },
    amount: money(credit.amountInMinorUnits),
  };
  const isDeleted = before.isBuyerDeleted;
  return {
    order: { ...after, credit: { ...credit, isReturned: true } },
    writes: [
      async (session) => {
        await ledger.post(posting, isDeleted ? null : addressee(before), session);
        if (isDeleted) await ledger.close(before.userId, at, session);
      },
    ],
  };
}
