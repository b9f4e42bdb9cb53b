import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { AnswerOf, placeOrder } from '@kinmel/contracts';
import { connect } from 'amqplib';
import { mongo } from 'mongoose';
import type { Figure } from '../measure/figure.ts';
import { databaseOf, ordersOf, subscribers } from '../measure/orders.ts';
import type { MeasuredShop } from '../measure/shop.ts';
import type { Post } from '../measure/shot.ts';

const perSecond = 50;
const rounds = 4;
const perRound = 125;
const patienceMs = 60_000;

/** Begins one piece of work every 20 ms, whatever became of the earlier ones. */
async function atPace(count: number, work: (index: number) => Promise<void>): Promise<void> {
  const began = performance.now();
  const all: Promise<void>[] = [];
  const failures: unknown[] = [];
  for (let index = 0; index < count; index += 1) {
    await pause(Math.max(0, began + (index * 1000) / perSecond - performance.now()));
    all.push(work(index).catch((error: unknown) => void failures.push(error)));
  }
  await Promise.all(all);
  if (failures.length > 0) throw new Error(`${failures.length} of ${count} failed.`, { cause: failures[0] });
}

/** Collects what happens to a message at each of its receivers, and says when the last one had it. */
class Arrivals {
  readonly #times = new Map<string, number[]>();

  note(id: string): void {
    this.#times.set(id, [...(this.#times.get(id) ?? []), performance.now()]);
  }

  async last(id: string): Promise<number> {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const times = this.#times.get(id) ?? [];
      if (times.length >= subscribers.length) return Math.max(...times);
      if (performance.now() > deadline)
        throw new Error(`${id} reached ${times.length} of ${subscribers.length}.`);
      await pause(50);
    }
  }
}

/** Milliseconds from a publish to the last of three consumers, without any shop. */
async function bareBroker(
  amqpUrl: string,
  payload: Buffer,
): Promise<{ measure(count: number): Promise<number[]>; close(): Promise<void> }> {
  const connection = await connect(amqpUrl);
  const exchange = `bench-${randomUUID()}`;
  const channel = await connection.createConfirmChannel();
  await channel.assertExchange(exchange, 'topic', { durable: true, autoDelete: true });
  const arrivals = new Arrivals();
  for (const name of subscribers) {
    const receiving = await connection.createChannel();
    const { queue } = await receiving.assertQueue(`${exchange}.${name}`, {
      durable: true,
      arguments: { 'x-queue-type': 'quorum', 'x-expires': 120_000 },
    });
    await receiving.bindQueue(queue, exchange, 'order.placed');
    await receiving.prefetch(50);
    await receiving.consume(queue, (message) => {
      if (message === null) return;
      arrivals.note(String(message.properties.messageId));
      receiving.ack(message);
    });
  }
  return {
    async measure(count) {
      const took: number[] = [];
      await atPace(count, async () => {
        const messageId = randomUUID();
        const began = performance.now();
        channel.publish(exchange, 'order.placed', payload, { persistent: true, mandatory: true, messageId });
        took.push((await arrivals.last(messageId)) - began);
      });
      return took;
    },
    close: () => connection.close(),
  };
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;

/** Undefined when the order was refused: on a busy machine a call between services may run out of its time. */
async function place(gatewayUrl: string, post: Post): Promise<{ orderId: string; body: string } | undefined> {
  const answer = await fetch(`${gatewayUrl}${post.path}`, {
    method: 'POST',
    headers: { ...post.headers, 'idempotency-key': randomUUID() },
    body: post.body,
  });
  const body = await answer.text();
  if (answer.status !== 201) return undefined;
  return { orderId: (JSON.parse(body) as AnswerOf<typeof placeOrder>).order._id, body };
}

/**
 * Row 6: from an order's 201 to the moment when the last of three subscribers has stored what it makes of it, over what a
 * bare exchange takes to bring the same message to three bare consumers. 500 orders, 50 a second.
 */
export async function fanOut(shop: MeasuredShop): Promise<Figure[]> {
  const posts = await ordersOf(shop, { buyers: 8, products: 200 });
  const postAt = (index: number): Post => {
    const post = posts[index % posts.length];
    if (post === undefined) throw new Error('There is nothing to order.');
    return post;
  };
  const client = new mongo.MongoClient(shop.mongodbUrl);
  const names = subscribers.map(databaseOf);
  const effects = client.watch([
    {
      $match: {
        operationType: 'insert',
        'ns.db': { $in: names },
        'ns.coll': 'inbox',
        'fullDocument.type': 'order.placed',
      },
    },
  ]);
  const arrivals = new Arrivals();
  let broker: Awaited<ReturnType<typeof bareBroker>> | undefined;
  effects.on('change', (change) => {
    if (change.operationType === 'insert') arrivals.note(String(change.fullDocument['aggregateId']));
  });
  try {
    // The first look of a change stream is its beginning.
    await pause(1_000);
    const sample = await place(shop.gatewayUrl, postAt(0));
    if (sample === undefined) throw new Error('The shop takes no orders.');
    broker = await bareBroker(shop.amqpUrl, Buffer.from(sample.body));
    const shopTimes: number[] = [];
    const bareTimes: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await atPace(perRound, async (index) => {
        const placed = await place(shop.gatewayUrl, postAt(index));
        if (placed === undefined) return;
        const answered = performance.now();
        shopTimes.push(Math.max(0, (await arrivals.last(placed.orderId)) - answered));
      });
      bareTimes.push(...(await broker.measure(perRound)));
    }
    const wanted = rounds * perRound;
    if (shopTimes.length < wanted / 2)
      throw new Error(`Only ${shopTimes.length} of ${wanted} orders were taken.`);
    return (
      [
        ['p50', 0.5, 20, 3],
        ['p99', 0.99, undefined, 3],
      ] as const
    ).map(([name, share, gate, goal]) => ({
      row: `6 fan-out, ${name}`,
      value: percentile(shopTimes, share) / percentile(bareTimes, share),
      unit: 'ratio' as const,
      ...(gate === undefined ? {} : { gate }),
      goal,
      isExact: false,
      remark: `from the 201 to the last of ${subscribers.length} stored effects ${percentile(shopTimes, share).toFixed(1)} ms, bare exchange ${percentile(bareTimes, share).toFixed(1)} ms, ${shopTimes.length} of ${wanted} orders at ${perSecond} a second`,
    }));
  } finally {
    await broker?.close();
    await effects.close();
    await client.close();
  }
}
