import type { PictureStore } from '@kinmel/pictures';
import type { Day } from '@kinmel/service-kit';
import type { OffersStore } from './offers.store.ts';

export interface OffersContext {
  readonly offers: OffersStore;
  readonly pictures: PictureStore;
  readonly now: () => Date;
  /** The calendar day in the shop's time zone. */
  readonly dayOf: (moment: Date) => Day;
  readonly newId: () => string;
  /** Notifies the outbox relay after a save. */
  readonly sendEvents: () => void;
}
