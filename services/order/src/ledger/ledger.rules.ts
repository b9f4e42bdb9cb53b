import { type CreditCause, creditChanged, type Money, shopCurrency } from '@kinmel/contracts';
import { createEvent, ProblemError, type WireEvent } from '@kinmel/service-kit';
import type { Actor } from '../orders/order.ts';

/** A change of a customer's credit before it is posted. */
export interface NewPosting {
  /** There is one posting with a key: what is posted again changes nothing. */
  readonly key: string;
  readonly at: Date;
  readonly userId: string;
  readonly cause: CreditCause;
  /** The reason that the customer reads. */
  readonly reason: string;
  readonly by: Actor;
  readonly order: { readonly id: string; readonly orderNumber: string } | null;
  /** Negative when credit is used or taken. */
  readonly amount: Money;
}

/** What an account has more than before. */
export interface LedgerEntry {
  readonly account: string;
  readonly amount: Money;
}

/** Never changed. Its entries sum to zero. */
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

export const byTheShop: Actor = { by: 'shop', who: null };

/** What the shop takes back, once by its key. */
export const expiry = (
  posting: Pick<NewPosting, 'key' | 'at' | 'userId' | 'reason'>,
  amountInMinorUnits: number,
): NewPosting => ({
  ...posting,
  key: `expiry:${posting.key}`,
  cause: 'expiry',
  by: byTheShop,
  order: null,
  amount: money(-amountInMinorUnits),
});

/** The key of the posting by which an order gives its credit back (ORD-K5). */
export const returnedKey = (orderId: string) => `order:${orderId}:returned`;

/** The key of the posting that pays for a phone. */
export const tradeInKey = (sellRequestId: string) => `trade-in:${sellRequestId}`;

const creditAccount = (userId: string) => `credit:${userId}`;

/** Where credit comes from, and where it goes. */
const counterAccounts = {
  refund: 'refunds',
  order: 'orders',
  'trade-in': 'trade-ins',
  goodwill: 'goodwill',
  expiry: 'expired',
  correction: 'corrections',
} as const satisfies Readonly<Record<CreditCause, string>>;

/** ORD-K1: each change moves an amount between the customer's account and that of its cause. */
export const posted = (
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

/** What the customer's account has more than before. */
export const amountOf = ({ entries, userId }: Pick<Posting, 'entries' | 'userId'>): Money =>
  entries.find(({ account }) => account === creditAccount(userId))?.amount ?? money(0);

interface UnspentCredit {
  readonly posting: Posting;
  amountInMinorUnits: number;
  /** How often a part of it expired. */
  expiries: number;
}

/** Idempotency keys of staff have no spaces. */
const expiryKeyOf = ({ posting: { key }, expiries }: UnspentCredit) =>
  expiries === 0 ? key : `${key} ${expiries + 1}`;

/** Takes from the first credits; returns how much from each. */
function takeFrom(credits: readonly UnspentCredit[], amountInMinorUnits: number) {
  let remaining = amountInMinorUnits;
  return credits.map((credit) => {
    const part = Math.min(remaining, credit.amountInMinorUnits);
    credit.amountInMinorUnits -= part;
    remaining -= part;
    return { credit, part };
  });
}

/**
 * ORD-K10: what is left of the goodwill that was given before a time. A use takes from the oldest credit first, and what an order
 * gives back is again what it took.
 * @param postings all of a customer, oldest first
 * @returns with the key under which it expires
 */
export function unusedGoodwill(
  postings: readonly Posting[],
  givenBefore: Date,
): readonly { readonly key: string; readonly amountInMinorUnits: number }[] {
  const credits: UnspentCredit[] = [];
  const usedBy = new Map<string, ReturnType<typeof takeFrom>>();
  for (const posting of postings) {
    const { key, cause, order } = posting;
    const { amountInMinorUnits } = amountOf(posting);
    const used = order === null ? undefined : usedBy.get(order.id);
    if (cause === 'expiry') {
      const own = credits.find((credit) => key === `expiry:${expiryKeyOf(credit)}`);
      if (own) own.expiries += 1;
      takeFrom(own ? [own] : credits, -amountInMinorUnits);
    } else if (amountInMinorUnits < 0) {
      const parts = takeFrom(credits, -amountInMinorUnits);
      if (cause === 'order' && order !== null) usedBy.set(order.id, parts);
    } else if (used && order !== null && key === returnedKey(order.id))
      for (const { credit, part } of used) credit.amountInMinorUnits += part;
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

/** ORD-K8: the transaction that it was thrown in has written nothing. */
export const accountDeleted = () =>
  new ProblemError('conflict', 'This account was deleted, so that nothing can be added to its credit.');

/** ORD-K2: refuses to go below zero, and tells what there is. */
export function notEnoughCredit(balance: Money): ProblemError {
  const message = `There is credit of NPR ${(balance.amountInMinorUnits / 100).toLocaleString('en-US')}.`;
  return new ProblemError('not-enough-credit', message, [
    { path: 'balance.amountInMinorUnits', message: String(balance.amountInMinorUnits) },
    { path: 'balance.currency', message: balance.currency },
  ]);
}

/** The transaction that it was thrown in has written nothing. */
export const isNotEnoughCredit = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === 'not-enough-credit';
