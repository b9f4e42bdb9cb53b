import type { PictureStore } from '@kinmel/pictures';
import type { Day } from '@kinmel/service-kit';
import type { OffersStore } from './offers.store.ts';

/** What the use cases of offers depend on. */
export interface OffersContext {
  readonly offers: OffersStore;
  readonly pictures: PictureStore;
  readonly now: () => Date;
  /** The day that it is in the shop. */
  readonly dayOf: (moment: Date) => Day;
  readonly newId: () => string;
  /** Called after a save: the outbox has something to send. */
  readonly sendEvents: () => void;
}
