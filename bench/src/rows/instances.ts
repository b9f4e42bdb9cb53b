import { productsPerPage } from '@kinmel/contracts';
import { mongo } from 'mongoose';
import { type Figure, formatValues, median } from '../measure/figure.ts';
import { type Comparison, compare, type Load } from '../measure/load.ts';
import { acceptableOrders, followSubscribers, type MeasuredShop } from '../measure/shop.ts';
import { uncachedFilter } from './product-reads.ts';

/** Longer than a command takes on busy cores, so that an instance mostly waits. */
const delayMs = 40;
/** The database commands that a shopper's request waits for. */
const delayedCommands = ['find', 'aggregate', 'insert', 'update', 'delete', 'findAndModify'];

/** Delays each database command of the service while `work` runs, without using CPU. */
async function withDelayedCommands<Result>(
  { stack }: MeasuredShop,
  service: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = new mongo.MongoClient(stack.urls.mongodb);
  const setFailPoint = (mode: 'off' | 'alwaysOn', data?: object) =>
    client.db('admin').command({ configureFailPoint: 'failCommand', mode, ...(data && { data }) });
  try {
    await setFailPoint('alwaysOn', {
      failCommands: delayedCommands,
      blockConnection: true,
      blockTimeMS: delayMs,
      appName: service,
    });
    return await work();
  } finally {
    await setFailPoint('off');
    await client.close();
  }
}

const perSecond = (measurements: Comparison['floor']) =>
  median(measurements.map(({ answersPerSecond }) => answersPerSecond)).toFixed(1);

/**
 * Row 9: three instances of catalog and order over one, each called directly. Lists are answered from memory, so that only
 * the processor time limits catalog: three instances on cores of their own answer three times as much, over that ratio.
 */
export async function* instances(shop: MeasuredShop): AsyncGenerator<Figure> {
  const { stack, instancesOf, serverPids, storePids } = shop;
  const kinds: { service: string; calls: Pick<Load, 'paths' | 'posts'>; connections: number }[] = [
    {
      service: 'catalog',
      calls: { paths: [`/api/products?limit=${productsPerPage}&${uncachedFilter}`] },
      connections: 8,
    },
    // Two cores are busy with a few orders at once, and more would meet deadlines.
    { service: 'order', calls: { posts: await acceptableOrders(shop) }, connections: 2 },
  ];
  const status = await stack.status();
  for (const { service, calls, connections } of kinds) {
    const urls = status.filter(({ name }) => instancesOf(service).includes(name)).map(({ url }) => url);
    const pids = [...serverPids, ...storePids];
    const isOrder = service === 'order';
    const untilDone = isOrder ? { untilDone: await followSubscribers(shop) } : {};
    const threeAndOne = (each: number, durationMs: number) => {
      const load = { ...calls, connections: each, durationMs };
      return compare(
        { load: { ...load, urls }, pids, ...untilDone },
        { load: { ...load, urls: urls.slice(0, 1) }, pids, ...untilDone },
      );
    };
    const busy = await threeAndOne(connections, 4000);
    yield {
      row: `9 three instances of ${service}, processor time over one`,
      value: busy.medianRatio,
      unit: 'ratio',
      gate: 1.15,
      goal: 1.03,
      isNoisy: busy.isNoisy,
      remark: `${connections} at once at each: ${busy.measuredCpuMs.toFixed(2)} and ${busy.floorCpuMs.toFixed(2)} ms of all processes, pairs ${formatValues(busy.ratios)}`,
    };
    if (!isOrder) continue;
    // One connection per instance, so that the delayed commands limit the throughput and not the cores.
    const delayed = await withDelayedCommands(shop, service, () => threeAndOne(1, 8000));
    const gains = delayed.measured.map(
      (measurement, index) =>
        measurement.answersPerSecond / (delayed.floor[index]?.answersPerSecond ?? Number.NaN),
    );
    yield {
      row: `9 three instances of ${service}, throughput over one`,
      value: median(gains),
      unit: 'ratio',
      goal: 2.7,
      isHigherBetter: true,
      remark: `each command of the database takes ${delayMs} ms longer, one request at a time at each instance: ${perSecond(delayed.measured)} and ${perSecond(delayed.floor)} a second, pairs ${formatValues(gains)}`,
    };
  }
}
