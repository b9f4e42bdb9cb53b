import type { OfferSnapshot } from '@kinmel/contracts';
import { beginningOf, type Day, endOf, pick } from '@kinmel/service-kit';

/** An unconfirmed address is deleted after this time (NOT-N3). */
export const confirmWithinHours = 48;

/** Limits the confirmation mails per address (NOT-N4). */
export const askAgainAfterMs = 10 * 60_000;

export interface NewsletterSubscription {
  readonly subscriptionId: string;
  /** The normal form of the address. */
  readonly email: string;
  readonly state: 'asked' | 'confirmed';
  /** Number of confirmation mails; only the newest link is valid. */
  readonly round: number;
  readonly askedAt: Date;
}

/**
 * The subscription that gets a confirmation mail; undefined when none is sent, because it is confirmed (NOT-N1) or was
 * mailed recently (NOT-N4).
 */
export function requestConfirmation(
  current: NewsletterSubscription | undefined,
  { email, newId, now }: { readonly email: string; readonly newId: string; readonly now: Date },
): NewsletterSubscription | undefined {
  if (current === undefined || hasRunOut(current, now))
    return { subscriptionId: newId, email, state: 'asked', round: 1, askedAt: now };
  if (current.state === 'confirmed') return undefined;
  if (now.getTime() - current.askedAt.getTime() < askAgainAfterMs) return undefined;
  return { ...current, round: current.round + 1, askedAt: now };
}

/** The confirmed subscription, or undefined when the link is not valid (NOT-N2, NOT-N3). A repeated click is accepted. */
export function confirmSubscription(
  current: NewsletterSubscription | undefined,
  { round, now }: { readonly round: number; readonly now: Date },
): NewsletterSubscription | undefined {
  if (current === undefined || current.round !== round || hasRunOut(current, now)) return undefined;
  return { ...current, state: 'confirmed' };
}

function hasRunOut({ state, askedAt }: NewsletterSubscription, now: Date): boolean {
  return state === 'asked' && now.getTime() - askedAt.getTime() >= confirmWithinHours * 60 * 60_000;
}

const issueFields = [
  'offerId',
  'title',
  'description',
  'productName',
  'originalPriceInMinorUnits',
  'discountedPriceInMinorUnits',
  'promoCode',
  'validUntil',
] as const;

/** The newsletter about an offer (NOT-N9). */
export interface NewsletterIssue {
  readonly offer: Pick<OfferSnapshot, (typeof issueFields)[number]>;
  readonly startsAt: Date;
}

/**
 * The issue about an offer (NOT-N9); undefined when it is off or over. Days are those of the shop's time zone (`dayOf`).
 */
export function issueOf(
  offer: OfferSnapshot,
  now: Date,
  dayOf: (moment: Date) => Day,
): NewsletterIssue | undefined {
  if (!offer.isActive || endOf(offer.validUntil, { dayOf }) <= now) return undefined;
  return { offer: pick(offer, ...issueFields), startsAt: beginningOf(offer.validFrom, dayOf) };
}
