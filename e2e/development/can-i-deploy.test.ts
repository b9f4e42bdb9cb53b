import { join } from 'node:path';
import { openRegistry } from '@kinmel/gateway/registry';
import { partFaults } from '@kinmel/tooling/can-i-deploy';
import { buildPart } from '@kinmel/tooling/deploy';
import { checkoutFolder } from '@kinmel/tooling/stack';
import { startInChromium } from '@kinmel/tooling/start-in-browser';
import { expect, test } from '@playwright/test';
import { catalogWithNewWords, changedSource, deployFoldersOf } from '../support/stack/deploy.ts';
import { stackState } from '../support/stack/stack-control.ts';

const part = 'mfe-catalog';

/** The reasons of the browser against a version of the catalogue that is built from this folder. */
async function startFaults(source: string) {
  const { folders, urls } = await stackState();
  const deployFolders = deployFoldersOf(folders);
  const { build } = await buildPart(part, deployFolders, { folder: source });
  const start = startInChromium(deployFolders, { CATALOG_URL: urls.services.catalog });
  const contracts = { root: checkoutFolder, state: folders.state, registryFolder: folders.registry };
  const startedShells: string[] = [];
  const options = {
    folders: deployFolders,
    contracts,
    start: (combination: Parameters<typeof start>[0]) => {
      startedShells.push(combination.shell);
      return start(combination);
    },
  };
  const faultsOf = async () =>
    (await partFaults(build, options)).filter((fault) => fault.startsWith(`${part} ${build.version}`));
  const shells = await openRegistry(deployFolders).versionsToSupport('shell');
  return { faultsOf, version: build.version, shells, started: startedShells };
}

test('a version that opens in the last shells can be deployed, and is opened once', async () => {
  const { faultsOf, shells, started: startedShells } = await startFaults(await catalogWithNewWords());
  expect(await faultsOf()).toEqual([]);
  expect(startedShells).toEqual(shells);
  expect(await faultsOf()).toEqual([]);
  expect(startedShells).toEqual(shells);
});

test('a version that throws on the home page is refused by the name of page and shell', async () => {
  const source = await changedSource(part, join('src', 'features', 'home', 'home-page.tsx'), [
    [
      'const maxShownReasons = 4;',
      "const maxShownReasons = 4;\nif (typeof window !== 'undefined') throw new Error('planted');",
    ],
  ]);
  const { faultsOf, version, shells } = await startFaults(source);
  const [fault = ''] = await faultsOf();
  expect(fault).toMatch(new RegExp(`^${part} ${version} with shell ${shells[0]}: home: `));
});
