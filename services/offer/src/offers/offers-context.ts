import type { PictureStore } from '@kinmel/pictures';
import type { Day, ServiceBasis } from '@kinmel/service-kit';
import type { OffersStore } from './offers.store.ts';

export interface OffersContext extends Pick<ServiceBasis, 'now' | 'newId' | 'sendEvents'> {
  readonly offers: OffersStore;
  readonly pictures: PictureStore;
  /** The calendar day in the shop's time zone. */
  readonly dayOf: (moment: Date) => Day;
}
