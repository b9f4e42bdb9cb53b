import type { PromoCheck } from '@kinmel/contracts';
import type { PictureStore } from '@kinmel/pictures';
import {
  type AuditContext,
  type Bus,
  createAdmissionQueue,
  createAuditTrail,
  createCallerLimit,
  createCounterModel,
  createMessaging,
  createRecordEventsReader,
  deletedRecordsKeptMs,
  inTransaction,
  partUnavailable,
  type ReadRecordEvents,
  type ServiceContextOptions,
  shopDays,
  sweepHolds,
} from '@kinmel/service-kit';
import mongoose from 'mongoose';
import { createOfferModel, createOffersStore } from './offers/offers.store.ts';
import type { OffersContext } from './offers/offers-context.ts';
import type { PromoContext } from './promo/promo.routes.ts';
import { createRedemptionModel, createRedemptionsStore } from './redemptions/redemptions.store.ts';
import { redemptionsSubscriptions } from './redemptions/redemptions.subscriptions.ts';
import type { RedemptionsContext } from './redemptions/redemptions-context.ts';
import { redemptionHold, settleOverdue } from './redemptions/settle-overdue.ts';
import { staffSubscriptions } from './staff/staff.subscriptions.ts';

export interface OfferContext extends OffersContext, PromoContext, RedemptionsContext, AuditContext {
  /** For the operator's routes. */
  readonly bus: Bus;
  readonly readRecordEvents: ReadRecordEvents;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

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
const oneAtATime = {
  atOnce: 1,
  burstWaitMs: redemptionWaitMs,
  overloadWaitMs: redemptionWaitMs,
  standingAfterMs: redemptionWaitMs,
  refusal: () => partUnavailable(new Error('the queue of redemptions is full')),
};

const promoChecks = 'promo_checks';

export const offerModels = (connection: mongoose.Connection) => [
  createOfferModel(connection),
  createRedemptionModel(connection),
  createCounterModel(connection, promoChecks),
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
  const { connection, bus, pictures, logger, metrics, now = () => new Date() } = options;
  const messaging = createMessaging({ ...options, service: 'offer' });

  const context: OfferContext = {
    redemptionQueue: createAdmissionQueue(oneAtATime),
    logger,
    bus,
    readRecordEvents: createRecordEventsReader('offer', connection),
    audit: createAuditTrail(connection),
    ...openLedger(connection),
    pictures,
    admitPromo: createCallerLimit(connection, promoChecks, {
      name: 'promo',
      points: options.promoChecksPerMinute,
      seconds: 60,
      text: (when) => `Too many promo codes were tried. Please try again ${when}, or order without a code.`,
      isRefusal: (check: PromoCheck) => !check.applied && check.reason === 'unknown',
    }),
    settleOrder: options.settleOrder,
    holdMs: options.holdMs,
    now,
    dayOf: shopDays(options.timeZone),
    newId: () => new mongoose.Types.ObjectId().toHexString(),
    sendEvents: messaging.sendEvents,
    async start() {
      await messaging.start([...redemptionsSubscriptions(context), ...staffSubscriptions(context)]);
      sweeper.start();
    },
    async stop() {
      await sweeper.stop();
      await messaging.stop();
    },
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
