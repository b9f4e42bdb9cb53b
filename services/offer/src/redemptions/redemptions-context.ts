import type { AnswerOf, settleOrder } from '@kinmel/contracts';
import type { AdmissionQueue, Day, Logger } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import type { OffersStore } from '../offers/offers.store.ts';
import type { RedemptionsStore } from './redemptions.store.ts';

export type SettledState = AnswerOf<typeof settleOrder>['state'];

/** What the use cases of redemptions depend on. */
export interface RedemptionsContext {
  readonly redemptions: RedemptionsStore;
  readonly offers: OffersStore;
  /** Entry and counts change in one transaction or not at all (R3); run again when two collide. */
  readonly inTransaction: <T>(work: (session: ClientSession) => Promise<T>) => Promise<T>;
  /**
   * One redemption at a time in this process. Orders with one promo code all count the same offer: side by side their transactions
   * would abort each other again and again.
   */
  readonly redemptionQueue: AdmissionQueue;
  /** Asks order what became of an order; rejects while order cannot be asked. */
  readonly settleOrder: (orderId: string) => Promise<SettledState>;
  readonly holdMs: number;
  readonly now: () => Date;
  readonly dayOf: (moment: Date) => Day;
  readonly logger: Logger;
}
