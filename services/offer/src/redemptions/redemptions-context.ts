import type { AnswerOf, settleOrder } from '@kinmel/contracts';
import type { Day, Logger } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import type { OffersStore } from '../offers/offers.store.ts';
import type { BatchOutcome, Wanted } from './redemption.rules.ts';
import type { RedemptionsStore } from './redemptions.store.ts';

export type SettledState = AnswerOf<typeof settleOrder>['state'];

/** What the use cases of redemptions depend on. */
export interface RedemptionsContext {
  readonly redemptions: RedemptionsStore;
  readonly offers: OffersStore;
  /** Entry and counts change in one transaction or not at all (R3); run again when two collide. */
  readonly inTransaction: <T>(work: (session: ClientSession) => Promise<T>) => Promise<T>;
  /** Reserves for one order, together with those that ask at the same moment. */
  readonly redeemBatched: (order: Wanted) => Promise<BatchOutcome>;
  /** Asks order what became of an order; rejects while order cannot be asked. */
  readonly settleOrder: (orderId: string) => Promise<SettledState>;
  readonly holdMs: number;
  readonly now: () => Date;
  readonly dayOf: (moment: Date) => Day;
  readonly logger: Logger;
}
