import type { AnswerOf, settleOrder } from '@kinmel/contracts';
import type { AdmissionQueue, Day, Logger } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import type { OffersStore } from '../offers/offers.store.ts';
import type { RedemptionsStore } from './redemptions.store.ts';

export type SettledState = AnswerOf<typeof settleOrder>['state'];

export interface RedemptionsContext {
  readonly redemptions: RedemptionsStore;
  readonly offers: OffersStore;
  /** Entry and counts change in one transaction (R3), which is retried after a conflict. */
  readonly inTransaction: <T>(work: (session: ClientSession) => Promise<T>) => Promise<T>;
  /**
   * Serialises redemptions in this process, as concurrent transactions on one offer would abort each other repeatedly.
   */
  readonly redemptionQueue: AdmissionQueue;
  /** Asks the order service for the state of an order; rejects while it is unavailable. */
  readonly settleOrder: (orderId: string) => Promise<SettledState>;
  readonly holdMs: number;
  readonly now: () => Date;
  readonly dayOf: (moment: Date) => Day;
  readonly logger: Logger;
}
