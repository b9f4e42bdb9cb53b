import type { Policy } from '@kinmel/contracts';
import { type PhotosForStaff, sweepUnusedPhotos } from '@kinmel/pictures';
import {
  type BackgroundWork,
  createAdmissionQueue,
  createBulkJobModel,
  createBulkJobsStore,
  createDeletedAccountModel,
  createDeletedAccountsStore,
  createMessaging,
  createServiceBasis,
  createWorkStore,
  ProblemError,
  pick,
  type Repetition,
  type RunningContext,
  type ServiceBasis,
  type ServiceContextOptions,
  shopCalendar,
  type WorkContext,
} from '@kinmel/service-kit';
import type mongoose from 'mongoose';
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
import { creditOfChange } from './ledger/order-credit.ts';
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
import { settlePaymentNow } from './payments/settle-payment-now.ts';
import { createOpenPaymentsStore } from './payments/sweep/open-payments.store.ts';
import { sweepPayments } from './payments/sweep/sweep-payments.ts';
import type { ConfirmStaff, PayoutsContext } from './payouts/payouts.routes.ts';
import { createPayoutModel, createPayoutsStore, payoutWork } from './payouts/payouts.store.ts';
import { payoutsSubscriptions } from './payouts/payouts.subscriptions.ts';
import { createKeyClaimModel, createKeyClaimsStore } from './placing/key-claims.store.ts';
import type { PlacingContext } from './placing/placing-context.ts';
import type { ServiceClients } from './placing/service-clients.ts';
import { createPoliciesStore, createPolicyModel, type PoliciesStore } from './policy/policies.store.ts';
import type { PolicyContext } from './policy/policy.routes.ts';
import { policyContent } from './policy/policy-content.ts';
import type { RatesContext } from './rates/rates.routes.ts';
import { createRateModel, createRatesStore } from './rates/rates.store.ts';
import { type ReturnsContext, settleClaims } from './returns/claim-return.ts';
import { returnsSubscriptions } from './returns/returns.subscriptions.ts';
import type { DocumentAnswersContext } from './tax-documents/get-document.ts';
import { type DocumentsContext, documentsOfChange } from './tax-documents/issue-document.ts';
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
    PayoutsContext,
    ServiceBasis,
    RunningContext {
  readonly limits: OrderLimits;
  readonly policies: PoliciesStore;
}

export interface OrderContextOptions extends ServiceContextOptions, PhotosForStaff {
  readonly contact: Policy['contact'];
  readonly social: Policy['social'];
  readonly serviceClients: ServiceClients;
  readonly askReturn: ReturnsContext['askReturn'];
  readonly confirmStaff: ConfirmStaff;
  readonly paymentProvider: PaymentProvider;
  /** Unlimited when absent (seed and tests). */
  readonly limits?: OrderLimitSettings | undefined;
  readonly shopUrl: string;
  /** The time zone of the shop's days. */
  readonly timeZone: string;
  readonly closedDays: readonly string[];
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

const cleanUpEveryMs = 10 * 60_000;
const claimsEveryMs = 30_000;

const unlimited: OrderLimitSettings = {
  ordersPerHour: 1_000_000_000,
  wrongGuessesPerMinute: 1_000_000_000,
};

export function createOrderContext(options: OrderContextOptions): OrderContext {
  const { connection, contact, logger, paymentProvider, photos, shopUrl, timeZone } = options;
  const basis = createServiceBasis('order', options);
  const { now } = basis;
  const policies = createPoliciesStore(connection, now, paymentProvider.supports);
  const rates = createRatesStore(connection, now);
  const messaging = createMessaging({ ...options, service: 'order' });
  const calendar = shopCalendar(timeZone, options.closedDays);
  const orders = createOrdersStore(connection, calendar);
  const limits = createOrderLimits(options.limits ?? unlimited);
  const documents: DocumentsContext = {
    store: createTaxDocumentsStore(connection),
    policies,
    contact,
    dayOf: calendar.dayOf,
    now,
  };
  const ledger = createLedgerStore(connection);
  const payouts = createPayoutsStore(connection, calendar);
  const followUps = [creditOfChange({ ledger, payouts, policies }), documentsOfChange(documents)];
  const onlinePayments: PaymentsContext = {
    orders,
    followUps,
    openPayments: createOpenPaymentsStore(connection),
    provider: paymentProvider,
    limits,
    now,
    sendEvents: messaging.sendEvents,
    logger,
  };
  const orderJobs: OrderJobsStore = createBulkJobsStore(connection);
  const context: OrderContext = {
    ...basis,
    ...pick(options, 'contact', 'social', 'serviceClients', 'photos', 'isAdminBrowser', 'confirmStaff'),
    policies,
    rates,
    onlinePayments,
    orders,
    followUps,
    settlePayment: (order, traceparent) => settlePaymentNow(onlinePayments, order, traceparent),
    async forgetCustomer(userId, at, session) {
      await ledger.close(userId, at, session);
      await payouts.forget(userId, session);
    },
    documents,
    ledger,
    payouts,
    orderLists: createOrderListsStore(connection, calendar),
    deletedAccounts: createDeletedAccountsStore(createDeletedAccountModel(connection)),
    offerCopies: createOfferCopiesStore(connection),
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
    sendEvents: messaging.sendEvents,
    productCopies: createProductCopiesStore(connection),
    async start() {
      await policies.ensureStored(policyContent);
      const { methods: offeredMethods } = (await policies.inForce()).payments;
      const notOffered = policyContent.payments.methods.filter((method) => !offeredMethods.includes(method));
      if (notOffered.length > 0)
        logger.warn({ offered: offeredMethods, notOffered }, 'unconfigured payment methods are not offered');
      await rates.ensureFirst();
      const subscriptions = [
        ...productsSubscriptions(context),
        ...offersSubscriptions(context),
        ...ordersSubscriptions(context),
        ...returnsSubscriptions(context),
        ...payoutsSubscriptions(context),
      ];
      await messaging.start(subscriptions, background);
    },
    stop: messaging.stop,
  };
  const jobRunner = orderJobsOf(context, orderJobs);
  const background: readonly (BackgroundWork | Repetition)[] = [
    sweepUnusedPhotos(photos, payouts.listProofsInUse, { now, logger }),
    jobRunner,
    [cleanUpEveryMs, () => orders.deleteOldKeys(now()), 'old idempotency keys could not be removed'],
    [cleanUpEveryMs, () => expireGoodwill(context), 'unused goodwill could not be expired'],
    [cleanUpEveryMs, () => forgetLateOrders(context), 'orders of deleted accounts could not be checked'],
    [
      claimsEveryMs,
      () => settleClaims({ ...context, askReturn: options.askReturn }),
      'claims of returns could not be settled',
    ],
    sweepPayments(onlinePayments),
  ];
  return context;
}
