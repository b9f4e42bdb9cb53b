import type { AlsoWritten } from '@kinmel/service-kit';
import { addressee } from '../orders/order.rules.ts';
import type { Order, OrderReturn } from '../orders/order.ts';
import { byTheShop, money, type NewPosting } from './ledger.rules.ts';
import type { LedgerStore } from './ledger.store.ts';

const postingOf = ({ id, orderNumber, userId }: Order, key: string) => ({
  key,
  userId,
  order: { id, orderNumber },
});

type GivenCredit = Omit<NewPosting, 'userId' | 'order' | 'cause'>;

/** Gives credit to the buyer; that of a deleted account expires at once (K8). */
function giveCredit(ledger: LedgerStore, order: Order, posting: GivenCredit): AlsoWritten {
  const all: NewPosting = { ...postingOf(order, posting.key), ...posting, cause: 'refund' };
  return async (session) => {
    await ledger.post(all, order.isBuyerDeleted ? null : addressee(order), session);
    if (order.isBuyerDeleted) await ledger.close(order.userId, posting.at, session);
  };
}

/** R3: posts what became credit of settled returns. @param before has the buyer */
export const creditReturns = (ledger: LedgerStore, before: Order, returns: readonly OrderReturn[]) =>
  returns
    .filter(({ creditInMinorUnits }) => creditInMinorUnits > 0)
    .map(({ id, reference, settledAt: at, creditInMinorUnits }) => {
      const posting = { key: `return:${id}`, at, reason: `Return ${reference}`, by: byTheShop };
      return giveCredit(ledger, before, { ...posting, amount: money(creditInMinorUnits) });
    });

/** K3: takes the credit of a new order. Nothing without credit. */
export function useCredit(ledger: LedgerStore, order: Order): readonly AlsoWritten[] {
  const { credit, userId, createdAt: at } = order;
  if (credit === undefined) return [];
  const posting: NewPosting = {
    ...postingOf(order, `order:${order.id}:used`),
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
): { readonly order: Order; readonly writes: AlsoWritten[] } {
  const { credit, history, orderStatus, updatedAt: at } = after;
  if (credit === undefined || !isCreditDue(after)) return { order: after, writes: [] };
  const { by, who } = history.at(-1) ?? byTheShop;
  const posting = {
    key: `order:${before.id}:returned`,
    at,
    reason: orderStatus === 'cancelled' ? 'The order was cancelled.' : 'The order was refunded.',
    by: { by, who },
    amount: money(credit.amountInMinorUnits),
  };
  return {
    order: { ...after, credit: { ...credit, isReturned: true } },
    writes: [giveCredit(ledger, before, posting)],
  };
}
