import type { OfferSnapshot } from '@kinmel/contracts';

/** Order's copy of one offer. A deleted offer stays as a tombstone (`offer` is null). */
export interface OfferCopy {
  readonly offerId: string;
  readonly version: number;
  readonly offer: OfferSnapshot | null;
}

/** The copy after the news, or undefined when the news is not newer than what is known (C2). */
export function followOffer(known: OfferCopy | undefined, news: OfferCopy): OfferCopy | undefined {
  return known !== undefined && news.version <= known.version ? undefined : news;
}

/** The day in the shop's own time zone, as offers say theirs: `YYYY-MM-DD` (CONF-55). */
const dayInShop = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Kathmandu',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

export const shopDay = (now: Date): string => dayInShop.format(now);

/** True when the offer counts now: switched on, and both of its days belong to it (CONF-55). */
export function isLive(offer: OfferSnapshot, now: Date): boolean {
  const today = shopDay(now);
  return offer.isActive && offer.validFrom <= today && today <= offer.validUntil;
}
