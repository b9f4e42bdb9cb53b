import { productsPerPage } from '@kinmel/contracts';
import { type Load, measureLoad } from '../measure/load.ts';
import { cpuTimeMs, memoryBytes, untilIdle } from '../measure/processes.ts';
import { acceptableOrders, followSubscribers, type MeasuredShop, withDatabase } from '../measure/shop.ts';
import { uncachedFilter } from '../rows/product-reads.ts';
import type { Costs } from './costs.ts';

const daySeconds = 24 * 60 * 60;
const round = (value: number) => Number(value.toPrecision(3));

interface CollectionSize {
  readonly bytes: number;
  readonly keptDays: number | undefined;
}

/** Total bytes of documents and the days after which a TTL index deletes them, by service and collection. */
const collectionSizes = (shop: MeasuredShop): Promise<Map<string, CollectionSize>> =>
  withDatabase(shop, async (databaseOf) => {
    const stored = new Map<string, CollectionSize>();
    for (const service of Object.keys(shop.stack.urls.services)) {
      const database = databaseOf(service.replaceAll('-', '_'));
      for (const { name } of await database.listCollections({ type: 'collection' }).toArray()) {
        const collection = database.collection(name);
        const [statistics] = await collection.aggregate([{ $collStats: { storageStats: {} } }]).toArray();
        let keptDays: number | undefined;
        for (const { key, expireAfterSeconds } of await collection.indexes()) {
          const [field = ''] = Object.keys(key);
          if (!expireAfterSeconds) continue;
          // Skips an index that only a few documents have, such as that of abandoned orders.
          const datedDocuments = await collection.countDocuments({ [field]: { $type: 'date' } });
          if (datedDocuments * 2 > (await collection.estimatedDocumentCount()))
            keptDays = expireAfterSeconds / daySeconds;
        }
        stored.set(`${service}.${name}`, {
          bytes: statistics?.['storageStats'].size ?? 0,
          keptDays,
        });
      }
    }
    return stored;
  });

/** Measures what an order, a page that the gateway has in its cache, and a request cost each part of the shop. */
export async function measureCosts(shop: MeasuredShop): Promise<Costs> {
  const parts = ['gateway', 'render', ...Object.keys(shop.stack.urls.services), 'database', 'broker'];
  const byPart = (value: (pids: readonly number[]) => number) =>
    Object.fromEntries(parts.map((part) => [part, value(shop.pidsOf(part))]));
  const costsOf = async (
    load: Pick<Load, 'paths' | 'posts' | 'connections'>,
    untilDone?: (answers: number) => Promise<void>,
  ) => {
    const target = { ...load, urls: [shop.gatewayUrl], durationMs: 8_000 };
    // Warm-up for the JIT compiler.
    await measureLoad(target, [], untilDone);
    await untilIdle(shop.serverPids);
    const before = byPart(cpuTimeMs);
    const { answers } = await measureLoad(target, [], untilDone);
    const after = byPart(cpuTimeMs);
    const costs = parts.map((part) => [part, round(((after[part] ?? 0) - (before[part] ?? 0)) / answers)]);
    return { answers, costs: Object.fromEntries(costs) as Record<string, number> };
  };
  const list = `/api/products?limit=${productsPerPage}`;
  const product = `id=${shop.productIds[0]}`;
  const page = await costsOf({ paths: ['/smartphone', `/productdetails?${product}`], connections: 8 });
  // Half of the requests miss the cache.
  const reads = [
    list,
    `${list}&${uncachedFilter}`,
    `/api/products/${shop.productIds[0]}`,
    '/api/products/suggestions?q=x{n}',
  ];
  const read = await costsOf({ paths: reads, connections: 8 });
  const posts = await acceptableOrders(shop);
  const untilDone = await followSubscribers(shop);
  const sizesBefore = await collectionSizes(shop);
  let orders = 0;
  const order = await costsOf({ posts, connections: 2 }, (answers) => {
    orders += answers;
    return untilDone(answers);
  });
  const sizesAfter = await collectionSizes(shop);
  return {
    measuredOn: new Date().toISOString().slice(0, 10),
    order: order.costs,
    page: page.costs,
    read: read.costs,
    megabytes: byPart((pids) => Math.round(memoryBytes(pids) / 2 ** 20)),
    stored: [...sizesAfter].flatMap(([collection, { bytes, keptDays }]) => {
      const added = round((bytes - (sizesBefore.get(collection)?.bytes ?? 0)) / orders);
      return added >= 1
        ? [{ collection, bytes: added, ...(keptDays === undefined ? {} : { keptDays }) }]
        : [];
    }),
  };
}
