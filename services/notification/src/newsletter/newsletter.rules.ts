import type { OfferSnapshot } from '@kinmel/contracts';
import { beginningOf, type Day, dayAfter } from '@kinmel/service-kit';

/** After this long without a yes an address is forgotten (N3). */
export const confirmWithinHours = 48;

/** One mail that asks for the yes in this time and address, however often the form is sent (N4). */
export const askAgainAfterMs = 10 * 60_000;

/** A subscription that was asked for; the yes is missing or there. */
export interface NewsletterSubscription {
  readonly subscriptionId: string;
  /** In its normal form. */
  readonly email: string;
  readonly state: 'asked' | 'confirmed';
  /** Counts the mails that asked; only the newest one's link counts. */
  readonly round: number;
  readonly askedAt: Date;
}

/**
 * What an entry in the form leads to: a subscription that is mailed a question, or undefined when nothing is to be
 * mailed, because the yes is there already (N1) or the question went out a moment ago (N4).
 */
export function askForYes(
  current: NewsletterSubscription | undefined,
  { email, newId, now }: { readonly email: string; readonly newId: string; readonly now: Date },
): NewsletterSubscription | undefined {
  if (current === undefined || hasRunOut(current, now))
    return { subscriptionId: newId, email, state: 'asked', round: 1, askedAt: now };
  if (current.state === 'confirmed') return undefined;
  if (now.getTime() - current.askedAt.getTime() < askAgainAfterMs) return undefined;
  return { ...current, round: current.round + 1, askedAt: now };
}

/**
 * What the link of a mail leads to: the confirmed subscription, or undefined when the link counts no more (N2, N3).
 * A second click on the link that was good finds what the first one left.
 */
export function confirmYes(
  current: NewsletterSubscription | undefined,
  { round, now }: { readonly round: number; readonly now: Date },
): NewsletterSubscription | undefined {
  if (current === undefined || current.round !== round || hasRunOut(current, now)) return undefined;
  return { ...current, state: 'confirmed' };
}

function hasRunOut({ state, askedAt }: NewsletterSubscription, now: Date): boolean {
  return state === 'asked' && now.getTime() - askedAt.getTime() >= confirmWithinHours * 60 * 60_000;
}

/** What subscribers are told of an offer, once (N9). */
export interface NewsletterIssue {
  readonly offer: Pick<
    OfferSnapshot,
    | 'offerId'
    | 'title'
    | 'description'
    | 'productName'
    | 'originalPriceInMinorUnits'
    | 'discountedPriceInMinorUnits'
    | 'promoCode'
    | 'validUntil'
  >;
  readonly startsAt: Date;
}

/** When the day is over on which an offer ends. */
export const endOf = (validUntil: Day, dayOf: (moment: Date) => Day): Date =>
  beginningOf(dayAfter(validUntil), dayOf);

/**
 * What an offer's news leads to: an issue when it starts (N9); undefined when it is off or over. Its days are those of the
 * shop, which `dayOf` knows.
 */
export function issueOf(
  offer: OfferSnapshot,
  now: Date,
  dayOf: (moment: Date) => Day,
): NewsletterIssue | undefined {
  if (!offer.isActive || endOf(offer.validUntil, dayOf) <= now) return undefined;
  const { offerId, title, description, productName, promoCode, validUntil } = offer;
  const { originalPriceInMinorUnits, discountedPriceInMinorUnits } = offer;
  return {
    offer: {
      offerId,
      title,
      description,
      productName,
      originalPriceInMinorUnits,
      discountedPriceInMinorUnits,
      promoCode,
      validUntil,
    },
    startsAt: beginningOf(offer.validFrom, dayOf),
  };
}
