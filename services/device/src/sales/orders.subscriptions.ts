import {
  deviceListingRefused,
  orderCancelled,
  orderPlaced,
  orderStatusChanged,
  returnSettled,
} from '@kinmel/contracts';
import { onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import { followEvent } from '../devices/change-device.ts';
import type { Change, Device } from '../devices/device.rules.ts';
import { publicLinksOf } from '../devices/device-answer.ts';
import type { KnownOrder, OrdersStore } from './orders.store.ts';
import { afterOrder, listingRefused, markSold } from './sale.rules.ts';
import type { SalesContext } from './sell-device.ts';

type HandlerContext = Pick<SalesContext, 'devices' | 'key' | 'policyInForce' | 'now'> & {
  readonly orders: OrdersStore;
};

/** The events of orders and their devices. A device is sold under its own id, as a product (decision 82). */
export function ordersSubscriptions(context: HandlerContext): SubscriptionDefinition[] {
  const { devices, orders, key, policyInForce, now } = context;

  async function afterKnownEvents(device: Device, order: KnownOrder): Promise<Change> {
    const policy = order.isDelivered ? await policyInForce() : undefined;
    return afterOrder(device, order, publicLinksOf(key, device), policy?.tradeIn.warrantyDays, now());
  }

  /** Stores an event of an order, and changes its devices. */
  async function updateDevices(orderId: string, changes: Partial<KnownOrder>, session: ClientSession) {
    const order = await orders.note(orderId, changes, now(), session);
    const decide = async (device: Device) => {
      const change = await afterKnownEvents(device, order);
      return change.device === device ? undefined : change;
    };
    await followEvent(context, await devices.ofOrder(orderId, session), decide, session);
  }

  return [
    onEvent(orderPlaced, async ({ data: { orderId, lines } }, { session, log }) => {
      const ids = lines.map(({ productId }) => productId);
      const devicesOfOrder = await devices.findMany(ids, session);
      if (devicesOfOrder.length === 0) return;
      const alreadySold = (await orders.find(orderId, session))?.sold ?? [];
      const soldDevices = devicesOfOrder.filter(({ id }) => !alreadySold.includes(id));
      if (soldDevices.length === 0) return;
      const order = await orders.note(orderId, { sold: soldDevices.map(({ id }) => id) }, now(), session);
      const decide = (device: Device) => {
        const { id, place } = device;
        if (place === 'for-sale') return afterKnownEvents(markSold(device, orderId, now()), order);
        log.error({ deviceId: id, orderId, place }, 'an order has a device that is not for sale');
        return undefined;
      };
      await followEvent(context, soldDevices, decide, session);
    }),
    onEvent(orderCancelled, ({ data: { orderId, hasLeftShop = false } }, { session }) =>
      updateDevices(orderId, { isCancelled: true, hasLeftShop }, session),
    ),
    onEvent(orderStatusChanged, async ({ data: { orderId, to } }, { session }) => {
      if (to === 'delivered') await updateDevices(orderId, { isDelivered: true }, session);
    }),
    onEvent(returnSettled, ({ data: { orderId, lines } }, { session }) =>
      updateDevices(orderId, { returned: lines.map(({ productId }) => productId) }, session),
    ),
    onEvent(deviceListingRefused, async ({ data, aggregateVersion }, { session }) => {
      const decide = (device: Device) => {
        const after = listingRefused(device, aggregateVersion, data.reason, now());
        return after && { device: after, events: [] };
      };
      await followEvent(context, await devices.findMany([data.deviceId], session), decide, session);
    }),
  ];
}
