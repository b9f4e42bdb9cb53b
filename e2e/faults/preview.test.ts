import { rm } from 'node:fs/promises';
import { previewLink } from '@kinmel/gateway/registry';
import { buildPart } from '@kinmel/tooling/deploy';
import { keyFiles } from '@kinmel/tooling/stack';
import { expect, expectAccessible, expectNoSidewaysScroll, expectSettled, test } from '../support/journey.ts';
import { catalogWithNewWords, deployFoldersOf, newWords, oldWords } from '../support/stack/deploy.ts';
import { stackState } from '../support/stack/stack-control.ts';

const part = 'mfe-catalog';

test('a preview link shows an inactive version to one browser; a bar on every page names it and ends the preview with one click', async ({
  page,
  browser,
}, testInfo) => {
  const { folders, urls } = await stackState();
  const source = await catalogWithNewWords();
  try {
    const { build } = await buildPart(part, deployFoldersOf(folders), { folder: source });
    const { version } = build;
    const shop = new URL(urls.shop).origin;
    await page.goto(previewLink({ part, version, shop }, keyFiles().privateKeyFile, new Date()));
    await expect(page).toHaveURL(`${shop}/`);
    const bar = page.getByRole('complementary', { name: 'Preview' });
    await expect(bar).toHaveText(`Preview of ${part} ${version}Leave preview`);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/categories');
      await expect(page.getByText(newWords)).toBeVisible();
      await expectSettled(page);
      await expect(bar).toBeInViewport();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await page.screenshot({ path: testInfo.outputPath(`preview-${width}.png`) });
    }
    // A page that is opened inside the shop keeps the bar.
    await page.getByRole('link', { name: 'Kinmel' }).first().click();
    await expect(page).toHaveURL(`${shop}/`);
    await expect(bar).toBeVisible();

    const neighbour = await browser.newContext();
    const other = await neighbour.newPage();
    await other.goto(`${shop}/categories`);
    await expect(other.getByText(oldWords)).toBeVisible();
    await expect(other.getByRole('complementary', { name: 'Preview' })).toHaveCount(0);
    await neighbour.close();

    await bar.getByRole('button', { name: 'Leave preview' }).click();
    await expect(bar).toHaveCount(0);
    await page.goto('/categories');
    await expect(page.getByText(oldWords)).toBeVisible();
  } finally {
    await rm(source, { recursive: true, force: true });
  }
});
