import type { EventContext } from '@kinmel/service-kit';
import { ProblemError } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import { eventsOf } from '../products/changes/product-saved.ts';
import { productNotFound } from '../products/product.rules.ts';
import type { ProductsStore } from '../products/products.store.ts';
import type { When } from '../stock/stock.store.ts';
import type { StockContext } from '../stock/stock-context.ts';
import { type ListedDevice, listed, withDevices, withdrawn } from './device.rules.ts';

export interface DevicesContext extends Pick<StockContext, 'inTransaction' | 'stockMoved' | 'now'> {
  readonly products: ProductsStore;
}

/** D2: updates the product whose pieces are devices, in the transaction that changed one of them. */
export async function countDevices(
  products: ProductsStore,
  productId: string,
  { now, traceparent }: When,
  session: ClientSession,
): Promise<void> {
  const product = await products.find(productId, session);
  if (!product) return;
  const decision = withDevices(product, await products.devicesOf(productId, session), now);
  await products.replace(product, decision.product, eventsOf(decision, traceparent), { session });
}

/** D1: puts a device on sale in the session's transaction. */
export async function listDevice(
  { products, now }: Pick<DevicesContext, 'products' | 'now'>,
  data: ListedDevice,
  { session, log }: Pick<EventContext, 'session' | 'log'>,
  traceparent?: string,
): Promise<void> {
  const when = { now: now(), traceparent };
  const { deviceId, forSale } = data;
  const product = await products.find(forSale.ofProductId, session);
  if (!product) {
    log.error({ deviceId, forSale }, 'a device is for sale as a piece of a product that is not there');
    return;
  }
  const earlier = await products.find(deviceId, session);
  const decision = listed(product, data, earlier, when.now);
  const events = eventsOf(decision, traceparent);
  if (earlier) await products.replace(earlier, decision.product, events, { session });
  else await products.insert(decision.product, events, { session });
  await countDevices(products, product.id, when, session);
}

/** D3. */
export async function withdrawDevice(
  { products, inTransaction, stockMoved, now }: DevicesContext,
  id: string,
  traceparent?: string,
): Promise<void> {
  const when = { now: now(), traceparent };
  await inTransaction(async (session) => {
    const product = await products.find(id, session);
    if (!product?.device) throw productNotFound();
    const decision = withdrawn(product, when.now);
    if (!decision) throw new ProblemError('conflict', 'Somebody is buying this device, or has bought it.');
    if (decision.events.length === 0) return;
    await products.replace(product, decision.product, eventsOf(decision, traceparent), { session });
    await countDevices(products, product.device.ofProductId, when, session);
  });
  stockMoved([id]);
}
