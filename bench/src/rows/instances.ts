import { productsPerPage } from '@kinmel/contracts';
import { mongo } from 'mongoose';
import { type Figure, listed, median } from '../measure/figure.ts';
import { type Comparison, compare, type Load } from '../measure/load.ts';
import { acceptableOrders, followSubscribers, type MeasuredShop } from '../measure/shop.ts';
import { unseen } from './product-reads.ts';

const waitMs = 5;
/** The database commands that a shopper's request waits for. */
const delayedCommands = ['find', 'aggregate', 'insert', 'update', 'delete', 'findAndModify'];

/** Lets tests add a delay to database commands. */
export const testCommandsEnabled = { enableTestCommands: '1' };

/** Delays each database command of the service while `work` runs, without using CPU. */
async function withDelayedCommands<Result>(
  { stack }: MeasuredShop,
  service: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = new mongo.MongoClient(stack.urls.mongodb);
  const tell = (mode: 'off' | 'alwaysOn', data?: object) =>
    client.db('admin').command({ configureFailPoint: 'failCommand', mode, ...(data && { data }) });
  try {
    const wait = {
      failCommands: delayedCommands,
      blockConnection: true,
      blockTimeMS: waitMs,
      appName: service,
    };
    await tell('alwaysOn', wait);
    return await work();
  } finally {
    await tell('off');
    await client.close();
  }
}

const perSecond = (shots: Comparison['floor']) =>
  median(shots.map(({ answersPerSecond }) => answersPerSecond)).toFixed(0);

/** Row 9: three instances of catalog and order over one, each called directly. */
export async function* instances(shop: MeasuredShop): AsyncGenerator<Figure> {
  const { stack, pidsOf, serverPids, storePids } = shop;
  const kinds: { service: string; asked: Pick<Load, 'paths' | 'posts'> }[] = [
    { service: 'catalog', asked: { paths: [`/api/products?limit=${productsPerPage}&${unseen}`] } },
    { service: 'order', asked: { posts: await acceptableOrders(shop) } },
  ];
  for (const { service, asked } of kinds) {
    const added = [await stack.addInstance(service), await stack.addInstance(service)];
    const urls = [stack.urls.services[service] ?? '', ...added.map(({ url }) => url)];
    const pids = [...serverPids, ...storePids];
    const untilDone = service === 'order' ? await followSubscribers(shop) : undefined;
    const threeAndOne = (connections: number) => {
      const load = { ...asked, connections, durationMs: 4000 };
      return compare(
        { load: { ...load, urls }, pids: [...pids, ...added.flatMap(({ part }) => pidsOf(part))], untilDone },
        { load: { ...load, urls: urls.slice(0, 1) }, pids, untilDone },
      );
    };
    // One connection per instance, so that the delayed commands limit the throughput and not the two cores.
    const waiting = await withDelayedCommands(shop, service, () => threeAndOne(1));
    const more = waiting.measured.map(
      (shot, index) => shot.answersPerSecond / (waiting.floor[index]?.answersPerSecond ?? Number.NaN),
    );
    const busy = await threeAndOne(8);
    for (const { part } of added) await stack.kill(part);
    const row = `9 three instances of ${service}`;
    yield {
      row: `${row}, throughput over one`,
      value: median(more),
      unit: 'ratio',
      gate: 2.5,
      goal: 2.9,
      isMoreBetter: true,
      remark: `each call of the database waits ${waitMs} ms, one at once at each instance: ${perSecond(waiting.measured)} and ${perSecond(waiting.floor)} a second, pairs ${listed(more)}`,
    };
    yield {
      row: `${row}, processor time over one`,
      value: busy.medianRatio,
      unit: 'ratio',
      gate: 1.15,
      goal: 1.03,
      isNoisy: busy.isNoisy,
      remark: `without the wait, 8 at once at each: ${busy.measuredCpuMs.toFixed(2)} and ${busy.floorCpuMs.toFixed(2)} ms of all processes, pairs ${listed(busy.ratios)}`,
    };
  }
}
