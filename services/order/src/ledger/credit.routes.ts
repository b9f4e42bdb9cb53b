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
import type { PoliciesStore } from '../policy/policies.store.ts';
import { amountOf, type NewPosting, type Posting } from './ledger.rules.ts';

export interface CreditContext
  extends Pick<OrdersContext, 'orders' | 'ledger' | 'now' | 'inTransaction' | 'sendEvents'> {
  readonly policies: PoliciesStore;
}

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
  const history = (await ledger.history(userId, query)).map(answerOf);
  return { success: true as const, data: { balance, history, pagination: paginationOf(query, total) } };
}

const saysTheSame = (left: Posting, { userId, reason, amount, by }: NewPosting) =>
  digestOf([left.userId, left.reason, amountOf(left).amountInMinorUnits, left.by.who]) ===
  digestOf([userId, reason, amount.amountInMinorUnits, by.who]);

type Correction = typeof creditEndpoints.correctCredit;
type StaffChange = Pick<
  Call<ParamsOf<Correction>, unknown, BodyOf<Correction>>,
  'params' | 'body' | 'headers' | 'staff'
>;

/** K6, K7: once by its key, for a customer whose address an order has. */
async function changeByStaff(
  { orders, ledger, now, inTransaction, sendEvents }: CreditContext,
  cause: 'goodwill' | 'correction',
  { params: { userId }, body: { amount, reason }, headers, staff }: StaffChange,
) {
  const key = readIdempotencyKey(headers['idempotency-key']);
  if (key === undefined) throw refuse('Idempotency-Key', 'This call needs an Idempotency-Key.');
  const customer = await orders.customerOf(userId);
  if (customer === undefined) throw new ProblemError('not-found', 'There is no customer with an order.');
  const by = { by: 'admin', who: staff?.person.id ?? null } as const;
  const posting = { key: `${cause}:${key}`, at: now(), userId, cause, reason, by, order: null, amount };
  const after = { amount: fromMinorUnits(amount.amountInMinorUnits) };
  const entry = auditEntry(staff, { kind: 'credit', id: userId }, { after, shown: 'all', note: reason });
  const made = await inTransaction((session) => ledger.post(posting, customer, session, entry));
  if (made.isRepeated && !saysTheSame(made.posting, posting))
    throw new ProblemError('key-reused', 'This Idempotency-Key was used for another change of credit.');
  sendEvents();
  return { success: true as const, data: answerOf(made.posting) };
}

export const creditRoutes = (context: CreditContext): Route[] => [
  route(creditEndpoints.getMyCredit, ({ query, identity }) =>
    creditOf(context, identity?.userId ?? '', query),
  ),
  route(creditEndpoints.getCustomerCredit, ({ params, query }) => creditOf(context, params.userId, query)),
  route(creditEndpoints.giveGoodwill, async (call) => {
    const { amountInMinorUnits: most } = (await context.policies.inForce()).credit.maxGoodwill;
    if (call.body.amount.amountInMinorUnits > most)
      throw refuse('amount', `Goodwill is at most NPR ${fromMinorUnits(most).toLocaleString('en-US')}.`);
    return changeByStaff(context, 'goodwill', call);
  }),
  route(creditEndpoints.correctCredit, (call) => changeByStaff(context, 'correction', call)),
];
