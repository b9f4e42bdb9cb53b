import { orderCancelled, orderPlaced, orderStatusChanged, returnSettled } from '@kinmel/contracts';
import { onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import { followEvent } from '../devices/change-device.ts';
import type { Device } from '../devices/device.rules.ts';
import type { KnownOrder, OrdersStore } from './orders.store.ts';
import { backOnSale, broughtBack, delivered, sold } from './sale.rules.ts';
import type { SalesContext } from './sell-device.ts';

type Handling = Pick<SalesContext, 'devices' | 'policyInForce' | 'now'> & { readonly orders: OrdersStore };

/** What happens to an order and its devices. A device is sold under its own id, as a product (decision 82). */
export function ordersSubscriptions(context: Handling): SubscriptionDefinition[] {
  const { devices, orders, policyInForce, now } = context;

  async function withWarranty(device: Device): Promise<Device> {
    const policy = await policyInForce();
    if (!policy) throw new Error('the days of the warranty are not known');
    return delivered(device, policy.tradeIn.warrantyDays, now());
  }

  /** Stores what is known of an order, and changes its devices. */
  async function follow(
    orderId: string,
    told: Partial<KnownOrder>,
    decide: Parameters<typeof followEvent>[2],
    session: ClientSession,
  ): Promise<void> {
    await orders.note(orderId, told, now(), session);
    await followEvent(context, await devices.ofOrder(orderId, session), decide, session);
  }

  return [
    onEvent(orderPlaced, async ({ data: { orderId, lines } }, { session, log }) => {
      const ids = lines.map(({ productId }) => productId);
      const found = (await devices.findMany(ids, session)).filter((device) => device.orderId !== orderId);
      if (found.length === 0) return;
      const { isCancelled, isDelivered, returned } = await orders.note(orderId, {}, now(), session);
      if (isCancelled) return;
      const decide = (device: Device) => {
        const { id, place } = device;
        if (place !== 'for-sale')
          log.error({ deviceId: id, orderId, place }, 'a device was sold that was not for sale');
        const its = sold(device, orderId, now());
        if (returned.includes(id)) return broughtBack(its, now());
        return isDelivered ? withWarranty(its) : its;
      };
      await followEvent(context, found, decide, session);
    }),
    onEvent(orderCancelled, ({ data: { orderId } }, { session }) =>
      follow(orderId, { isCancelled: true }, (device) => backOnSale(device, now()), session),
    ),
    onEvent(orderStatusChanged, async ({ data: { orderId, to } }, { session }) => {
      if (to === 'delivered') await follow(orderId, { isDelivered: true }, withWarranty, session);
    }),
    onEvent(returnSettled, ({ data: { orderId, lines } }, { session }) => {
      const returned = lines.map(({ productId }) => productId);
      const decide = (device: Device) =>
        returned.includes(device.id) ? broughtBack(device, now()) : undefined;
      return follow(orderId, { returned }, decide, session);
    }),
  ];
}
