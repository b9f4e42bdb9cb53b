import type { Policy } from '@kinmel/contracts';
import { type PhotosForStaff, sweepUnusedPhotos } from '@kinmel/pictures';
import {
  type Bus,
  createAdmissionQueue,
  createBulkJobModel,
  createBulkJobsStore,
  createDeletedAccountModel,
  createDeletedAccountsStore,
  createMessaging,
  createOperatorContext,
  createWorkStore,
  inTransaction,
  type Logger,
  ProblemError,
  type ReadRecordEvents,
  repeat,
  type ServiceContextOptions,
  type ShopCalendar,
  type Stop,
  shopDays,
  type WorkContext,
} from '@kinmel/service-kit';
import mongoose from 'mongoose';
import {
  createOfferCopiesStore,
  createOfferCopyModel,
  createProductCopiesStore,
  createProductCopyModel,
} from './copies/copies.store.ts';
import { offersSubscriptions, productsSubscriptions } from './copies/copies.subscriptions.ts';
import type { CreditContext } from './ledger/credit.routes.ts';
import { expireGoodwill } from './ledger/expire-goodwill.ts';
import { createBalanceModel, createLedgerStore, createPostingModel } from './ledger/ledger.store.ts';
import { createOrderLimits, type OrderLimitSettings, type OrderLimits } from './limits/order-limits.ts';
import {
  type BulkOrdersContext,
  type OrderJobsStore,
  orderJobsOf,
} from './orders/changes/bulk-update-orders.ts';
import { forgetLateOrders } from './orders/changes/forget-buyer.ts';
import { createOrderModel, orderWork } from './orders/order-documents.store.ts';
import { createOrdersStore } from './orders/orders.store.ts';
import { ordersSubscriptions } from './orders/orders.subscriptions.ts';
import { createOrderListsStore } from './orders/reads/order-lists.store.ts';
import type { PaymentProvider } from './payments/payment-provider.ts';
import type { PaymentsContext } from './payments/payments-context.ts';
import { createOpenPaymentsStore } from './payments/sweep/open-payments.store.ts';
import { sweepPayments } from './payments/sweep/sweep-payments.ts';
import type { ConfirmStaff, PayoutsContext } from './payouts/payouts.routes.ts';
import { createPayoutModel, createPayoutsStore, payoutWork } from './payouts/payouts.store.ts';
import { payoutsSubscriptions } from './payouts/payouts.subscriptions.ts';
import { createKeyClaimModel, createKeyClaimsStore } from './placing/key-claims.store.ts';
import type { PlacingContext } from './placing/placing-context.ts';
import type { ServiceClients } from './placing/service-clients.ts';
import { createPoliciesStore, createPolicyModel } from './policy/policies.store.ts';
import type { PolicyContext } from './policy/policy.routes.ts';
import { policyContent } from './policy/policy-content.ts';
import type { RatesContext } from './rates/rates.routes.ts';
import { createRateModel, createRatesStore } from './rates/rates.store.ts';
import { type ReturnsContext, settleClaims } from './returns/claim-return.ts';
import { returnsSubscriptions } from './returns/returns.subscriptions.ts';
import type { DocumentAnswersContext } from './tax-documents/get-document.ts';
import type { DocumentsContext } from './tax-documents/issue-document.ts';
import {
  createSeriesModel,
  createTaxDocumentModel,
  createTaxDocumentsStore,
} from './tax-documents/tax-documents.store.ts';

export interface OrderContext
  extends PolicyContext,
    RatesContext,
    CreditContext,
    Omit<PlacingContext, 'limits'>,
    Omit<DocumentAnswersContext, 'limits'>,
    WorkContext,
    BulkOrdersContext,
    PayoutsContext {
  readonly limits: OrderLimits;
  readonly logger: Logger;
  /** For operator routes only; features publish through the outbox. */
  readonly bus: Bus;
  readonly readRecordEvents: ReadRecordEvents;
  /** Resolves when the policy record is stored and events are consumed. */
  readonly start: () => Promise<void>;
  readonly stop: Stop;
}

export interface OrderContextOptions extends ServiceContextOptions, PhotosForStaff {
  readonly contact: Policy['contact'];
  readonly social: Policy['social'];
  readonly serviceClients: ServiceClients;
  readonly askReturn: ReturnsContext['askReturn'];
  readonly confirmStaff: ConfirmStaff;
  /** Without it orders that are paid online are stored and expire unpaid. */
  readonly cardProvider?: PaymentProvider | undefined;
  /** Unlimited when absent (seed and tests). */
  readonly limits?: OrderLimitSettings | undefined;
  readonly shopUrl?: string;
  /** Of the shop's days. */
  readonly timeZone?: string;
  /** Closed weekdays. */
  readonly closedDays?: readonly string[];
}

/** Models whose indexes are created at start. */
export const orderModels = (connection: mongoose.Connection) => [
  createPolicyModel(connection),
  createRateModel(connection),
  createProductCopyModel(connection),
  createOfferCopyModel(connection),
  createOrderModel(connection),
  createTaxDocumentModel(connection),
  createSeriesModel(connection),
  createPostingModel(connection),
  createBalanceModel(connection),
  createPayoutModel(connection),
  createDeletedAccountModel(connection),
  createKeyClaimModel(connection),
  createBulkJobModel(connection),
];

const tooBusy = () =>
  new ProblemError(
    'service-unavailable',
    'Very many orders are coming in just now. Please try again: nothing was ordered.',
    undefined,
    { retryAfterSeconds: 1, isRoutine: true },
  );

const sweepEveryMs = 10 * 60_000;
const claimsEveryMs = 30_000;

const unlimited: OrderLimitSettings = {
  ordersPerHour: 1_000_000_000,
  wrongGuessesPerMinute: 1_000_000_000,
};

export function createOrderContext(options: OrderContextOptions): OrderContext {
  const {
    connection,
    bus,
    contact,
    social,
    logger,
    serviceClients,
    cardProvider,
    photos,
    isAdminBrowser,
    confirmStaff,
    limits: limitSettings = unlimited,
    shopUrl = 'http://localhost:8080',
    timeZone = 'Asia/Kathmandu',
    closedDays = [],
    now = () => new Date(),
  } = options;
  const policies = createPoliciesStore(connection, now);
  const rates = createRatesStore(connection, now);
  const messaging = createMessaging({ ...options, service: 'order' });
  const calendar: ShopCalendar = { dayOf: shopDays(timeZone), closedDays: new Set(closedDays) };
  const orders = createOrdersStore(connection, calendar);
  const limits = createOrderLimits(limitSettings);
  const documents: DocumentsContext = {
    store: createTaxDocumentsStore(connection),
    policies,
    contact,
    dayOf: calendar.dayOf,
    now,
  };
  const ledger = createLedgerStore(connection);
  const payouts = createPayoutsStore(connection, calendar);
  const cards: PaymentsContext | undefined = cardProvider && {
    orders,
    openPayments: createOpenPaymentsStore(connection),
    provider: cardProvider,
    documents,
    ledger,
    payouts,
    limits,
    now,
    sendEvents: messaging.sendEvents,
    logger,
  };
  const orderJobs: OrderJobsStore = createBulkJobsStore(connection);
  const context: OrderContext = {
    logger,
    ...createOperatorContext('order', { connection, bus }),
    policies,
    rates,
    cards,
    orders,
    documents,
    ledger,
    payouts,
    photos,
    isAdminBrowser,
    confirmStaff,
    orderLists: createOrderListsStore(connection, calendar),
    deletedAccounts: createDeletedAccountsStore(createDeletedAccountModel(connection)),
    offerCopies: createOfferCopiesStore(connection),
    serviceClients,
    orderJobs,
    startOrderJobs: () => jobRunner.soon(),
    limits,
    keyClaims: createKeyClaimsStore(createKeyClaimModel(connection)),
    placingQueue: createAdmissionQueue({ ...limits.placing, refusal: tooBusy }),
    work: createWorkStore(connection, [orderWork, payoutWork]),
    calendar,
    dayOf: calendar.dayOf,
    timeZone,
    shopUrl,
    newId: () => new mongoose.Types.ObjectId().toHexString(),
    sendEvents: messaging.sendEvents,
    inTransaction: (work) => inTransaction(connection, work),
    productCopies: createProductCopiesStore(connection),
    contact,
    social,
    now,
    async start() {
      await policies.keep(policyContent);
      await rates.keepFirst();
      const subscriptions = [
        ...productsSubscriptions(context),
        ...offersSubscriptions(context),
        ...ordersSubscriptions(context),
        ...returnsSubscriptions(context),
        ...payoutsSubscriptions(context),
      ];
      await messaging.start(subscriptions, [sweepUnusedPhotos(photos, payouts.proofsInUse, { now, logger })]);
      for (const sweep of sweeps) sweep.start();
    },
    async stop() {
      for (const sweep of sweeps) await sweep.stop();
      await messaging.stop();
    },
  };
  const jobRunner = orderJobsOf(context, orderJobs);
  const sweepEvery = (work: () => Promise<unknown>, failure: string, everyMs = sweepEveryMs) =>
    repeat(everyMs, work, (error) => logger.warn({ err: error }, failure));
  const sweeps = [
    jobRunner,
    sweepEvery(() => orders.forgetKeys(now()), 'old idempotency keys could not be removed'),
    sweepEvery(() => expireGoodwill(context), 'unused goodwill could not be taken back'),
    sweepEvery(() => forgetLateOrders(context), 'orders of deleted accounts could not be checked'),
    sweepEvery(
      () => settleClaims({ ...context, askReturn: options.askReturn }),
      'claims of returns could not be settled',
      claimsEveryMs,
    ),
    ...(cards ? [sweepPayments(cards)] : []),
  ];
  return context;
}
