import type { AnswerOf, settleOrder } from '@kinmel/contracts';
import type { AdmissionQueue, Day, ServiceBasis } from '@kinmel/service-kit';
import type { OffersStore } from '../offers/offers.store.ts';
import type { RedemptionsStore } from './redemptions.store.ts';

export type SettledState = AnswerOf<typeof settleOrder>['state'];

/** Entry and counts change in one transaction (OFF-R3). */
export interface RedemptionsContext extends Pick<ServiceBasis, 'inTransaction' | 'now' | 'logger'> {
  readonly redemptions: RedemptionsStore;
  readonly offers: OffersStore;
  /**
   * Serialises redemptions in this process, as concurrent transactions on one offer would abort each other repeatedly.
   */
  readonly redemptionQueue: AdmissionQueue;
  /** Asks the order service for the state of an order; rejects while it is unavailable. */
  readonly settleOrder: (orderId: string) => Promise<SettledState>;
  readonly holdMs: number;
  readonly dayOf: (moment: Date) => Day;
}
