import {
  type BodyOf,
  type EventOf,
  type Payout as PayoutAnswer,
  type PolicyContent,
  type payPayout as payEndpoint,
  payoutLife,
  payoutPaid,
  payoutRedirected,
  payoutResumed,
  payoutStopped,
  type redirectPayout as redirectEndpoint,
  type sellRequestSettled,
} from '@kinmel/contracts';
import {
  createEvent,
  ProblemError,
  pick,
  planted,
  promisedUntil,
  type ShopCalendar,
  type StaffCall,
  type WireEvent,
} from '@kinmel/service-kit';
import { needsSecondPerson, type SecondApproval } from '../ledger/approval.rules.ts';
import { type Customer, money, type NewPosting, tradeInKey } from '../ledger/ledger.rules.ts';

type Person = StaffCall['person'];

/** Money or credit that staff give to a person. Its id is that of the sell request, return or order, or its own. */
export interface Payout
  extends Readonly<Omit<PayoutAnswer, 'approvedBy' | 'paidBy' | 'proof' | 'createdAt' | 'paidAt'>> {
  /** Account of the recipient; null without one. */
  readonly userId: string | null;
  /** Set when it is paid as credit: the key of its posting, and the reason for the customer. */
  readonly credit?: Pick<NewPosting, 'key' | 'reason'>;
  /** The price of the phone without the bonus, when credit was agreed. */
  readonly price?: PayoutAnswer['amount'];
  readonly approvedBy: Person | null;
  readonly paidBy: Person | null;
  /** The last change by the seller (ORD-S7). */
  readonly redirected?: { readonly requestVersion: number; readonly at: Date };
  /** The photo of the receipt. */
  readonly proofId?: string | undefined;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
}

export type SettledSellRequest = EventOf<typeof sellRequestSettled>['data'];

const unpaidFields = {
  status: 'due',
  account: '',
  approvedBy: null,
  paidBy: null,
  paymentReference: '',
  paidAt: null,
  version: 1,
} as const;

/** ORD-S1. A phone paid as credit becomes a payout when two people must approve it (ORD-K12). */
export function newPayout(
  { requestId: id, price, payment: { to, amount, method, account }, ...request }: SettledSellRequest,
  policy: Pick<PolicyContent, 'approvals'>,
  createdAt: Date,
): Payout {
  const { reference } = request;
  return {
    ...unpaidFields,
    ...pick(request, 'userId', 'reference', 'subject', 'customer'),
    id,
    amount,
    ...(to === 'payout'
      ? { method: method ?? 'cash', account }
      : { method: 'credit', credit: { key: tradeInKey(id), reason: `Sell request ${reference}` }, price }),
    needsApproval: needsSecondPerson(amount.amountInMinorUnits, policy),
    createdAt,
  };
}

/** ORD-K12: a change of credit requested by staff. The request is the first approval. */
export const creditPayout = (
  { key, userId, amount, reason, cause, at: createdAt }: NewPosting & { cause: 'goodwill' | 'correction' },
  { id, customer, approvedBy }: { id: string; customer: Customer; approvedBy: Person },
): Payout => ({
  ...unpaidFields,
  id,
  cause,
  userId,
  customer,
  reference: id.slice(-6),
  subject: `${cause === 'goodwill' ? 'Goodwill' : 'Correction of credit'}: ${reason}`,
  amount,
  method: 'credit',
  credit: { key, reason },
  status: 'approved',
  needsApproval: true,
  approvedBy,
  createdAt,
});

/** ORD-K8: credit for a deleted account is paid in cash instead. */
export const cashPayout = (
  { id, reference, customerName }: { id: string; reference: string; customerName: string },
  { subject, amountInMinorUnits }: { subject: string; amountInMinorUnits: number },
  policy: Pick<PolicyContent, 'approvals'>,
  createdAt: Date,
): Payout => ({
  ...unpaidFields,
  id,
  cause: 'refund',
  userId: null,
  customer: { name: customerName, email: '' },
  reference,
  subject,
  amount: money(amountInMinorUnits),
  method: 'cash',
  needsApproval: needsSecondPerson(amountInMinorUnits, policy),
  createdAt,
});

function refuse(message: string, path = 'status'): never {
  throw new ProblemError('conflict', message, [{ path, message }]);
}

export const changedMeanwhile = () =>
  new ProblemError('version-conflict', 'Somebody changed this payout meanwhile. Please look at it again.');

export const redirectRefusal = () =>
  new ProblemError(
    'conflict',
    'We are paying this just now. Please write to us if it should go another way.',
  );

const nextVersion = (payout: Payout, version: number, fields: Partial<Payout>): Payout => {
  if (payout.version !== version) throw changedMeanwhile();
  if (payout.status === 'paid') refuse('This payout is paid already.');
  if (payout.status === 'ended') refuse('This payout is ended: its phone goes back to the seller.');
  return { ...payout, ...fields, version: version + 1 };
};

const rejectStopped = ({ status }: Payout): void => {
  if (status === 'stopped') refuse('This payout is stopped. Take it up again first.');
};

/** ORD-S2: one person approves a payout from the policy's sum on. */
export function approvePayout(payout: Payout, approvedBy: Person, version: number): Payout {
  const after = nextVersion(payout, version, { status: 'approved', approvedBy });
  rejectStopped(payout);
  if (!payout.needsApproval) refuse('This payout needs no approval.');
  if (payout.status !== 'due') refuse('This payout is approved already.');
  return after;
}

/** ORD-S2, ORD-S3: records the payment. @param secondApproval required for some payouts */
export function payPayout(
  payout: Payout,
  paidBy: Person,
  { version, paymentReference, proofId }: Omit<BodyOf<typeof payEndpoint>, 'password'>,
  paidAt: Date,
  secondApproval?: SecondApproval,
): Payout {
  const { status, needsApproval, method } = payout;
  const after = nextVersion(payout, version, {
    status: 'paid',
    paidBy,
    paidAt,
    paymentReference,
    ...(proofId === null ? {} : { proofId }),
    ...(needsApproval && secondApproval ? { secondApproval } : {}),
  });
  rejectStopped(payout);
  if (needsApproval && status === 'due')
    refuse('Another person of the staff must approve a payout of this sum first.');
  if (method !== 'cash' && method !== 'credit' && paymentReference === '')
    refuse('Please enter the reference of the transfer.', 'paymentReference');
  return after;
}

/** ORD-S5: stops a payout that is not paid, with a reason. */
export function stopPayout(payout: Payout, version: number, stopReason: string): Payout {
  const after = nextVersion(payout, version, { status: 'stopped', stopReason });
  if (payout.status === 'stopped') refuse('This payout is stopped already.');
  return after;
}

/** ORD-S5: resumes a stopped payout, which must be approved again. */
export function resumePayout({ stopReason: _reason, ...payout }: Payout, version: number): Payout {
  const after = nextVersion(payout, version, { status: 'due', approvedBy: null });
  if (payout.status !== 'stopped') refuse('This payout is not stopped.');
  // ORD-K8: a deleted account gets no credit.
  if (payout.credit && payout.userId === null)
    refuse('The account was deleted, so that it can get no credit.');
  return after;
}

/** Longer than a call that changes a sell request takes. */
const concurrentRedirectMs = 60_000;

/**
 * ORD-S7: the seller changes the payment method until staff have taken the payout; undefined when it is unchanged. Of
 * two concurrent changes the second is refused, because only one is saved at the sell request.
 */
export function redirectPayout(
  payout: Payout,
  { requestVersion, ...destination }: BodyOf<typeof redirectEndpoint>,
  at: Date,
): Payout | undefined {
  const lastRedirect = payout.redirected ?? { requestVersion: 0, at };
  const isSame = payout.method === destination.method && payout.account === destination.account;
  if (isSame && requestVersion <= lastRedirect.requestVersion) return undefined;
  const isConcurrent =
    requestVersion === lastRedirect.requestVersion &&
    at.getTime() - lastRedirect.at.getTime() < concurrentRedirectMs;
  if (requestVersion < lastRedirect.requestVersion || isConcurrent) throw changedMeanwhile();
  const after = nextVersion(payout, payout.version, { ...destination, redirected: { requestVersion, at } });
  if (payout.status !== 'due' || payout.credit) throw redirectRefusal();
  return after;
}

/** ORD-S7: by this event service-request saves the change when another step of the request was saved meanwhile. */
export const redirectedEvent = (
  { id, version }: Payout,
  redirect: BodyOf<typeof redirectEndpoint>,
  occurredAt: Date,
): WireEvent =>
  createEvent(payoutRedirected, {
    aggregateId: id,
    aggregateVersion: version,
    occurredAt,
    data: { sellRequestId: id, ...redirect },
  });

/** ORD-S6: ends the payout of a phone that goes back to its seller; undefined when it is ended already. */
export function endPayout(payout: Payout): Payout | undefined {
  if (payout.status === 'ended') return undefined;
  if (payout.status !== 'stopped')
    refuse('The payment of this phone is not stopped any more. Please look at its payout again.', 'place');
  return nextVersion(payout, payout.version, { status: 'ended' });
}

/** ORD-K8, ORD-S4: the account was deleted. A phone is paid in cash instead of credit, and other credit is stopped. */
export function forgetSeller(payout: Payout): Payout {
  const anonymized = { ...payout, userId: null, customer: { ...payout.customer, email: '' } };
  const { status, method, cause = 'trade-in', price, credit: _credit, ...payoutFields } = anonymized;
  if (status === 'paid' || status === 'ended' || method !== 'credit')
    return { ...anonymized, version: payout.version + 1 };
  const version = payout.version + 1;
  if (cause !== 'trade-in')
    return { ...anonymized, status: 'stopped', stopReason: 'The account was deleted.', version };
  return { ...payoutFields, ...(price && { price, amount: price }), cause, status, method: 'cash', version };
}

/** ORD-K12: the posting of a payout that is paid as credit. */
export const postingOf = (payout: Payout): NewPosting | undefined =>
  payout.credit && payout.userId !== null && payout.cause !== 'refund'
    ? {
        ...payout.credit,
        at: payout.paidAt ?? payout.createdAt,
        userId: payout.userId,
        cause: payout.cause ?? 'trade-in',
        by: { by: 'admin', who: payout.paidBy?.id ?? null },
        order: null,
        amount: payout.amount,
      }
    : undefined;

/** ORD-W7: due on the same day or the next business day; null when it is paid or stopped. */
export function promisedAtOf({ status, createdAt }: Payout, calendar: ShopCalendar): Date | null {
  const { promised } = payoutLife.statuses[status];
  return promised ? promisedUntil(promised, createdAt, calendar) : null;
}

/** ORD-S5: device does not sell a phone while its payment is stopped. */
const eventOfStatus = { stopped: payoutStopped, due: payoutResumed } as const;

/** The events of a step by staff: the payout of a phone was stopped, resumed or paid. */
export function eventsOf(payout: Payout, now: Date): WireEvent[] {
  const { id, version, status, cause = 'trade-in' } = payout;
  if (cause !== 'trade-in' || (status !== 'stopped' && status !== 'due')) return paidEvents(payout);
  const metadata = { aggregateId: id, aggregateVersion: version, occurredAt: now };
  return [createEvent(eventOfStatus[status], { ...metadata, data: { sellRequestId: id } })];
}

/** ORD-S3. Credit is published with its posting. For a deleted account the event has no address, so no mail is sent. */
export function paidEvents(payout: Payout): WireEvent[] {
  const { id, version, method, cause = 'trade-in', status } = payout;
  const isPaid = status === 'paid' || planted('mail.before-effect');
  if (!isPaid || method === 'credit' || cause !== 'trade-in') return [];
  const data = pick(payout, 'userId', 'reference', 'subject', 'customer', 'amount', 'paymentReference');
  return [
    createEvent(payoutPaid, {
      aggregateId: id,
      aggregateVersion: version,
      data: { sellRequestId: id, ...data, method },
      occurredAt: payout.paidAt ?? payout.createdAt,
    }),
  ];
}
