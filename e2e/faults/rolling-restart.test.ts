import { expect, test } from '@playwright/test';
import { aBuyer } from '../support/people/buyers.ts';
import { isLong } from '../support/repeats.ts';
import { expectSoundBooks, soundPieces } from '../support/stack/books.ts';
import { withInstances } from '../support/stack/instances.ts';
import { restartPart, type StackPart } from '../support/stack/stack-control.ts';

const parts: readonly StackPart[] = isLong
  ? ['auth', 'catalog', 'offer', 'order', 'notification', 'service-request', 'device', 'render', 'gateway']
  : ['order', 'gateway'];
const paths = ['/', '/products', '/api/products', '/api/special-offers', '/api/policy', '/health/live'];

// Fails with DRAIN_WAIT_MS=0.
test('H-04: each of two instances of a part is restarted under browsing and checkout: no request fails (I-1 to I-8)', () =>
  withInstances(async (shopUrl) => {
    const buyer = await aBuyer();
    const pieces = await soundPieces();
    const failures: string[] = [];
    let isOver = false;
    const browse = async () => {
      for (let turn = 0; !isOver; turn += 1) {
        const path = paths[turn % paths.length] ?? '/';
        const answer = await fetch(`${shopUrl}${path}`).catch(String);
        if (typeof answer === 'string') failures.push(`${path}: ${answer}`);
        else if ((await answer.text()) === '' || !answer.ok) failures.push(`${path}: ${answer.status}`);
      }
    };
    const checkOut = async () => {
      while (!isOver) await buyer.buy(1, 1, 'shop');
    };
    const traffic = Promise.all([browse(), browse(), checkOut(), checkOut()]);
    try {
      for (const part of parts) for (const name of [part, `${part}-2` as const]) await restartPart(name);
    } finally {
      isOver = true;
      await traffic;
    }
    expect(failures).toEqual([]);
    expect(buyer.purchases.length).toBeGreaterThan(10);
    expect(buyer.purchases.filter(({ answers }) => String(answers) !== '201')).toEqual([]);
    await expectSoundBooks({ acknowledged: buyer.acknowledged(), pieces }, 45_000);
  }));
