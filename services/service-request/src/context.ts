import { type PersonalPhotos, sweepUnusedPhotos } from '@kinmel/pictures';
import {
  type BackgroundWork,
  createDeletedAccountModel,
  createDeletedAccountsStore,
  createKeptAnswer,
  createMessaging,
  createServiceBasis,
  createWorkStore,
  type IsAdminBrowser,
  pick,
  type RunningContext,
  type ServiceBasis,
  type ServiceContextOptions,
  type WorkContext,
} from '@kinmel/service-kit';
import type mongoose from 'mongoose';
import { photosInUse } from './photos/photos-of-request.rules.ts';
import { fillProductCopies, type ReadProducts } from './products/fill-product-copies.ts';
import {
  createProductCopiesStore,
  createProductCopyModel,
  createProductFillModel,
} from './products/product-copies.store.ts';
import { type ProductsContext, productsSubscriptions } from './products/products.subscriptions.ts';
import type { SlotCalendar } from './repair-bookings/slot.rules.ts';
import { createRequestStores, requestKinds } from './request-stores.ts';
import type { Retention } from './requests/forget.rules.ts';
import { forgetDueRequests, markLateRequests } from './requests/forget-requests.ts';
import type { ReadRate } from './requests/rate-in-force.ts';
import {
  createRequestLimitModel,
  createRequestLimits,
  type RequestsPerHour,
} from './requests/request-limits.store.ts';
import { workSourceOf } from './requests/requests.routes.ts';
import { requestModel } from './requests/requests.store.ts';
import { requestsSubscriptions } from './requests/requests.subscriptions.ts';
import { claimOlderReturns, claimStepOf, type OrderClient } from './returns/claim-return.ts';
import type { ReturnsContext } from './returns/returns.routes.ts';
import { expireQuotes } from './sell-requests/expire-quotes.ts';
import { claimStepOf as claimSellStepOf, type phonesOf, settleReceipts } from './sell-requests/receipts.ts';
import type { SellRequestsContext } from './sell-requests/sell-requests.routes.ts';
import { sellRequestsSubscriptions } from './sell-requests/sell-requests.subscriptions.ts';
import { createRequestLinks } from './tracking/request-links.ts';

/** The dependencies of all features. */
export interface ServiceRequestContext
  extends SellRequestsContext,
    ReturnsContext,
    ProductsContext,
    Omit<WorkContext, 'calendar'>,
    ServiceBasis,
    RunningContext {}

export interface ServiceRequestContextOptions extends ServiceContextOptions {
  readonly photos: PersonalPhotos;
  /** 32 bytes, base64. */
  readonly trackingKey: string;
  readonly mailSealKey: string;
  /** Encrypts IMEIs for device. */
  readonly deviceKey: string;
  readonly calendar: SlotCalendar;
  /** Reads a page of products from catalog. */
  readonly readProducts: ReadProducts;
  readonly order: OrderClient;
  readonly readRate: ReadRate;
  /** The calls to device. */
  readonly phones: ReturnType<typeof phonesOf>;
  readonly quoteDays: number;
  readonly isAdminBrowser: IsAdminBrowser;
  readonly retention: Retention;
  /** Without a limit by default. */
  readonly perHour?: Partial<RequestsPerHour>;
}

export const serviceRequestModels = (connection: mongoose.Connection) => [
  ...requestKinds.map((kind) => requestModel(connection, kind)),
  createProductCopyModel(connection),
  createProductFillModel(connection),
  createRequestLimitModel(connection),
  createDeletedAccountModel(connection),
];

/** Repeated until it succeeds, because catalog may start later. */
const fillEveryMs = 5_000;
const forgetEveryMs = 60_000;
const settleEveryMs = 15_000;
const sweepEveryMs = 10 * 60_000;
const purgeEveryMs = 60 * 60_000;
/**
 * How long a deleted request is stored for its tracking page. Longer than sent events are stored, so that the reconciler
 * can resend them.
 */
const purgeAfterMs = 30 * 24 * 60 * 60_000;

export function createServiceRequestContext(options: ServiceRequestContextOptions): ServiceRequestContext {
  const { connection, photos, logger } = options;
  const basis = createServiceBasis('service-request', options);
  const { now } = basis;
  const messaging = createMessaging({ ...options, service: 'service-request' });
  const requests = createRequestStores(connection, { ...options, now });
  const productCopies = createProductCopiesStore(
    createProductCopyModel(connection),
    createProductFillModel(connection),
  );
  const background: readonly BackgroundWork[] = [
    [fillEveryMs, () => fillProductCopies({ productCopies, now }, options.readProducts)],
    [forgetEveryMs, (stopping) => forgetDueRequests(context, stopping)],
    [sweepEveryMs, () => markLateRequests(context)],
    [sweepEveryMs, () => expireQuotes(context)],
    [settleEveryMs, () => claimOlderReturns(context)],
    ...([requests['sell-request'], requests.return] as const).map(
      (store): BackgroundWork => [purgeEveryMs, () => store.purge(new Date(now().getTime() - purgeAfterMs))],
    ),
    [settleEveryMs, () => settleReceipts(context)],
    sweepUnusedPhotos(photos, (ids) => photosInUse(requests, ids), { now, logger }),
  ];

  const context: ServiceRequestContext = {
    ...basis,
    ...pick(options, 'calendar', 'photos', 'retention', 'order', 'quoteDays', 'deviceKey', 'isAdminBrowser'),
    requests,
    productCopies,
    work: createWorkStore(connection, requestKinds.map(workSourceOf)),
    links: createRequestLinks(requestKinds, options.trackingKey, options.mailSealKey),
    deletedAccounts: createDeletedAccountsStore(createDeletedAccountModel(connection)),
    limits: createRequestLimits(connection, options.perHour),
    claims: {
      return: claimStepOf(options.order),
      'sell-request': claimSellStepOf(options.phones, options.order),
    },
    rateInForce: createKeptAnswer(options.readRate, { what: 'the rate of the dollar', now, logger }),
    settleReceipt: options.phones.settleReceipt,
    sendEvents: messaging.sendEvents,
    start: () =>
      messaging.start(
        [
          ...productsSubscriptions({ productCopies }),
          ...requestsSubscriptions(context),
          ...sellRequestsSubscriptions(context),
        ],
        background,
      ),
    stop: messaging.stop,
  };
  return context;
}
