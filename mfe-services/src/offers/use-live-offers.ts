import type { Offer } from '@kinmel/contracts';
import { useSyncExternalStore } from 'react';
import { dayOf, isLive } from './offer.rules.ts';

const never = () => () => {};
const today = () => dayOf(new Date());
const noClock = () => undefined;

/** Those of the answered offers that are live today. Before the page is alive the server's own choice stands: a drawing knows no clock. */
export function useLiveOffers(offers: readonly Offer[] | undefined): readonly Offer[] | undefined {
  const day = useSyncExternalStore<string | undefined>(never, today, noClock);
  if (!offers || day === undefined) return offers;
  return offers.filter((offer) => isLive(offer, day));
}
