import { cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deployRemote, rollbackRemote, startCanary } from '@kinmel/tooling/deploy';
import { checkoutFolder } from '@kinmel/tooling/stack';
import { buildRemote } from '@kinmel/tooling/webpack';
import { expect, test } from '../support/journey.ts';
import { activeVersion, gatewayHas } from '../support/stack/deploy.ts';
import { stackState } from '../support/stack/stack-control.ts';

const remote = 'mfe-catalog';
const oldWords = 'New, pre-loved and Galaxy';
const newWords = 'New, pre-loved, Galaxy and more';

/** The remote's source with one changed sentence. */
async function tomorrowsSource(stateFolder: string): Promise<string> {
  const folder = join(stateFolder, 'tomorrow', remote);
  await rm(folder, { recursive: true, force: true });
  await cp(join(checkoutFolder, remote), folder, {
    recursive: true,
    filter: (path) => !path.includes('node_modules'),
  });
  const page = join(folder, 'src/features/categories/categories-page.tsx');
  const text = await readFile(page, 'utf8');
  if (!text.includes(oldWords)) throw new Error(`"${oldWords}" is no longer on the page of categories`);
  await writeFile(page, text.replace(oldWords, newWords));
  return folder;
}

/** Modification times of all files except those of the deployed remote. */
async function writtenAt(folders: readonly string[]): Promise<Record<string, number>> {
  const times: Record<string, number> = {};
  for (const folder of folders) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && !path.includes(remote)) times[path] = (await stat(path)).mtimeMs;
    }
  }
  return times;
}

test('a remote is deployed and rolled back while shoppers are online: the next page load has it, open pages go on, nothing else changes', async ({
  page,
  context,
}) => {
  const { folders, pids } = await stackState();
  const others = [folders.remotes, folders.shell, folders.build];
  const before = await writtenAt(others);
  const deployFolders = { registryFolder: folders.registry, remotesFolder: folders.remotes };
  const openCategories = async (shopper: typeof page) => {
    await shopper.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await shopper.getByRole('main').getByRole('link', { name: 'Shop Now' }).first().click();
    await expect(shopper.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible();
  };

  // On home the chunk of the categories page is not loaded.
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  const source = await tomorrowsSource(folders.state);
  const deployed = await deployRemote(remote, deployFolders, { folder: source });
  try {
    await gatewayHas(remote, deployed.version);

    await openCategories(page);
    await expect(page.getByText(oldWords)).toBeVisible();

    const next = await context.newPage();
    await next.goto('/categories');
    await expect(next.getByText(newWords)).toBeVisible();
    await page.reload();
    await expect(page.getByText(newWords)).toBeVisible();
    await next.goto('/');
    await expect(next.getByRole('heading', { level: 1 })).toBeVisible();

    const back = await rollbackRemote(remote, deployFolders);
    expect(back.version).toBe(deployed.previous);
    await gatewayHas(remote, back.version);

    await openCategories(next);
    await expect(next.getByText(newWords)).toBeVisible();
    await next.reload();
    await expect(next.getByText(oldWords)).toBeVisible();
  } finally {
    if (deployed.previous) await rollbackRemote(remote, deployFolders, deployed.previous).catch(() => {});
    await rm(source, { recursive: true, force: true });
  }
  expect((await stackState()).pids).toEqual(pids);
  expect(await writtenAt(others)).toEqual(before);
});

interface Look {
  readonly visitor: string;
  readonly status: number;
  /** Versions of the remote that the HTML refers to. */
  readonly versions: readonly string[];
  /** The sentence in server-rendered HTML. */
  readonly words: readonly string[];
}

/** Loads the categories page with the cookie of a visitor. */
async function lookAtCategories(shop: string, visitor: string): Promise<Look> {
  const answer = await fetch(`${shop}/categories`, {
    headers: { accept: 'text/html', cookie: `kinmel-visitor=${visitor}` },
    signal: AbortSignal.timeout(15_000),
  });
  const html = await answer.text();
  const named = html.matchAll(new RegExp(`/remotes/${remote}/([^/"]+)/`, 'g'));
  return {
    visitor,
    status: answer.status,
    versions: [...new Set([...named].map(([, version = '']) => version))],
    words: html.includes('data-rendered') ? [oldWords, newWords].filter((words) => html.includes(words)) : [],
  };
}

test('a canary starts, grows and is rolled back under load: no page mixes versions, no request fails, and visitors keep their version', async ({
  page,
  context,
}) => {
  const { folders, urls } = await stackState();
  const deployFolders = { registryFolder: folders.registry, remotesFolder: folders.remotes };
  const source = await tomorrowsSource(folders.state);
  const before = await activeVersion(remote);
  const built = await buildRemote(remote, { remotesFolder: folders.remotes, folder: source });
  const visitors = Array.from({ length: 24 }, (_, index) => `visitor-${String(index).padStart(8, '0')}`);
  const looks: Look[] = [];
  let isOver = false;
  // Sequential per visitor, so that the results are in order.
  const shopper = async (own: readonly string[]) => {
    while (!isOver) for (const visitor of own) looks.push(await lookAtCategories(urls.shop, visitor));
  };
  const shoppers = [0, 1, 2, 3].map((first) => shopper(visitors.filter((_, index) => index % 4 === first)));
  /** Waits for new server-rendered pages of all visitors; returns the visitors with the new version. */
  const untilDrawn = async (isReached: (haveNew: number) => boolean): Promise<Set<string>> => {
    let haveNew = new Set<string>();
    await expect
      .poll(
        () => {
          const last = visitors.map((visitor) => looks.findLast((look) => look.visitor === visitor));
          haveNew = new Set(last.flatMap((look) => (look?.words[0] === newWords ? [look.visitor] : [])));
          return last.every((look) => look?.words.length === 1) && isReached(haveNew.size);
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    return haveNew;
  };
  try {
    await untilDrawn((haveNew) => haveNew === 0);
    await startCanary(built, 40, deployFolders);
    const first = await untilDrawn((haveNew) => haveNew > 0 && haveNew < visitors.length);

    const [chosen = ''] = first;
    const other = visitors.find((visitor) => !first.has(visitor)) ?? '';
    for (const [visitor, words] of [
      [chosen, newWords],
      [other, oldWords],
    ] as const) {
      await context.addCookies([{ name: 'kinmel-visitor', value: visitor, url: urls.shop }]);
      // A hydration mismatch is a page error, which fails the test.
      await page.goto('/categories');
      await expect(page.getByText(words)).toBeVisible();
    }

    const beforeGrowth = looks.length;
    await startCanary(built, 80, deployFolders);
    const second = await untilDrawn((haveNew) => haveNew > first.size);
    const lost = looks
      .slice(beforeGrowth)
      .filter(({ visitor, versions }) => first.has(visitor) && versions[0] !== built.build.version);
    expect(lost, 'visitors of the canary who were sent back').toEqual([]);
    expect([...first].filter((visitor) => !second.has(visitor))).toEqual([]);

    expect((await rollbackRemote(remote, deployFolders)).version).toBe(before);
    await untilDrawn((haveNew) => haveNew === 0);
    isOver = true;
    await Promise.all(shoppers);
    expect(looks.filter(({ status }) => status !== 200)).toEqual([]);
    expect(looks.filter(({ versions }) => versions.length !== 1)).toEqual([]);
    const mixed = looks.filter(({ versions, words }) =>
      words.some((each) => each !== (versions[0] === built.build.version ? newWords : oldWords)),
    );
    expect(mixed, 'pages of two versions').toEqual([]);
  } finally {
    isOver = true;
    await Promise.allSettled(shoppers);
    await rollbackRemote(remote, deployFolders, before).catch(() => {});
    await rm(source, { recursive: true, force: true });
  }
});
