import type { PictureStore } from '@kinmel/pictures';
import {
  createCallerLimit,
  createCounterModel,
  createDeletedAccountModel,
  createDeletedAccountsStore,
  createMessaging,
  createServiceBasis,
  createSharedCounter,
  type DeletedAccountsStore,
  deletedRecordsKeptMs,
  derivedKey,
  keyedToken,
  type RunningContext,
  type ServiceBasis,
  type ServiceContextOptions,
  seal,
  sweepHolds,
} from '@kinmel/service-kit';
import type mongoose from 'mongoose';
import { accountsSubscriptions, forgetLateWrites } from './accounts/accounts.subscriptions.ts';
import { createAlertModel, createAlertsStore } from './alerts/alerts.store.ts';
import { alertsSubscriptions } from './alerts/alerts.subscriptions.ts';
import type { AlertsContext } from './alerts/create-alert.ts';
import { publishDueAlerts } from './alerts/tell-alerts.ts';
import { devicesSubscriptions } from './devices/devices.subscriptions.ts';
import { countDevices, type DevicesContext } from './devices/devices.ts';
import { createListingModel, createListingsStore } from './devices/listings.store.ts';
import { settleWithdrawals, type WithdrawalsContext } from './devices/settle-withdrawals.ts';
import { type ImagesContext, maxUploadsPerHour } from './images/upload-image.ts';
import { createProductModel, createProductsStore } from './products/products.store.ts';
import type { ProductsContext } from './products/products-context.ts';
import { createProductCards } from './products/reads/product-cards.ts';
import { createInProcessProductSearch } from './search/in-process-product-search.ts';
import { keepSearchCurrent } from './search/keep-search-current.ts';
import { createSaleModel, createSalesStore } from './stock/sales.store.ts';
import { settleOverdue, stockHold } from './stock/settle-overdue.ts';
import { createStockStore } from './stock/stock.store.ts';
import { stockSubscriptions } from './stock/stock.subscriptions.ts';
import type { SettledState, StockContext } from './stock/stock-context.ts';
import type { WishlistContext } from './wishlist/wishlist.routes.ts';
import { createWishlistModel, createWishlistsStore } from './wishlist/wishlists.store.ts';

export interface CatalogContext
  extends ProductsContext,
    StockContext,
    DevicesContext,
    WithdrawalsContext,
    ImagesContext,
    AlertsContext,
    WishlistContext,
    ServiceBasis,
    RunningContext {
  readonly deletedAccounts: DeletedAccountsStore;
  /** Resolves when this instance shows all changes it was notified of. */
  readonly settle: () => Promise<void>;
  readonly searchHealth: () => string;
}

export interface CatalogContextOptions extends ServiceContextOptions {
  readonly pictures: PictureStore;
  /** Asks the order service about a hold; without it overdue holds stay (decision 10). */
  readonly settleOrder?: (orderId: string) => Promise<SettledState>;
  /** Asks device about a device that was taken off sale; without it withdrawals stay unsettled. */
  readonly settleListing?: WithdrawalsContext['settleListing'];
  /** How long stock is held before order is asked whether the order exists. */
  readonly holdMs: number;
  /** Encrypts tokens for notification; the tokens of alerts are derived from it. */
  readonly mailSealKey: string;
  readonly alertsPerHour: number;
  /** Without it every alert must be confirmed. */
  readonly accountEmail?: AlertsContext['accountEmail'];
}

const sweepMs = 5_000;

const alertLimits = 'alert_limits';
const uploadLimits = 'upload_limits';

export const catalogModels = (connection: mongoose.Connection) => [
  createProductModel(connection),
  createSaleModel(connection),
  createListingModel(connection),
  createAlertModel(connection),
  createCounterModel(connection, alertLimits),
  createCounterModel(connection, uploadLimits),
  createWishlistModel(connection),
  createDeletedAccountModel(connection),
];

export function createCatalogContext(options: CatalogContextOptions): CatalogContext {
  const { connection, bus, pictures, logger, metrics } = options;
  const basis = createServiceBasis('catalog', options);
  const { now } = basis;
  const alertKey = derivedKey(options.mailSealKey, 'kinmel alert links');
  const model = createProductModel(connection);
  const products = createProductsStore(model);
  const search = createInProcessProductSearch();
  const cards = createProductCards({ products, versionOf: (id) => search.versionOf(id) });
  const messaging = createMessaging({ ...options, service: 'catalog' });
  const searchSync = keepSearchCurrent({
    search,
    source: products,
    bus,
    logger,
  });

  const context: CatalogContext = {
    ...basis,
    products,
    stock: createStockStore(model, (productId, writeContext, session) =>
      countDevices(products, productId, writeContext, session),
    ),
    sales: createSalesStore(createSaleModel(connection)),
    listings: createListingsStore(createListingModel(connection)),
    settleOrder:
      options.settleOrder ?? (() => Promise.reject(new Error('The order service is not configured.'))),
    settleListing:
      options.settleListing ?? (() => Promise.reject(new Error('The device service is not configured.'))),
    holdMs: options.holdMs,
    pictures,
    uploads: createSharedCounter(connection, uploadLimits, 'upload', maxUploadsPerHour),
    alerts: createAlertsStore(createAlertModel(connection)),
    alertTokenOf: (id) => keyedToken(alertKey, id),
    sealToken: (token) => seal(token, options.mailSealKey),
    admitAlert: createCallerLimit<boolean>(connection, alertLimits, {
      name: 'alert',
      points: options.alertsPerHour,
      text: (when) => `Too many alerts were asked for. Please try again ${when}, or use the wishlist.`,
    }),
    accountEmail: options.accountEmail ?? (async () => undefined),
    wishlists: createWishlistsStore(createWishlistModel(connection)),
    deletedAccounts: createDeletedAccountsStore(createDeletedAccountModel(connection)),
    search,
    cards,
    sendEvents: messaging.sendEvents,
    stockMoved(productIds) {
      cards.forget(productIds);
      searchSync.scheduleReload(productIds);
      messaging.sendEvents();
    },
    searchHealth: () => searchSync.health(),
    settle: () => searchSync.settle(),
    async start() {
      await searchSync.start();
      await messaging.start(
        [
          ...stockSubscriptions(context),
          ...devicesSubscriptions(context),
          ...alertsSubscriptions(context),
          ...accountsSubscriptions(context),
        ],
        [
          [sweepMs, (stopping) => publishDueAlerts(context, stopping)],
          [sweepMs, (stopping) => settleWithdrawals(context, stopping)],
          sweeper,
        ],
      );
      logger.info({ products: search.size }, 'the search index is loaded');
    },
    async stop() {
      await messaging.stop();
      await searchSync.stop();
    },
  };
  const sweeper = sweepHolds(sweepMs, {
    what: stockHold,
    settle: (stopping) => settleOverdue(context, logger, stopping),
    logger,
    metrics,
    async tidy() {
      await products.purge(new Date(now().getTime() - deletedRecordsKeptMs));
      await forgetLateWrites(context);
    },
  });
  return context;
}
