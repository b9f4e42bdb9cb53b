import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freeStackPorts, type Stack, startStack } from '@kinmel/tooling/stack';
import { mongo } from 'mongoose';
import { type Balancer, startBalancer } from '../measure/balancer.ts';
import type { Figure } from '../measure/figure.ts';
import { fillProducts } from '../measure/many-products.ts';
import { isGood, loadInPhases } from '../measure/open-load.ts';
import { followSubscribers, ordersOf } from '../measure/orders.ts';
import { type MeasuredShop, measuredShop, withoutLimits } from '../measure/shop.ts';
import { type Load, median, type Shot, shoot, type UntilDone } from '../measure/shot.ts';
import { untilIdle } from '../measure/until-idle.ts';
import { coldProducts } from './product-reads.ts';

const [sampleProducts, products] = [1_000, 10_000];
const count = 3;
const pairs = 3;
const durationMs = 4_000;
const waitMs = 5;

/** What the database is told to wait with: all that a request of a shopper does there. */
const waitingCommands = ['find', 'aggregate', 'insert', 'update', 'delete', 'findAndModify'];

interface Scaled {
  readonly service: string;
  readonly load: Pick<Load, 'paths' | 'posts' | 'isOneList'>;
  /** So few requests at once at each instance that three of them wait more than two cores compute. */
  readonly atOnceWaiting: number;
  readonly atOnce: number;
  /** A second, while one instance is stopped: far from all that they can do. */
  readonly calmRate: number;
  readonly effects?: { readonly untilDone: UntilDone };
}

interface Instances {
  readonly parts: readonly string[];
  readonly urls: readonly string[];
  readonly balancer: Balancer;
}

async function startInstances(stack: Stack, service: string): Promise<Instances> {
  const first = { part: service, url: stack.urls.services[service] ?? '' };
  const all = [first];
  while (all.length < count) all.push(await stack.addInstance(service));
  const urls = all.map(({ url }) => url);
  return { parts: all.map(({ part }) => part), urls, balancer: await startBalancer(urls) };
}

/** From now on each call of the service waits so long in the database, which computes nothing meanwhile. */
async function letWait(mongodbUrl: string, service: string, ms: number): Promise<void> {
  const client = new mongo.MongoClient(mongodbUrl);
  try {
    await client.db('admin').command({
      configureFailPoint: 'failCommand',
      mode: ms === 0 ? 'off' : 'alwaysOn',
      ...(ms === 0
        ? {}
        : {
            data: {
              failCommands: waitingCommands,
              blockConnection: true,
              blockTimeMS: ms,
              appName: service,
            },
          }),
    });
  } finally {
    await client.close();
  }
}

/** Three instances and one of them in turn, as many requests at once at each. */
async function threeAndOne(
  stack: Stack,
  shop: MeasuredShop,
  { urls, parts, balancer }: Instances,
  { load, effects }: Scaled,
  atOnce: number,
): Promise<{ three: Shot; one: Shot }[]> {
  let asked = 0;
  const side = async (instances: number, ms: number) => {
    await balancer.use(urls.slice(0, instances));
    await pause(200);
    const others = parts.slice(1).flatMap((part) => stack.pids[part] ?? []);
    const pids = [...shop.serverPids, ...shop.storePids, ...(instances === 1 ? [] : others)];
    const whole = {
      ...load,
      baseUrl: shop.gatewayUrl,
      connections: atOnce * instances,
      durationMs: ms,
      from: asked,
    };
    const shot = await shoot(whole, pids, effects?.untilDone);
    if (shot.failures > 0) throw new Error(`${shot.failures} of ${shot.answers} answers were failures.`);
    asked += shot.answers + whole.connections;
    return shot;
  };
  await side(count, durationMs);
  await side(1, durationMs / 2);
  const shots: { three: Shot; one: Shot }[] = [];
  for (let pair = 0; pair < pairs; pair += 1)
    shots.push({ three: await side(count, durationMs), one: await side(1, durationMs) });
  return shots;
}

/** How many requests of a calm hour end badly while one of three instances is stopped in order and started again. */
async function lostRequests(
  stack: Stack,
  shop: MeasuredShop,
  { urls, parts, balancer }: Instances,
  { load, calmRate }: Scaled,
): Promise<{ lost: number; asked: number }> {
  await balancer.use(urls);
  await pause(200);
  const rounds = parts.length;
  const answers = loadInPhases({
    baseUrl: shop.gatewayUrl,
    paths: load.paths,
    ...(load.posts ? { posts: load.posts } : {}),
    phases: [{ perSecond: calmRate, durationMs: 4_000 * rounds + 4_000 }],
  });
  await pause(2_000);
  for (const part of parts) {
    await stack.restart(part);
    await pause(500);
  }
  const all = (await answers).phases.flat();
  return { lost: all.filter((request) => !isGood(request)).length, asked: all.length };
}

async function scaled(
  stack: Stack,
  shop: MeasuredShop,
  work: Scaled,
  instances: Instances,
): Promise<Figure[]> {
  const { service, atOnceWaiting, atOnce } = work;
  const row = `9 three instances of ${service}`;
  await letWait(shop.mongodbUrl, service, waitMs);
  const waiting = await threeAndOne(stack, shop, instances, work, atOnceWaiting);
  await letWait(shop.mongodbUrl, service, 0);
  const computing = await threeAndOne(stack, shop, instances, work, atOnce);
  const more = waiting.map(({ three, one }) => three.answersPerSecond / one.answersPerSecond);
  const dearer = computing.map(({ three, one }) => three.cpuMsPerAnswer / one.cpuMsPerAnswer);
  const { lost, asked } = await lostRequests(stack, shop, instances, work);
  const tell = (ratios: readonly number[]) => `pairs ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`;
  const perSecond = (shots: readonly Shot[]) =>
    median(shots.map(({ answersPerSecond }) => answersPerSecond)).toFixed(0);
  const cpuMs = (shots: readonly Shot[]) =>
    median(shots.map(({ cpuMsPerAnswer }) => cpuMsPerAnswer)).toFixed(2);
  return [
    {
      row: `${row}, throughput over one`,
      value: median(more),
      unit: 'ratio',
      gate: 2.5,
      goal: 2.9,
      isMoreBetter: true,
      isExact: false,
      remark: `each call of the database waits ${waitMs} ms, ${atOnceWaiting} at once at each instance: ${perSecond(waiting.map(({ three }) => three))} and ${perSecond(waiting.map(({ one }) => one))} a second, ${tell(more)}`,
    },
    {
      row: `${row}, processor time over one`,
      value: median(dearer),
      unit: 'ratio',
      gate: 1.15,
      goal: 1.03,
      isExact: false,
      remark: `without the wait, ${atOnce} at once at each: ${cpuMs(computing.map(({ three }) => three))} and ${cpuMs(computing.map(({ one }) => one))} ms of all processes, ${tell(dearer)}`,
    },
    {
      row: `${row}, requests lost while one is stopped`,
      value: lost,
      unit: 'requests',
      goal: 0,
      isExact: false,
      remark: `of ${asked}, while each of the three is stopped in order and started again, one after the other`,
    },
  ];
}

/**
 * Row 9: catalog and order behind the gateway, three instances and one. The gateway has one address of each service, as it has the
 * address of a Service in a cluster; behind it a balancer of our own gives connections to the instances in turn.
 */
export async function* instances(stateFolder: string): AsyncGenerator<Figure> {
  const stack = await startStack({
    stateFolder: join(stateFolder, 'instances'),
    ports: await freeStackPorts(),
    seed: { products: sampleProducts },
    env: withoutLimits,
    // It can be told to wait then.
    databaseParameters: { enableTestCommands: '1' },
    fresh: true,
  });
  const stops: (() => void | Promise<void>)[] = [];
  try {
    await untilIdle(Object.values(stack.pids).flat());
    await fillProducts(stack, products);
    const catalog = await startInstances(stack, 'catalog');
    const order = await startInstances(stack, 'order');
    stops.push(
      () => catalog.balancer.stop(),
      () => order.balancer.stop(),
    );
    await stack.restart('gateway', { CATALOG_URL: catalog.balancer.url, ORDER_URL: order.balancer.url });
    const shop = await measuredShop(stack);
    const posts = await ordersOf(shop, { buyers: 100, products: 200 });
    const effects = await followSubscribers(shop.mongodbUrl);
    stops.push(() => effects.close());
    await untilIdle([...shop.serverPids, ...shop.storePids]);
    const paths = await coldProducts(shop);
    const ofCatalog = { load: { paths, isOneList: true }, atOnceWaiting: 1, atOnce: 8, calmRate: 100 };
    const ofOrder = { load: { paths: [], posts }, atOnceWaiting: 1, atOnce: 8, calmRate: 15, effects };
    yield* await scaled(stack, shop, { service: 'catalog', ...ofCatalog }, catalog);
    yield* await scaled(stack, shop, { service: 'order', ...ofOrder }, order);
  } finally {
    for (const stop of stops) await stop();
    await stack.stop();
    await rm(stack.folders.state, { recursive: true, force: true });
  }
}
