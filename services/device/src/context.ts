import { type PhotosForStaff, sweepUnusedPhotos } from '@kinmel/pictures';
import {
  createKeptAnswer,
  createMessaging,
  createServiceBasis,
  createWorkStore,
  pick,
  type RunningContext,
  type ServiceBasis,
  type ServiceContextOptions,
  type ShopCalendar,
  type WorkContext,
} from '@kinmel/service-kit';
import type mongoose from 'mongoose';
import type { DevicesContext } from './devices/change-device.ts';
import { publishPhonesSentBack, settleClaims } from './devices/claim-phone.ts';
import { deviceWork } from './devices/device-work.rules.ts';
import { createDeviceModel, createDevicesStore } from './devices/devices.store.ts';
import { createReceiptModel, createReceiptsStore } from './devices/receipts.store.ts';
import type { ReceivingContext } from './devices/receive-device.ts';
import { createDeviceKey } from './identifiers/device-key.ts';
import { createOrderModel, createOrdersStore } from './sales/orders.store.ts';
import { ordersSubscriptions } from './sales/orders.subscriptions.ts';
import { type SalesContext, takeStoppedOffSale } from './sales/sell-device.ts';
import { lookUpNewNumbers, type SellRequestsContext } from './sell-requests/check-blocklist.ts';
import { createSellRequestModel, createSellRequestsStore } from './sell-requests/sell-requests.store.ts';
import { sellRequestsSubscriptions } from './sell-requests/sell-requests.subscriptions.ts';
import { staffSubscriptions } from './staff/staff.subscriptions.ts';

/** The dependencies of all features. */
export interface DeviceContext
  extends ReceivingContext,
    SalesContext,
    SellRequestsContext,
    PhotosForStaff,
    WorkContext,
    ServiceBasis,
    RunningContext {}

type PassedDependency = 'photos' | 'sellRequestsOfShop' | 'shop' | 'askBlocklist' | 'isAdminBrowser';

export interface DeviceContextOptions extends ServiceContextOptions, Pick<DeviceContext, PassedDependency> {
  readonly calendar: ShopCalendar;
  /** 32 bytes, base64. */
  readonly deviceKey: string;
  readonly otherDeviceKey?: string | undefined;
  readonly readPolicy: DevicesContext['policyInForce'];
}

const askEveryMs = 2_000;
const settleEveryMs = 15_000;
const renewEveryMs = 10 * 60_000;

/** The models with their indexes, which are created at start. */
export const deviceModels = (connection: mongoose.Connection) => [
  createDeviceModel(connection),
  createReceiptModel(connection),
  createSellRequestModel(connection),
  createOrderModel(connection),
];

export function createDeviceContext(options: DeviceContextOptions): DeviceContext {
  const { connection, photos, calendar, logger } = options;
  const basis = createServiceBasis('device', options);
  const { now } = basis;
  const messaging = createMessaging({ ...options, service: 'device' });
  const key = createDeviceKey(options.deviceKey, options.otherDeviceKey);
  const devices = createDevicesStore(connection, key, calendar);
  const context: DeviceContext = {
    ...pick(options, 'photos', 'sellRequestsOfShop', 'shop', 'askBlocklist', 'isAdminBrowser'),
    ...basis,
    key,
    devices,
    work: createWorkStore(connection, [deviceWork]),
    calendar,
    receipts: createReceiptsStore(connection),
    sellRequests: createSellRequestsStore(connection),
    policyInForce: createKeptAnswer(options.readPolicy, { what: 'the policy', now, logger }),
    sendEvents: messaging.sendEvents,
    async start() {
      await context.sellRequests.renew();
      await messaging.start(
        [
          ...sellRequestsSubscriptions(context),
          ...ordersSubscriptions({ ...context, orders: createOrdersStore(connection) }),
          ...staffSubscriptions(context),
        ],
        [
          [askEveryMs, () => lookUpNewNumbers(context)],
          [settleEveryMs, () => settleClaims(context)],
          [settleEveryMs, () => takeStoppedOffSale(context)],
          // An instance of the previous release may write old documents after this one has started.
          [renewEveryMs, () => context.sellRequests.renew()],
          [renewEveryMs, () => publishPhonesSentBack(context)],
          sweepUnusedPhotos(photos, devices.photosInUse, { now, logger }),
        ],
      );
    },
    stop: messaging.stop,
  };
  return context;
}
