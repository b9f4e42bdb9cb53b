import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { anyProduct } from '../support/pages/shop-products.ts';
import { anAccount } from '../support/people/account.ts';
import type { Customer } from '../support/people/customer.ts';
import { stackState } from '../support/stack/stack-control.ts';

const logins = 600;
const people = 20;

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Requests pages in turn until `isOver`; returns the milliseconds of each answer. */
async function browse(
  addresses: readonly string[],
  isDone: (requestCount: number) => boolean,
): Promise<number[]> {
  const times: number[] = [];
  for (let requestIndex = 0; !isDone(requestIndex); requestIndex += 1) {
    const startedAt = performance.now();
    const answer = await fetch(addresses[requestIndex % addresses.length] ?? '');
    await answer.arrayBuffer();
    expect(answer.status).toBe(200);
    times.push(performance.now() - startedAt);
    await pause(5);
  }
  return times;
}

/** Retries with growing pauses, based on Retry-After; resolves with the number of tries. */
async function logInPatiently(url: string, body: string): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    await answer.arrayBuffer();
    if (answer.status === 200) return tries;
    // The queue is full, or the gateway's deadline has passed on a slow machine.
    expect([503, 504]).toContain(answer.status);
    const seconds = Number(answer.headers.get('retry-after') ?? 2);
    expect(seconds, 'when to come again').toBeGreaterThan(0);
    await pause(seconds * 1000 * tries * (0.5 + Math.random()));
  }
}

test(`${logins} simultaneous logins all succeed, and browsing takes at most twice as long meanwhile`, async () => {
  const { urls } = await stackState();
  const { id } = await anyProduct();
  const addresses = [
    '/',
    `/productdetails?id=${id}`,
    '/smartphone',
    '/api/products',
    `/api/products/${id}`,
  ].map((path) => urls.shop + path);
  const customers: Customer[] = [];
  for (let person = 0; person < people; person += 1) customers.push(await anAccount());
  await browse(addresses, (requestCount) => requestCount === 50);
  const msBefore = await browse(addresses, (requestCount) => requestCount === 300);

  const startedAt = performance.now();
  let isDone = false;
  const allLogins = Promise.all(
    Array.from({ length: logins }, (_, index) => {
      const { email, password } = customers[index % people] ?? {};
      return logInPatiently(`${urls.shop}/api/auth/login`, JSON.stringify({ email, password }));
    }),
  ).finally(() => {
    isDone = true;
  });
  const [tries, msDuring] = await Promise.all([allLogins, browse(addresses, () => isDone)]);
  const seconds = (performance.now() - startedAt) / 1000;

  const figures = `${logins} logins in ${seconds.toFixed(1)} s, ${tries.filter((count) => count > 1).length} asked to come again; browsing ${median(msBefore).toFixed(1)} ms before, ${median(msDuring).toFixed(1)} ms meanwhile (${msDuring.length} looks)`;
  test.info().annotations.push({ type: 'figures', description: figures });
  expect(median(msDuring) / median(msBefore), figures).toBeLessThanOrEqual(2);
});
