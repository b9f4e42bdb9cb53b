import type { OfferSnapshot } from '@kinmel/contracts';
import type { Day } from '@kinmel/service-kit';

/** Order's copy of one offer. A deleted offer stays as a tombstone (`offer` is null). */
export interface OfferCopy {
  readonly offerId: string;
  readonly version: number;
  readonly offer: OfferSnapshot | null;
}

/** The copy after what was received, or undefined when that is not newer than what is known (C2). */
export function followOffer(known: OfferCopy | undefined, received: OfferCopy): OfferCopy | undefined {
  return known !== undefined && received.version <= known.version ? undefined : received;
}

/** True when the offer counts on that day: switched on, and both of its days belong to it (CONF-55). */
export function isLive(offer: OfferSnapshot, today: Day): boolean {
  return offer.isActive && offer.validFrom <= today && today <= offer.validUntil;
}
