import { type CreditCause, creditChanged, type Money, shopCurrency } from '@kinmel/contracts';
import { createEvent, ProblemError, type WireEvent } from '@kinmel/service-kit';
import type { Actor } from '../orders/order.ts';

/** A change of a customer's credit that is not posted yet. */
export interface NewPosting {
  /** Unique: posting the same key again changes nothing. */
  readonly key: string;
  readonly at: Date;
  readonly userId: string;
  readonly cause: CreditCause;
  /** The reason for the customer. */
  readonly reason: string;
  readonly by: Actor;
  readonly order: { readonly id: string; readonly orderNumber: string } | null;
  /** Negative when credit is used or deducted. */
  readonly amount: Money;
}

/** The change of one account's balance. */
export interface LedgerEntry {
  readonly account: string;
  readonly amount: Money;
}

/** A posting is never changed. Its entries sum to zero. */
export interface Posting extends Omit<NewPosting, 'amount'> {
  /** Counts the postings of a customer from 1. */
  readonly number: number;
  readonly entries: readonly LedgerEntry[];
  readonly balanceAfter: Money;
}

export interface Customer {
  readonly name: string;
  readonly email: string;
}

export const money = (amountInMinorUnits: number): Money => ({ amountInMinorUnits, currency: shopCurrency });

export const shopActor: Actor = { by: 'shop', who: null };

/** The shop's expiry of credit, once per key. */
export const expiry = (
  posting: Pick<NewPosting, 'key' | 'at' | 'userId' | 'reason'>,
  amountInMinorUnits: number,
): NewPosting => ({
  ...posting,
  key: `expiry:${posting.key}`,
  cause: 'expiry',
  by: shopActor,
  order: null,
  amount: money(-amountInMinorUnits),
});

/** The key of the posting by which an order returns its credit (ORD-K5). */
export const returnedKey = (orderId: string) => `order:${orderId}:returned`;

/** The key of the posting that pays for a phone. */
export const tradeInKey = (sellRequestId: string) => `trade-in:${sellRequestId}`;

const creditAccount = (userId: string) => `credit:${userId}`;

/** The counter account of each cause. */
const counterAccounts = {
  refund: 'refunds',
  order: 'orders',
  'trade-in': 'trade-ins',
  goodwill: 'goodwill',
  expiry: 'expired',
  correction: 'corrections',
} as const satisfies Readonly<Record<CreditCause, string>>;

/** ORD-K1: each change moves an amount between the customer's account and the counter account of its cause. */
export const postingFrom = (
  { amount, ...posting }: NewPosting,
  { number, balanceAfter }: Pick<Posting, 'number' | 'balanceAfter'>,
): Posting => ({
  ...posting,
  number,
  entries: [
    { account: creditAccount(posting.userId), amount },
    { account: counterAccounts[posting.cause], amount: money(-amount.amountInMinorUnits) },
  ],
  balanceAfter,
});

/** The change of the customer's balance. */
export const amountOf = ({ entries, userId }: Pick<Posting, 'entries' | 'userId'>): Money =>
  entries.find(({ account }) => account === creditAccount(userId))?.amount ?? money(0);

interface UnspentCredit {
  readonly posting: Posting;
  amountInMinorUnits: number;
  /** How often a part of it has expired. */
  expiries: number;
}

/** Idempotency keys contain no space, so that the numbered key of a later expiry is no other key. */
const expiryKeyOf = ({ posting: { key }, expiries }: UnspentCredit) =>
  expiries === 0 ? key : `${key} ${expiries + 1}`;

/** Deducts the amount from the oldest credits; returns how much of each was deducted. */
function deductFrom(credits: readonly UnspentCredit[], amountInMinorUnits: number) {
  let remaining = amountInMinorUnits;
  return credits.map((credit) => {
    const part = Math.min(remaining, credit.amountInMinorUnits);
    credit.amountInMinorUnits -= part;
    remaining -= part;
    return { credit, part };
  });
}

/**
 * ORD-K10: the unused part of goodwill that was given before a time. Uses are deducted from the oldest credit first,
 * and an order that returns credit restores what it had used.
 * @param postings all postings of a customer, oldest first
 * @returns each part with the key of the posting by which it expires
 */
export function unusedGoodwill(
  postings: readonly Posting[],
  givenBefore: Date,
): readonly { readonly key: string; readonly amountInMinorUnits: number }[] {
  const credits: UnspentCredit[] = [];
  const usedPartsByOrder = new Map<string, ReturnType<typeof deductFrom>>();
  for (const posting of postings) {
    const { key, cause, order } = posting;
    const { amountInMinorUnits } = amountOf(posting);
    const usedParts = order === null ? undefined : usedPartsByOrder.get(order.id);
    if (cause === 'expiry') {
      const expiredCredit = credits.find((credit) => key === `expiry:${expiryKeyOf(credit)}`);
      if (expiredCredit) expiredCredit.expiries += 1;
      deductFrom(expiredCredit ? [expiredCredit] : credits, -amountInMinorUnits);
    } else if (amountInMinorUnits < 0) {
      const parts = deductFrom(credits, -amountInMinorUnits);
      if (cause === 'order' && order !== null) usedPartsByOrder.set(order.id, parts);
    } else if (usedParts && order !== null && key === returnedKey(order.id))
      for (const { credit, part } of usedParts) credit.amountInMinorUnits += part;
    else credits.push({ posting, amountInMinorUnits, expiries: 0 });
  }
  return credits
    .filter(
      ({ posting: { cause, at }, amountInMinorUnits }) =>
        cause === 'goodwill' && at < givenBefore && amountInMinorUnits > 0,
    )
    .map((credit) => ({ key: expiryKeyOf(credit), amountInMinorUnits: credit.amountInMinorUnits }));
}

export function changedEvent(posting: Posting, customer: Customer): WireEvent {
  const { userId, number, key, at, cause, reason, order, balanceAfter: balance } = posting;
  const paidPhone = cause === 'trade-in' && { sellRequestId: key.slice(tradeInKey('').length) };
  return createEvent(creditChanged, {
    aggregateId: userId,
    aggregateVersion: number,
    data: { userId, customer, cause, reason, order, ...paidPhone, amount: amountOf(posting), balance },
    occurredAt: at,
  });
}

/** ORD-K8: thrown within the transaction, so that it is aborted. */
export const accountDeleted = () =>
  new ProblemError('conflict', 'This account was deleted, so that nothing can be added to its credit.');

/** ORD-K2: refuses a negative balance, and names the current one. Thrown within the transaction, so that it is aborted. */
export function notEnoughCredit(balance: Money): ProblemError {
  const message = `There is credit of NPR ${(balance.amountInMinorUnits / 100).toLocaleString('en-US')}.`;
  return new ProblemError('not-enough-credit', message, [
    { path: 'balance.amountInMinorUnits', message: String(balance.amountInMinorUnits) },
    { path: 'balance.currency', message: balance.currency },
  ]);
}

export const isNotEnoughCredit = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === 'not-enough-credit';
