import { rm } from 'node:fs/promises';
import { deployPart, rollbackPart } from '@kinmel/tooling/deploy';
import type { Page } from '@playwright/test';
import { expect, expectNoSidewaysScroll, test } from '../support/journey.ts';
import { openAsStaff } from '../support/people/account.ts';
import {
  catalogWithNewWords,
  deployFoldersOf,
  gatewayHas,
  newWords,
  oldWords,
} from '../support/stack/deploy.ts';
import { stackState } from '../support/stack/stack-control.ts';

const remote = 'mfe-catalog';

/** Opens a change, gives a reason and confirms it. */
async function change(page: Page, button: string | RegExp, submit: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('a journey');
  await dialog.getByRole('button', { name: submit, exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

test('staff roll back and activate a version: the next page load gets it, the timeline and the audit log show who did it', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  const { folders } = await stackState();
  const deployFolders = deployFoldersOf(folders);
  const source = await catalogWithNewWords();
  const deployed = await deployPart(remote, deployFolders, { folder: source, why: 'more words' });
  try {
    await gatewayHas(remote, deployed.version);
    const shopper = await context.newPage();
    const expectWords = async (words: string) => {
      await shopper.goto('/categories');
      await expect(shopper.getByText(words)).toBeVisible();
    };
    await expectWords(newWords);

    await openAsStaff(page, '/admin/releases');
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.getByRole('link', { name: remote })).toBeVisible();
      await expectNoSidewaysScroll(page);
    }
    await page.getByRole('link', { name: remote }).click();
    await expect(page.getByText('more words')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1440, height: 900 });

    await change(page, /^Roll back to/, 'Roll back');
    await expect(page.getByText('a journey')).toBeVisible();
    await expectWords(oldWords);

    await change(page, `Activate ${deployed.version}`, 'Activate for all');
    await expectWords(newWords);

    await page.goto('/admin/audit?kind=release');
    await expect(page.getByText('Rollback release').first()).toBeVisible();
    await expect(page.getByText('Deploy release').first()).toBeVisible();
  } finally {
    if (deployed.previous) await rollbackPart(remote, deployFolders, { version: deployed.previous });
    await rm(source, { recursive: true, force: true });
  }
});
