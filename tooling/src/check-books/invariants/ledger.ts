import { isUndone, type Order, type Posting } from '../books.ts';
import type { Invariant } from '../report.ts';
import { invariantsOf } from './about.ts';

const sumOf = (entries: Posting['entries']): number =>
  entries.reduce((sum, { amount }) => sum + amount.amountInMinorUnits, 0);

/** The change of the customer's account by a posting. */
export const amountOf = ({ entries, userId }: Posting): number =>
  sumOf(entries.filter(({ account }) => account === `credit:${userId}`));

/** @param inCash credit of deleted accounts, which is given back by a payout with the id of the order */
function* differences(order: Order, postings: ReadonlyMap<string, Posting>, inCash: number | undefined) {
  const { _id, credit, paymentMethod, pricing } = order;
  const used = postings.get(`order:${_id}:used`);
  const returned = postings.get(`order:${_id}:returned`);
  if (!credit) {
    if (used || returned) yield `${_id} has no credit and its posting ${(used ?? returned)?._id}`;
    return;
  }
  const { amountInMinorUnits: amount, isReturned } = credit;
  if (!used || amountOf(used) !== -amount)
    yield `${_id} has used ${amount}, and ${used ? -amountOf(used) : 0} was posted`;
  const back = [...(returned ? [amountOf(returned)] : []), ...(inCash === undefined ? [] : [inCash])];
  if (back.join() !== (isReturned ? String(amount) : ''))
    yield `${_id}: ${isReturned ? amount : 0} of its credit went back, and ${back.join(' and ') || 0} was posted or is paid`;
  if (isReturned !== isUndone(order))
    yield `${_id} is ${order.orderStatus} and ${order.paymentStatus}, and its credit ${isReturned ? 'went' : 'did not go'} back`;
  if (paymentMethod === 'credit' && amount !== pricing.totalInMinorUnits)
    yield `${_id} is paid by credit, which is ${amount} of ${pricing.totalInMinorUnits}`;
}

/** Causes of postings that staff decide on; other postings follow from an order. */
const staffCauses = ['goodwill', 'correction', 'trade-in'];

interface StoredPolicy {
  readonly content: {
    readonly approvals?: { readonly fourEyesFrom: { readonly amountInMinorUnits: number } };
  };
  readonly storedAt: Date;
}

const postings = invariantsOf('postings', (books) => books.postings);
const balances = invariantsOf('balances', (books) => [...books.balances]);
const ordersWithCredit = invariantsOf('orders with credit', ({ placed }) =>
  [...placed.values()].filter(({ credit }) => credit),
);
const postingsAndPayouts = invariantsOf('postings and payouts', (books) => [
  ...books.postings,
  ...books.payouts,
]);

export const ledgerInvariants: readonly Invariant[] = [
  postings.each('I-32', 'the entries of every posting sum to zero', function* ({ _id, entries }) {
    const areWhole = entries.every(({ amount }) => Number.isSafeInteger(amount.amountInMinorUnits));
    if (sumOf(entries) !== 0 || !areWhole) yield `${_id}: its entries sum to ${sumOf(entries)}`;
  }),
  balances.all('I-33', 'every balance is the sum of its entries and was never below zero', function* (books) {
    const customers = Map.groupBy(books.postings, ({ userId }) => userId);
    for (const userId of new Set([...customers.keys(), ...books.balances.keys()])) {
      let sum = 0;
      const postings = (customers.get(userId) ?? []).toSorted((left, right) => left.number - right.number);
      for (const [index, posting] of postings.entries()) {
        sum += amountOf(posting);
        if (posting.number !== index + 1)
          yield `${userId} has the posting ${posting.number} in place ${index + 1}`;
        if (posting.balanceAfter.amountInMinorUnits !== sum)
          yield `${posting._id}: the balance is ${posting.balanceAfter.amountInMinorUnits}, the entries sum to ${sum}`;
        if (sum < 0) yield `${posting._id}: the balance is below zero`;
      }
      const stored = books.balances.get(userId);
      if (stored?.balance.amountInMinorUnits !== sum || stored.postings !== postings.length)
        yield `${userId} has the balance ${stored?.balance.amountInMinorUnits}, its entries sum to ${sum}`;
    }
  }),
  ordersWithCredit.all(
    'I-34',
    'the credit of every order is posted once, and once back when it is cancelled or refunded',
    function* ({ placed, postings, payouts }) {
      const byKey = new Map(postings.map((posting) => [posting._id, posting]));
      const inCash = new Map(payouts.map(({ _id, amount }) => [_id, amount.amountInMinorUnits]));
      for (const order of placed.values()) yield* differences(order, byKey, inCash.get(order._id));
      for (const { _id, order } of postings)
        if (order !== null && !placed.has(order.id)) yield `${_id} belongs to an order that does not exist`;
    },
  ),
  postingsAndPayouts.all(
    'I-61',
    'nothing from the sum of the policy on is posted or paid without two approvals',
    async function* ({ postings, payouts, read }) {
      const policies = await read<StoredPolicy>('order', 'policies');
      const approvalsAt = (at: Date) =>
        policies.findLast(({ storedAt }) => storedAt <= at)?.content.approvals;
      const needsApproval = (amount: number, at: Date) =>
        Math.abs(amount) >= (approvalsAt(at)?.fourEyesFrom.amountInMinorUnits ?? Number.POSITIVE_INFINITY);
      const approved = new Set<string>();
      for (const { _id, credit, amount, paidAt, approvedBy, paidBy, secondApproval } of payouts) {
        if (!paidAt || !needsApproval(amount.amountInMinorUnits, paidAt)) continue;
        if (
          approvedBy &&
          paidBy &&
          (approvedBy.id !== paidBy.id || secondApproval === 'same-person-password')
        )
          approved.add(credit?.key ?? _id);
        else yield `${_id} was paid without two approvals`;
      }
      for (const posting of postings)
        if (
          staffCauses.includes(posting.cause) &&
          needsApproval(amountOf(posting), posting.at) &&
          !approved.has(posting._id)
        )
          yield `${posting._id} was posted without two approvals`;
    },
  ),
];
