import { type AdditionalWrite, planted } from '@kinmel/service-kit';
import { addressee, settledReturns } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';
import type { FollowUp } from '../orders/orders-context.ts';
import { cashPayout } from '../payouts/payout.rules.ts';
import type { PayoutsStore } from '../payouts/payouts.store.ts';
import type { PoliciesStore } from '../policy/policies.store.ts';
import { money, type NewPosting, returnedKey, shopActor } from './ledger.rules.ts';
import type { LedgerStore } from './ledger.store.ts';

const postingOf = ({ id, orderNumber, userId }: Order, key: string) => ({
  key,
  userId,
  order: { id, orderNumber },
});

type GivenCredit = Omit<NewPosting, 'userId' | 'order' | 'cause'>;

/** Dependencies for the credit of an order or a return: the ledger, and payouts for deleted accounts (ORD-K8). */
export interface CreditDependencies {
  readonly ledger: LedgerStore;
  readonly payouts: PayoutsStore;
  readonly policies: Pick<PoliciesStore, 'inForce'>;
}

/** Gives credit to the buyer; money of a deleted account is paid in cash (ORD-K8). */
function giveCredit(
  { ledger, payouts, policies }: CreditDependencies,
  order: Order,
  posting: GivenCredit,
  source: { readonly id: string; readonly reference: string; readonly subject: string },
): AdditionalWrite {
  const refundPosting: NewPosting = { ...postingOf(order, posting.key), ...posting, cause: 'refund' };
  return async (session) => {
    if (!order.isBuyerDeleted && !(await ledger.isClosed(order.userId, session)))
      return void (await ledger.post(refundPosting, addressee(order), session));
    const { amountInMinorUnits } = posting.amount;
    const recipient = { ...source, customerName: order.customerDetails.name };
    const payment = { subject: source.subject, amountInMinorUnits };
    await payouts.insert(cashPayout(recipient, payment, await policies.inForce(), posting.at), session);
  };
}

/** ORD-R3: posts the credit of settled returns. @param before still contains the buyer */
const creditReturns = (
  context: CreditDependencies,
  before: Order,
  after: Order,
): readonly AdditionalWrite[] =>
  settledReturns(before, after)
    .filter(({ creditInMinorUnits }) => creditInMinorUnits > 0)
    .map(({ id, reference, settledAt: at, creditInMinorUnits }) => {
      const posting = { key: `return:${id}`, at, reason: `Return ${reference}`, by: shopActor };
      const source = { id, reference, subject: `Return ${reference} of order ${before.orderNumber}` };
      return giveCredit(context, before, { ...posting, amount: money(creditInMinorUnits) }, source);
    });

/** ORD-K3: deducts the credit that a new order uses. */
export function useCredit(ledger: LedgerStore, order: Order): readonly AdditionalWrite[] {
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

/** ORD-K5: a cancelled or refunded order returns its credit. */
const isCreditDue = ({ credit, orderStatus, paymentStatus, refund }: Order): boolean =>
  credit?.isReturned === false &&
  !planted('order.credit-kept') &&
  (orderStatus === 'cancelled' || paymentStatus === 'refunded' || refund !== null);

/**
 * ORD-K5: marks the order's credit as returned when that is due, and adds the write that returns it.
 * @param before still contains the buyer, whose data the same change may remove
 */
function returnCredit(context: CreditDependencies, before: Order, after: Order) {
  const { credit, history, orderStatus, updatedAt: at } = after;
  if (credit === undefined || !isCreditDue(after)) return { order: after, writes: [] };
  const { by, who } = history.at(-1) ?? shopActor;
  const posting = {
    key: returnedKey(before.id),
    at,
    reason: orderStatus === 'cancelled' ? 'The order was cancelled.' : 'The order was refunded.',
    by: { by, who },
    amount: money(credit.amountInMinorUnits),
  };
  const { id, orderNumber: reference } = before;
  const source = { id, reference, subject: `Credit that order ${reference} had used` };
  return {
    order: { ...after, credit: { ...credit, isReturned: true } },
    writes: [giveCredit(context, before, posting, source)],
  };
}

/** ORD-R3, ORD-K5: the credit that a change of an order gives the buyer. */
export const creditOfChange =
  (context: CreditDependencies): FollowUp =>
  async (before, after) => {
    const { order, writes } = returnCredit(context, before, after);
    return { order, writes: [...writes, ...creditReturns(context, before, order)] };
  };
