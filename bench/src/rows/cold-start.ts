import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { productsPerPage } from '@kinmel/contracts';
import type { Stack } from '@kinmel/tooling/stack';
import type { Figure } from '../measure/figure.ts';
import { median } from '../measure/shot.ts';

const rounds = 3;

async function bareStartMs(count: number): Promise<number> {
  const began = performance.now();
  const children = Array.from({ length: count }, () =>
    fork(join(import.meta.dirname, '../measure/floor/bare-process.ts'), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  );
  await Promise.all(children.map((child) => once(child, 'message')));
  const took = performance.now() - began;
  for (const child of children) child.kill();
  return took;
}

/**
 * Row 12: everything built, database and broker running: from starting the services and the gateway to the first
 * list through the gateway, over as many bare Node processes started together in the same run.
 */
export async function coldStart(stack: Stack): Promise<Figure> {
  const parts = [...Object.keys(stack.urls.services), 'gateway'];
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const part of parts) await stack.kill(part);
    const began = performance.now();
    await Promise.all(parts.map((part) => stack.restart(part)));
    const answer = await fetch(`${stack.urls.shop}/api/products?limit=${productsPerPage}`);
    if (!answer.ok) throw new Error(`The list answered ${answer.status} after the start.`);
    await answer.arrayBuffer();
    const took = performance.now() - began;
    ratios.push(took / (await bareStartMs(parts.length)));
  }
  return {
    row: '12 cold start, everything built',
    value: median(ratios),
    unit: 'ratio',
    gate: 8,
    goal: 2.5,
    isExact: false,
    remark: `${parts.length} processes, rounds ${ratios.map((ratio) => ratio.toFixed(1)).join(' ')}`,
  };
}
