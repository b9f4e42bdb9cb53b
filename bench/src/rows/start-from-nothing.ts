import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { productsPerPage } from '@kinmel/contracts';
import { startBroker } from '@kinmel/tooling/broker';
import { freeStackPorts, type StackOptions, startStack } from '@kinmel/tooling/stack';
import type { Figure } from '../measure/figure.ts';
import { median } from '../measure/shot.ts';

const rounds = 3;

async function shopStartMs(options: StackOptions): Promise<number> {
  const began = performance.now();
  const stack = await startStack(options);
  try {
    const answer = await fetch(`${stack.urls.shop}/api/products?limit=${productsPerPage}`);
    if (!answer.ok) throw new Error(`The list answered ${answer.status} after the start.`);
    await answer.arrayBuffer();
    return performance.now() - began;
  } finally {
    await stack.stop();
  }
}

async function brokerStartMs(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'kinmel-broker-'));
  const { rabbitmq } = await freeStackPorts();
  const began = performance.now();
  const broker = await startBroker({
    port: rabbitmq,
    folder,
    logFile: join(folder, 'rabbitmq.log'),
    env: { ...process.env, AMQP_URL: undefined },
    onProgress: () => {},
  });
  try {
    return performance.now() - began;
  } finally {
    await broker.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Row 12, from nothing: everything built and the data there, but no process running: from the start of database, broker,
 * services and gateway to the first list, over the boot of the broker alone, which nothing of ours can shorten.
 */
export async function startFromNothing(options: StackOptions): Promise<Figure> {
  const shop: number[] = [];
  const broker: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    shop.push(await shopStartMs(options));
    broker.push(await brokerStartMs());
  }
  const ratios = shop.map((took, round) => took / (broker[round] ?? Number.NaN));
  return {
    row: '12 cold start, from nothing',
    value: median(ratios),
    unit: 'ratio',
    gate: 2,
    goal: 1.15,
    isExact: false,
    remark: `shop ${(median(shop) / 1000).toFixed(1)} s, the broker alone ${(median(broker) / 1000).toFixed(1)} s, rounds ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`,
  };
}
