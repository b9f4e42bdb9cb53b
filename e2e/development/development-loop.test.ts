import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DevServer, startDevServer } from '@kinmel/tooling/dev-server';
import { freePort } from '@kinmel/tooling/ports';
import { checkoutFolder } from '@kinmel/tooling/stack';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { stackState } from '../support/stack/stack-control.ts';

const remote = 'mfe-catalog';
let sources: string;
let server: DevServer;
let shop: string;

/** Changes a file of the copied sources, as an editor does. */
async function edit(file: string, from: string, to: string): Promise<void> {
  const path = join(sources, file);
  const text = await readFile(path, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no "${from}" any more`);
  await writeFile(path, text.replace(from, to));
}

test.beforeAll(async () => {
  test.setTimeout(300_000);
  // In the checkout, so that the copies can import its packages.
  await mkdir(join(checkoutFolder, '.kinmel'), { recursive: true });
  sources = await mkdtemp(join(checkoutFolder, '.kinmel/development-'));
  for (const [from, to] of [
    [remote, remote],
    ['packages/ui', 'ui'],
  ] as const)
    await cp(join(checkoutFolder, from), join(sources, to), { recursive: true });
  // The remote's imports find the copy of `packages/ui` first.
  await mkdir(join(sources, 'node_modules/@kinmel'), { recursive: true });
  await symlink(join(sources, 'ui'), join(sources, 'node_modules/@kinmel/ui'));
  const upstream = (await stackState()).urls.shop;
  const port = await freePort();
  server = startDevServer({ remotes: { [remote]: join(sources, remote) }, upstream, port });
  await server.built;
  shop = `http://localhost:${port}`;
});
test.afterAll(async () => {
  await server.stop();
  await rm(sources, { recursive: true, force: true });
});

const price = (page: Page) => page.getByRole('textbox', { name: 'Lowest price' });

/** Opens a list, scrolls and types half a price; the returned function expects that nothing of this has changed. */
async function openList(page: Page): Promise<() => Promise<void>> {
  let documents = 0;
  page.on('domcontentloaded', () => {
    documents += 1;
  });
  await page.goto(`${shop}/smartphone`);
  // The deployed cart's remote runs in the shell under development.
  await expect(page.getByRole('button', { name: /^Add to Cart/ }).first()).toBeEnabled();
  await page.evaluate(() => scrollTo(0, 120));
  await price(page).fill('12');
  return async () => {
    await expect(price(page)).toHaveValue('12');
    await expect(price(page)).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(120);
    expect(documents, 'documents').toBe(1);
  };
}

test('an open page applies each change of a remote without a reload, and preserves input, focus and scroll position', async ({
  page,
}) => {
  const expectPreserved = await openList(page);
  const filters = page.getByRole('complementary', { name: 'Filters' });

  await test.step('a component', async () => {
    await edit(`${remote}/src/filters/price-filter.tsx`, 'before="NPR"', 'before="Rs."');
    await expect(filters.getByText('Rs.')).toHaveCount(2);
    await expectPreserved();
  });
  await test.step('styles', async () => {
    const title = filters.getByText('Availability');
    await expect(title).toHaveCSS('font-size', '18px');
    await edit(`${remote}/src/filters/filter-panel.module.css`, 'font-size: 1.125rem', 'font-size: 2rem');
    await expect(title).toHaveCSS('font-size', '32px');
    await expectPreserved();
  });
  await test.step('rules that routes.tsx imports too', async () => {
    await edit(`${remote}/src/filters/product-filters.rules.ts`, "title: 'Brand'", "title: 'Maker'");
    await expect(filters.getByText('Maker')).toBeVisible();
    await expectPreserved();
  });
  await test.step('requests, and a component of packages/ui', async () => {
    await edit(`${remote}/src/catalog-api.ts`, "'/api/products/suggestions'", "'/api/products/suggestions?'");
    await edit('ui/src/choice/checkbox.tsx', '<span>{label}</span>', '<span>{label}!</span>');
    await expect(filters.getByText('In stock only!')).toBeVisible();
    await expectPreserved();
  });
  await test.step('styles of packages/ui', async () => {
    const box = filters.getByRole('checkbox').first();
    await edit('ui/src/choice/checkbox.module.css', 'border-radius: 6px', 'border-radius: 1px');
    await expect(box).toHaveCSS('border-radius', '1px');
    await expectPreserved();
  });
});

test('a syntax error is shown in an overlay, which disappears without a reload when the error is fixed', async ({
  page,
  allowErrors,
}) => {
  // The compiler's message, and its colours, which the content security policy refuses as inline styles.
  allowErrors(/webpack-dev-middleware|inline style/);
  await openList(page);
  await page.evaluate(() => document.body.setAttribute('data-mark', ''));
  const file = `${remote}/src/filters/filter-panel.tsx`;
  await edit(file, 'export function FilterPanel(', 'export function FilterPanel((');
  const overlay = page.frameLocator('iframe[title="Build errors and warnings"]');
  await expect(overlay.getByText('filter-panel.tsx').first()).toBeVisible();
  await edit(file, 'export function FilterPanel((', 'export function FilterPanel(');
  await expect(page.locator('iframe')).toHaveCount(0);
  await expect(page.locator('body[data-mark]')).toHaveCount(1);
  expect(await page.evaluate(() => scrollY)).toBe(120);
});
