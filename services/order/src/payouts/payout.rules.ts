import {
  type BodyOf,
  type EventOf,
  type Payout as PayoutAnswer,
  payoutLife,
  payoutPaid,
  type payPayout,
  type sellRequestSettled,
} from '@kinmel/contracts';
import {
  createEvent,
  ProblemError,
  pick,
  promisedUntil,
  type ShopCalendar,
  type StaffCall,
  type WireEvent,
} from '@kinmel/service-kit';
import type { PolicyContent } from '../policy/policy-content.ts';

type Person = StaffCall['person'];

/** What the shop pays for a phone. Its id is that of the sell request. */
export interface Payout
  extends Readonly<Omit<PayoutAnswer, 'approvedBy' | 'paidBy' | 'proof' | 'createdAt' | 'paidAt'>> {
  /** Account of the seller; null without. */
  readonly userId: string | null;
  readonly approvedBy: Person | null;
  readonly paidBy: Person | null;
  /** The photo of the receipt. */
  readonly proofId?: string | undefined;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
}

export type SettledSellRequest = EventOf<typeof sellRequestSettled>['data'];

/** S1. */
export function newPayout(
  { requestId: id, payment: { amount, method, account }, ...settled }: SettledSellRequest,
  { tradeIn }: Pick<PolicyContent, 'tradeIn'>,
  createdAt: Date,
): Payout {
  return {
    ...pick(settled, 'userId', 'reference', 'subject', 'customer'),
    id,
    amount,
    account,
    method: method ?? 'cash',
    status: 'due',
    needsApproval: amount.amountInMinorUnits >= tradeIn.fourEyesFrom.amountInMinorUnits,
    approvedBy: null,
    paidBy: null,
    paymentReference: '',
    createdAt,
    paidAt: null,
    version: 1,
  };
}

function refuse(message: string, path = 'status'): never {
  throw new ProblemError('conflict', message, [{ path, message }]);
}

export const changedMeanwhile = () =>
  new ProblemError('version-conflict', 'Somebody changed this payout meanwhile. Please look at it again.');

const changed = (payout: Payout, version: number, fields: Partial<Payout>): Payout => {
  if (payout.version !== version) throw changedMeanwhile();
  return { ...payout, ...fields, version: version + 1 };
};

/** S2: one person approves a payout of the sum of the policy or more. */
export function approve(payout: Payout, approvedBy: Person, version: number): Payout {
  const after = changed(payout, version, { status: 'approved', approvedBy });
  if (!payout.needsApproval) refuse('This payout needs no approval.');
  if (payout.status !== 'due') refuse('This payout is approved already.');
  return after;
}

/** S2, S3: records the payment, by another person than the one who approved it. */
export function pay(
  payout: Payout,
  paidBy: Person,
  { version, paymentReference, proofId }: BodyOf<typeof payPayout>,
  paidAt: Date,
): Payout {
  const { status, needsApproval, approvedBy, method } = payout;
  const after = changed(payout, version, {
    status: 'paid',
    paidBy,
    paidAt,
    paymentReference,
    ...(proofId === null ? {} : { proofId }),
  });
  if (status === 'paid') refuse('This payout is paid already.');
  if (needsApproval && status === 'due')
    refuse('Another person of the staff must approve a payout of this sum first.');
  if (approvedBy?.id === paidBy.id) refuse('You have approved this payout. Another person pays it.');
  if (method !== 'cash' && paymentReference === '')
    refuse('Please enter the reference of the transfer.', 'paymentReference');
  return after;
}

/** W7: paid on the day, or the next business day; null when it is paid. */
export function promisedAtOf({ status, createdAt }: Payout, calendar: ShopCalendar): Date | null {
  const { promised } = payoutLife.statuses[status];
  return promised ? promisedUntil(promised, createdAt, calendar) : null;
}

export const paidEvent = (payout: Payout): WireEvent =>
  createEvent(payoutPaid, {
    aggregateId: payout.id,
    aggregateVersion: payout.version,
    data: {
      sellRequestId: payout.id,
      ...pick(payout, 'userId', 'reference', 'subject', 'customer', 'amount', 'method', 'paymentReference'),
    },
    occurredAt: payout.paidAt ?? payout.createdAt,
  });
