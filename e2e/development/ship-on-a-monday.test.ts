import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRegistry } from '@kinmel/gateway/registry';
import { checkoutFolder, keyFiles } from '@kinmel/tooling/stack';
import { expect, test } from '../support/journey.ts';
import { deployFoldersOf, gatewayHas, retireRemote } from '../support/stack/deploy.ts';
import { stackState } from '../support/stack/stack-control.ts';

const name = 'mfe-magazine';
const limitMs = 10 * 60_000;
const howTo = join(checkoutFolder, 'docs/how-to/ship-on-a-monday.md');
let parentFolder: string;
let environment: NodeJS.ProcessEnv;

/** The commands of a step of the how-to. */
async function commandsOf(step: string): Promise<string[]> {
  const [, text = ''] = (await readFile(howTo, 'utf8')).split(`. ${step}\n`);
  const [section = ''] = text.split('\n## ');
  return [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
}

async function activeEntry() {
  const { folders } = await stackState();
  return (await openRegistry(deployFoldersOf(folders)).current())?.active[name];
}

const start = (folder: string, script: string) =>
  spawn('bash', ['-euc', script], { cwd: folder, env: environment, detached: true });

async function runStep(step: string, folder = join(parentFolder, name)): Promise<void> {
  const blocks = await commandsOf(step);
  expect(blocks, step).not.toEqual([]);
  for (const block of blocks) {
    const child = start(folder, block);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
    const [code] = await once(child, 'close');
    expect(code, `${block}\n${output}`).toBe(0);
  }
}

test.beforeAll(async () => {
  const { urls, folders } = await stackState();
  parentFolder = await mkdtemp(join(tmpdir(), 'kinmel-monday-'));
  environment = {
    ...process.env,
    // In CI the verification of pacts would be refused, because this run has variables of a shop for tests.
    CI: undefined,
    // Only used as the author of commits.
    GIT_AUTHOR_NAME: 'Asha Rai',
    GIT_AUTHOR_EMAIL: 'asha@kinmel.example',
    GIT_COMMITTER_NAME: 'Asha Rai',
    GIT_COMMITTER_EMAIL: 'asha@kinmel.example',
    npm_config_prefer_offline: 'true',
    SHOP: checkoutFolder,
    SHOP_URL: urls.shop,
    KINMEL_STATE_FOLDER: folders.state,
    REGISTRY_KEYS_FILE: keyFiles().publicKeysFile,
  };
});
test.afterAll(async () => {
  await rm(parentFolder, { recursive: true, force: true });
  if (await activeEntry()) await retireRemote(name);
});

test('the commands of "Ship on a Monday" lead from an empty folder to a canary in ten minutes', async ({
  page,
  allowErrors,
}) => {
  // The running shop does not know the page yet.
  allowErrors(/status of 404/);
  test.setTimeout(limitMs + 60_000);
  const startedAt = Date.now();
  const { urls } = await stackState();
  await runStep('Begin', parentFolder);
  await runStep('Ask the shop for something');
  await test.step('an edit is on the page of the running shop, without a reload', async () => {
    const [dev = ''] = await commandsOf('Look at it');
    const server = start(join(parentFolder, name), dev);
    const exited = once(server, 'close');
    try {
      const address = 'http://localhost:8090/magazine';
      await expect
        .poll(() =>
          fetch(address).then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
      let documents = 0;
      page.on('domcontentloaded', () => {
        documents += 1;
      });
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Magazine');
      const file = join(parentFolder, name, 'src/features/magazine/magazine-page.tsx');
      const text = await readFile(file, 'utf8');
      await writeFile(file, text.replace('>Magazine<', '>Read this<'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Read this');
      expect(documents, 'documents').toBe(1);
      await writeFile(file, text);
      // An open page logs an error when the dev server stops, which would fail the test.
      await page.goto('about:blank');
    } finally {
      process.kill(-(server.pid ?? Number.NaN), 'SIGTERM');
      await exited;
    }
  });
  await runStep('Join the shop');
  await runStep('Ship');
  expect(Date.now() - startedAt).toBeLessThan(limitMs);

  const { version, canary, keys } = (await activeEntry()) ?? {};
  expect(keys).toEqual(JSON.parse(await readFile(join(parentFolder, name, 'remote.json'), 'utf8')).keys);
  expect(canary).toMatchObject({ sharePercent: 5 });
  await gatewayHas(name, version);
  await page.goto(`${urls.shop}/magazine`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Magazine/);
});
