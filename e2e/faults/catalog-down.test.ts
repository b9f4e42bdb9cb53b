import { problemSchema } from '@kinmel/contracts';
import { expect, test } from '../support/journey.ts';
import { productsOf } from '../support/pages/shop-products.ts';
import { killPart, restartPart, stackState } from '../support/stack/stack-control.ts';

interface Reading {
  status: number;
  ms: number;
  retryAfter: string | null;
  body: unknown;
}

test('catalog is killed under load: every read is answered in time, with products or a clear error', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/status of 50[34].*\/api\/products|Failed to load resource.*50[34]/);
  const { urls } = await stackState();
  const ids = (await productsOf('laptop')).map(({ id }) => id);
  let counter = 0;
  const read = async (): Promise<Reading> => {
    counter += 1;
    // Some answers are cached by the gateway, most are not.
    const path =
      counter % 4 === 0 ? `/api/products/${ids[counter % ids.length]}` : `/api/products?maxPrice=${counter}`;
    const startedAt = performance.now();
    const answer = await fetch(urls.shop + path, { signal: AbortSignal.timeout(12_000) });
    const body: unknown = await answer.json();
    return {
      status: answer.status,
      ms: performance.now() - startedAt,
      retryAfter: answer.headers.get('retry-after'),
      body,
    };
  };
  const reads = (count: number) =>
    Promise.all(
      Array.from({ length: 8 }, async () => {
        const readings: Reading[] = [];
        for (let turn = 0; turn < count; turn += 1) readings.push(await read());
        return readings;
      }),
    ).then((all) => all.flat());

  await page.goto('/categories');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  const underLoad = reads(20);
  await killPart('catalog');
  try {
    const during = [...(await underLoad), ...(await reads(5))];
    const refused = during.filter(({ status }) => status !== 200);
    expect(refused.length, 'reads that met the dead service').toBeGreaterThan(0);
    for (const { status, retryAfter, body } of refused) {
      expect([503, 504]).toContain(status);
      expect(Number(retryAfter)).toBeGreaterThan(0);
      expect(problemSchema.parse(body).code).toMatch(/^service-(unavailable|timeout)$/);
      expect(JSON.stringify(body)).not.toMatch(/ECONN|127\.0\.0\.1|localhost|catalog|stack/i);
    }
    expect(Math.max(...during.map(({ ms }) => ms)), 'the slowest answer in ms').toBeLessThan(11_000);

    // The open shop shows the error with Retry.
    await page.goto('/smartphone?maxPrice=98765');
    await expect(page.getByText('Failed to fetch smartphones. Please try again.')).toBeVisible();
    await expect(page.getByRole('banner')).toBeVisible();
  } finally {
    await restartPart('catalog');
  }
  await expect(async () => {
    await page.getByRole('main').getByRole('button', { name: 'Retry' }).click({ timeout: 1000 });
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 30_000 });
  const after = await reads(3);
  expect(after.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
});
