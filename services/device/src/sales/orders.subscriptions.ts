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

  async function warrantyDays(): Promise<number> {
    const policy = await policyInForce();
    if (!policy) throw new Error('the days of the warranty are not known');
    return policy.tradeIn.warrantyDays;
  }

  return [
    onEvent(orderPlaced, async ({ data }, { session, log }) => {
      const { orderId } = data;
      const ids = data.lines.map(({ productId }) => productId);
      const found = (await devices.findMany(ids, session)).filter((device) => device.orderId !== orderId);
      if (found.length === 0) return;
      const known = await orders.note(orderId, {}, now(), session);
      if (known.isCancelled) return;
      for (const { id, place } of found)
        if (place !== 'for-sale')
          log.error({ deviceId: id, orderId, place }, 'a device was sold that was not for sale');
      const days = known.isDelivered ? await warrantyDays() : undefined;
      const after = (device: Device): Device => {
        const its = sold(device, orderId, now());
        if (known.returned.includes(device.id)) return broughtBack(its, now());
        return days === undefined ? its : delivered(its, days, now());
      };
      await change(found, after, session);
    }),
    onEvent(orderCancelled, async ({ data: { orderId } }, { session }) => {
      await orders.note(orderId, { isCancelled: true }, now(), session);
      await change(await devices.ofOrder(orderId, session), (device) => backOnSale(device, now()), session);
    }),
    onEvent(orderStatusChanged, async ({ data: { orderId, to } }, { session }) => {
      if (to !== 'delivered') return;
      await orders.note(orderId, { isDelivered: true }, now(), session);
      const found = await devices.ofOrder(orderId, session);
      if (found.length === 0) return;
      const days = await warrantyDays();
      await change(found, (device) => delivered(device, days, now()), session);
    }),
    onEvent(returnSettled, async ({ data: { orderId, lines } }, { session }) => {
      const returned = lines.map(({ productId }) => productId);
      await orders.note(orderId, { returned }, now(), session);
      const back = (await devices.ofOrder(orderId, session)).filter(({ id }) => returned.includes(id));
      await change(back, (device) => broughtBack(device, now()), session);
    }),
  ];
}
