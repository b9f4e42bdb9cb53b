import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startBroker } from '@kinmel/tooling/broker';
import { freeStackPorts, type StackOptions, startStack } from '@kinmel/tooling/stack';
import { type Figure, formatValues, median } from '../measure/figure.ts';
import { startFloor } from '../measure/floor.ts';
import type { MeasuredShop } from '../measure/shop.ts';

const rounds = 3;

/** The gateway answers 503 until catalog is reachable. */
async function readFirstList(shopUrl: string): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const answer = await fetch(`${shopUrl}/api/products?limit=12`);
    await answer.arrayBuffer();
    if (answer.ok) return;
    if (performance.now() > deadline)
      throw new Error(`The list was answered with ${answer.status} for a minute after the start.`);
    await pause(20);
  }
}

/**
 * Row 12, builds, database and broker ready: time from starting services and gateway to the first product list, divided
 * by the time to start as many bare Node processes.
 */
export async function coldStart({ stack }: MeasuredShop): Promise<Figure[]> {
  const parts = [...Object.keys(stack.urls.services), 'gateway'];
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const part of parts) await stack.kill(part);
    const startedAt = performance.now();
    await Promise.all(parts.map((part) => stack.restart(part)));
    await readFirstList(stack.urls.shop);
    const readyAt = performance.now();
    const bare = await Promise.all(parts.map(() => startFloor('bare')));
    ratios.push((readyAt - startedAt) / (performance.now() - readyAt));
    for (const floor of bare) await floor.stop();
  }
  return [
    {
      row: '12 cold start, everything built',
      value: median(ratios),
      unit: 'ratio',
      gate: 8,
      goal: 2.5,
      remark: `${parts.length} processes, rounds ${formatValues(ratios, 1)}`,
    },
  ];
}

async function brokerStartMs(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'kinmel-broker-'));
  const { rabbitmq } = await freeStackPorts();
  const startedAt = performance.now();
  const broker = await startBroker({
    port: rabbitmq,
    folder,
    logFile: join(folder, 'rabbitmq.log'),
    env: { ...process.env, AMQP_URL: undefined },
    onProgress: () => {},
  });
  const durationMs = performance.now() - startedAt;
  await broker.stop();
  await rm(folder, { recursive: true, force: true });
  return durationMs;
}

/**
 * Row 12, only builds and data ready: time from starting database, broker, services and gateway to the first product
 * list, divided by the broker's start time.
 */
export async function startFromNothing(options: StackOptions): Promise<Figure[]> {
  const shop: number[] = [];
  const broker: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    const stack = await startStack(options);
    try {
      await readFirstList(stack.urls.shop);
      shop.push(performance.now() - startedAt);
    } finally {
      await stack.stop();
    }
    broker.push(await brokerStartMs());
  }
  const ratios = shop.map((durationMs, round) => durationMs / (broker[round] ?? Number.NaN));
  return [
    {
      row: '12 cold start, from nothing',
      value: median(ratios),
      unit: 'ratio',
      gate: 2,
      goal: 1.15,
      remark: `shop ${(median(shop) / 1000).toFixed(1)} s, the broker alone ${(median(broker) / 1000).toFixed(1)} s, rounds ${formatValues(ratios)}`,
    },
  ];
}
