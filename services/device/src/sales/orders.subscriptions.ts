import { orderCancelled, orderPlaced, orderStatusChanged, returnSettled } from '@kinmel/contracts';
import { onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import type { Device } from '../devices/device.rules.ts';
import type { OrdersStore } from './orders.store.ts';
import { backOnSale, broughtBack, delivered, sold } from './sale.rules.ts';
import type { SalesContext } from './sell-device.ts';

type Handling = Pick<SalesContext, 'devices' | 'policyInForce' | 'now'> & { readonly orders: OrdersStore };

/** What happens to an order and its devices. A device is sold under its own id, as a product (decision 82). */
export function ordersSubscriptions({
  devices,
  orders,
  policyInForce,
  now,
}: Handling): SubscriptionDefinition[] {
  async function change(
    found: readonly Device[],
    after: (device: Device) => Device,
    session: ClientSession,
  ): Promise<void> {
    for (const device of found)
      if (!(await devices.save(device, after(device), { session })))
        throw new Error('the device was changed at the same time');
  }

  return [
    onEvent(orderPlaced, async ({ data }, { session, log }) => {
      const { orderId } = data;
      const ids = data.lines.map(({ productId }) => productId);
      const found = (await devices.findMany(ids, session)).filter((device) => device.orderId !== orderId);
      if (found.length === 0 || !(await orders.place(orderId, now(), session))) return;
      for (const { id, place } of found)
        if (place !== 'for-sale')
          log.error({ deviceId: id, orderId, place }, 'a device was sold that was not for sale');
      await change(found, (device) => sold(device, orderId, now()), session);
    }),
    onEvent(orderCancelled, async ({ data: { orderId } }, { session }) => {
      await orders.cancel(orderId, now(), session);
      await change(await devices.ofOrder(orderId, session), (device) => backOnSale(device, now()), session);
    }),
    onEvent(orderStatusChanged, async ({ data: { orderId, to } }, { session }) => {
      if (to !== 'delivered') return;
      const found = await devices.ofOrder(orderId, session);
      if (found.length === 0) return;
      const policy = await policyInForce();
      if (!policy) throw new Error('the days of the warranty are not known');
      await change(found, (device) => delivered(device, policy.tradeIn.warrantyDays, now()), session);
    }),
    onEvent(returnSettled, async ({ data: { orderId, lines } }, { session }) => {
      const found = await devices.ofOrder(orderId, session);
      const back = found.filter(({ id }) => lines.some(({ productId }) => productId === id));
      await change(back, (device) => broughtBack(device, now()), session);
    }),
  ];
}
