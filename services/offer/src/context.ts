import type { PromoCheck } from '@kinmel/contracts';
import type { PictureStore } from '@kinmel/pictures';
import {
  createAdmissionQueue,
  createCallerLimit,
  createCounterModel,
  createMessaging,
  createServiceBasis,
  deletedRecordsKeptMs,
  inTransaction,
  partUnavailable,
  type RunningContext,
  type ServiceBasis,
  type ServiceContextOptions,
  shopDays,
  sweepHolds,
} from '@kinmel/service-kit';
import type mongoose from 'mongoose';
import { createOfferModel, createOffersStore } from './offers/offers.store.ts';
import type { OffersContext } from './offers/offers-context.ts';
import type { PromoContext } from './promo/promo.routes.ts';
import { createRedemptionModel, createRedemptionsStore } from './redemptions/redemptions.store.ts';
import { redemptionsSubscriptions } from './redemptions/redemptions.subscriptions.ts';
import type { RedemptionsContext } from './redemptions/redemptions-context.ts';
import { redemptionHold, settleOverdue } from './redemptions/settle-overdue.ts';
import { staffSubscriptions } from './staff/staff.subscriptions.ts';

export interface OfferContext
  extends OffersContext,
    PromoContext,
    RedemptionsContext,
    ServiceBasis,
    RunningContext {}

export interface OfferContextOptions extends ServiceContextOptions {
  readonly pictures: PictureStore;
  readonly timeZone: string;
  readonly holdMs: number;
  readonly promoChecksPerMinute: number;
  readonly settleOrder: RedemptionsContext['settleOrder'];
}

const sweepMs = 5_000;
/** Longer than the order service waits for a redemption. */
const redemptionWaitMs = 5_000;
/** One redemption at a time (`redemptionQueue`). */
const redemptionQueueOptions = {
  atOnce: 1,
  burstWaitMs: redemptionWaitMs,
  overloadWaitMs: redemptionWaitMs,
  standingAfterMs: redemptionWaitMs,
  refusal: () => partUnavailable(new Error('the queue of redemptions is full')),
};

const promoChecksCollection = 'promo_checks';

export const offerModels = (connection: mongoose.Connection) => [
  createOfferModel(connection),
  createRedemptionModel(connection),
  createCounterModel(connection, promoChecksCollection),
];

/** Offers and ledger with their transactions; also used by the recount command. */
export const openLedger = (
  connection: mongoose.Connection,
): Pick<RedemptionsContext, 'offers' | 'redemptions' | 'inTransaction'> => ({
  offers: createOffersStore(createOfferModel(connection)),
  redemptions: createRedemptionsStore(createRedemptionModel(connection)),
  inTransaction: (work) => inTransaction(connection, work),
});

export function createOfferContext(options: OfferContextOptions): OfferContext {
  const { connection, pictures, logger, metrics } = options;
  const basis = createServiceBasis('offer', options);
  const { now } = basis;
  const messaging = createMessaging({ ...options, service: 'offer' });

  const context: OfferContext = {
    redemptionQueue: createAdmissionQueue(redemptionQueueOptions),
    ...basis,
    ...openLedger(connection),
    pictures,
    admitPromo: createCallerLimit(connection, promoChecksCollection, {
      name: 'promo',
      points: options.promoChecksPerMinute,
      seconds: 60,
      text: (when) => `Too many promo codes were tried. Please try again ${when}, or order without a code.`,
      isRefusal: (check: PromoCheck) => !check.applied && check.reason === 'unknown',
    }),
    settleOrder: options.settleOrder,
    holdMs: options.holdMs,
    dayOf: shopDays(options.timeZone),
    sendEvents: messaging.sendEvents,
    start: () =>
      messaging.start([...redemptionsSubscriptions(context), ...staffSubscriptions(context)], [sweeper]),
    stop: messaging.stop,
  };
  const sweeper = sweepHolds(sweepMs, {
    what: redemptionHold,
    settle: (stopping) => settleOverdue(context, stopping),
    tidy: async () => {
      await context.offers.freeEndedCodes(context.dayOf(now()));
      await context.offers.purge(new Date(now().getTime() - deletedRecordsKeptMs));
    },
    logger,
    metrics,
  });
  return context;
}
