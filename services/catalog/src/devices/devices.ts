import { type deviceListed, deviceListingRefused, type EventOf } from '@kinmel/contracts';
import { createEvent, type EventContext, ProblemError, planted } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import { eventsOf } from '../products/changes/product-saved.ts';
import { productNotFound } from '../products/product.rules.ts';
import type { ProductsStore } from '../products/products.store.ts';
import type { WriteContext } from '../stock/stock.store.ts';
import type { StockContext } from '../stock/stock-context.ts';
import {
  deviceOffSale,
  deviceOnSale,
  type ListedDevice,
  listingProblem,
  withDevices,
} from './device.rules.ts';
import type { ListingsStore } from './listings.store.ts';
import { settleAfterMs } from './settle-withdrawals.ts';

export interface DevicesContext extends Pick<StockContext, 'inTransaction' | 'stockMoved' | 'now'> {
  readonly products: ProductsStore;
  readonly listings: ListingsStore;
}

/** CAT-D2: updates the product of a device in the transaction that changed the device. */
export async function countDevices(
  products: ProductsStore,
  productId: string,
  { now, traceparent }: WriteContext,
  session: ClientSession,
): Promise<void> {
  const product = await products.find(productId, session);
  if (!product) return;
  const decision = withDevices(product, await products.devicesOf(productId, session), now);
  await products.replace(product, decision.product, eventsOf(decision, { traceparent }), { session });
}

/**
 * CAT-D1, CAT-D6: creates the product of a device in the session's transaction; resolves with the reason when it
 * cannot.
 */
export async function sellAsProduct(
  { products, now }: Pick<DevicesContext, 'products' | 'now'>,
  data: ListedDevice,
  session: ClientSession,
  traceparent?: string,
): Promise<ReturnType<typeof listingProblem>> {
  const writeContext = { now: now(), traceparent };
  const { deviceId, forSale } = data;
  const product = await products.find(forSale.ofProductId, session);
  if (!product) return 'no-product';
  const problem = listingProblem(product, await products.hasHolds(product.id, session));
  if (problem) return problem;
  const earlier = await products.find(deviceId, session);
  const decision = deviceOnSale(product, data, earlier, writeContext.now);
  const events = eventsOf(decision, { traceparent });
  if (earlier) await products.replace(earlier, decision.product, events, { session });
  else await products.insert(decision.product, events, { session });
  await countDevices(products, product.id, writeContext, session);
  return undefined;
}

/** CAT-D1, CAT-D5, CAT-D6: puts a device on sale in the session's transaction. */
export async function listDevice(
  context: Pick<DevicesContext, 'products' | 'listings' | 'now'>,
  { data, aggregateVersion: version, traceparent }: EventOf<typeof deviceListed>,
  { session, log }: Pick<EventContext, 'session' | 'log'>,
): Promise<void> {
  const { deviceId, forSale } = data;
  const storedListing = await context.listings.find(deviceId, session);
  if (storedListing && storedListing.version >= version && !planted('catalog.older-listing')) {
    log.info(
      { deviceId, version, listedVersion: storedListing.version },
      'a listing was ignored: a newer one or its withdrawal had arrived before',
    );
    return;
  }
  const reason = await sellAsProduct(context, data, session, traceparent);
  const envelope = { aggregateId: deviceId, aggregateVersion: version, traceparent };
  const refusal = reason && {
    ...envelope,
    data: { deviceId, ofProductId: forSale.ofProductId, reason },
  };
  const events = refusal ? [createEvent(deviceListingRefused, refusal)] : [];
  const listing = { deviceId, version, isWithdrawn: reason !== undefined, settleAt: null };
  await context.listings.save(listing, events, session);
}

/** CAT-D3: takes a device off sale, unless an order holds or has bought it. */
export async function withdrawDevice(
  { products, listings, inTransaction, stockMoved, now }: DevicesContext,
  id: string,
  listedVersion: number,
  traceparent?: string,
): Promise<void> {
  const writeContext = { now: now(), traceparent };
  await inTransaction(async (session) => {
    const product = await products.find(id, session);
    if (product && !product.device) throw productNotFound();
    const listing = await listings.find(id, session);
    if (listing && listing.version > listedVersion) return;
    const decision = product && deviceOffSale(product, listedVersion, listing, writeContext.now);
    if (decision === 'bought')
      throw new ProblemError('conflict', 'Somebody is buying this device, or has bought it.');
    const settleAt = new Date(writeContext.now.getTime() + settleAfterMs);
    await listings.save({ deviceId: id, version: listedVersion, isWithdrawn: true, settleAt }, [], session);
    if (!product?.device || !decision || decision.events.length === 0) return;
    await products.replace(product, decision.product, eventsOf(decision, { traceparent }), { session });
    await countDevices(products, product.device.ofProductId, writeContext, session);
  });
  stockMoved([id]);
}
