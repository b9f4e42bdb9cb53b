import type { Offer } from '@kinmel/contracts';
import { useSyncExternalStore } from 'react';
import { dayOf, isLive } from './offer.rules.ts';

const never = () => () => {};

/** The offers that are live today. On the server and while hydrating, when there is no clock, all offers of the answer. */
export function useLiveOffers(offers: readonly Offer[] | undefined): readonly Offer[] | undefined {
  const day = useSyncExternalStore<string | undefined>(
    never,
    () => dayOf(new Date()),
    () => undefined,
  );
  return day === undefined ? offers : offers?.filter((offer) => isLive(offer, day));
}
