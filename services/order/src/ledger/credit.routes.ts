import {
  type BodyOf,
  type CreditPosting,
  creditEndpoints,
  type ParamsOf,
  type QueryOf,
} from '@kinmel/contracts';
import {
  auditEntry,
  type Call,
  digestOf,
  fromMinorUnits,
  ProblemError,
  paginationOf,
  type Route,
  readIdempotencyKey,
  route,
} from '@kinmel/service-kit';
import type { OrdersContext } from '../orders/orders-context.ts';
import { creditPayout } from '../payouts/payout.rules.ts';
import type { PayoutsStore } from '../payouts/payouts.store.ts';
import type { PoliciesStore } from '../policy/policies.store.ts';
import { needsSecondPersonWith, type StaffCreditSums } from './approval.rules.ts';
import { amountOf, type NewPosting, type Posting } from './ledger.rules.ts';
import type { LedgerStore } from './ledger.store.ts';

export interface CreditContext
  extends Pick<OrdersContext, 'orders' | 'now' | 'inTransaction' | 'sendEvents'> {
  readonly ledger: LedgerStore;
  readonly payouts: PayoutsStore;
  readonly policies: PoliciesStore;
  readonly newId: () => string;
}

const yearMs = 365 * 24 * 60 * 60_000;

const answerOf = (posting: Posting): CreditPosting => {
  const { key: id, at, cause, reason, by, order, balanceAfter } = posting;
  const amount = amountOf(posting);
  return { id, at: at.toISOString(), cause, reason, by: by.by, order, amount, balanceAfter };
};

const refuse = (path: string, message: string) =>
  new ProblemError('invalid-request', message, [{ path, message }]);

async function creditOf(
  { ledger }: CreditContext,
  userId: string,
  query: QueryOf<typeof creditEndpoints.getMyCredit>,
) {
  const { balance, postings: total } = await ledger.balanceOf(userId);
  const history = (await ledger.listPage(userId, query)).map(answerOf);
  return { balance, history, pagination: paginationOf(query, total) };
}

type ComparableChange = Pick<NewPosting, 'userId' | 'reason' | 'amount'> & { readonly who: string | null };

const isSame = (left: ComparableChange, right: ComparableChange) =>
  digestOf([left.userId, left.reason, left.amount.amountInMinorUnits, left.who]) ===
  digestOf([right.userId, right.reason, right.amount.amountInMinorUnits, right.who]);

const keyReused = () =>
  new ProblemError('key-reused', 'This Idempotency-Key was used for another change of credit.');

type Correction = typeof creditEndpoints.correctCredit;
type StaffChange = Pick<
  Call<ParamsOf<Correction>, unknown, BodyOf<Correction>, 'admin'>,
  'params' | 'body' | 'headers' | 'staff'
>;

/**
 * ORD-K6, ORD-K7, ORD-K12: changes credit once per key, for a customer with an order. A change that needs a second
 * person becomes a payout that waits for approval.
 */
async function changeByStaff(
  { orders, ledger, payouts, policies, now, newId, inTransaction, sendEvents }: CreditContext,
  cause: keyof StaffCreditSums,
  { params: { userId }, body: { amount, reason }, headers, staff }: StaffChange,
) {
  const key = readIdempotencyKey(headers['idempotency-key']);
  if (key === undefined) throw refuse('Idempotency-Key', 'This call needs an Idempotency-Key.');
  const customer = await orders.findCustomer(userId);
  if (customer === undefined) throw new ProblemError('not-found', 'There is no customer with an order.');
  const { person } = staff;
  const by = { by: 'admin', who: person.id } as const;
  const posting = { key: `${cause}:${key}`, at: now(), userId, cause, reason, by, order: null, amount };
  const requested = { userId, reason, amount, who: person.id };
  const policy = await policies.inForce();
  const after = { amount: fromMinorUnits(amount.amountInMinorUnits) };
  const entry = auditEntry(
    staff,
    { kind: 'credit', id: userId },
    { after, shownFields: 'all', note: reason },
  );
  const answer = await inTransaction(async (session) => {
    const waitingPayout = await payouts.findByKey(posting.key, session);
    if (waitingPayout) {
      const who = waitingPayout.approvedBy?.id ?? null;
      if (
        !isSame(
          {
            userId: waitingPayout.userId ?? '',
            reason: waitingPayout.credit?.reason ?? '',
            amount: waitingPayout.amount,
            who,
          },
          requested,
        )
      )
        throw keyReused();
      return { data: null, payoutId: waitingPayout.id };
    }
    const earlierPosting = await ledger.find(posting.key, session);
    const since = new Date(posting.at.getTime() - yearMs);
    const grantedByStaff = await ledger.findGivenByStaffSince(userId, since, session);
    if (
      earlierPosting === undefined &&
      needsSecondPersonWith(grantedByStaff, cause, amount.amountInMinorUnits, policy)
    ) {
      const payout = creditPayout(posting, { id: newId(), customer, approvedBy: person });
      await payouts.insert(payout, session, entry);
      return { data: null, payoutId: payout.id };
    }
    const result = await ledger.post(posting, customer, session, entry);
    if (result.isRepeated) {
      const { posting: earlier } = result;
      if (!isSame({ ...earlier, amount: amountOf(earlier), who: earlier.by.who }, requested))
        throw keyReused();
    }
    return { data: answerOf(result.posting) };
  });
  sendEvents();
  return { ...answer };
}

export const creditRoutes = (context: CreditContext): Route[] => [
  route(creditEndpoints.getMyCredit, ({ query, identity }) => creditOf(context, identity.userId, query)),
  route(creditEndpoints.getCustomerCredit, ({ params, query }) => creditOf(context, params.userId, query)),
  route(creditEndpoints.giveGoodwill, async (call) => {
    const { amountInMinorUnits: limit } = (await context.policies.inForce()).credit.maxGoodwill;
    if (call.body.amount.amountInMinorUnits > limit)
      throw refuse('amount', `Goodwill is at most NPR ${fromMinorUnits(limit).toLocaleString('en-US')}.`);
    return changeByStaff(context, 'goodwill', call);
  }),
  route(creditEndpoints.correctCredit, (call) => changeByStaff(context, 'correction', call)),
];
