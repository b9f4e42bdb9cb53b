import { openRegistry } from '@kinmel/gateway/registry';
import { catalogDeclaration, type Folders, makeShop, writeRemote } from '@kinmel/gateway/testing';
import { deployBuilt } from './deploy-command.ts';

const part = 'mfe-catalog';
let folders: Folders;
let log: jest.SpyInstance;

async function deploy(version: string, sharePercent?: number): Promise<void> {
  const build = await openRegistry(folders).readBuild(part, version);
  const shares = sharePercent === undefined ? undefined : { sharePercent };
  await deployBuilt(part, { build }, shares, folders, 'a test');
}

beforeEach(async () => {
  log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  folders = await makeShop(catalogDeclaration);
  await writeRemote(folders, catalogDeclaration, '1.1.0');
});
afterEach(async () => {
  log.mockRestore();
  await folders.remove();
});

it('a version that all visitors have is deployed again, or as a canary, without a change', async () => {
  const before = await openRegistry(folders).current();
  await deploy('1.0.0', 5);
  await deploy('1.0.0');
  const unchangedLine = ['mfe-catalog 1.0.0 was already active; nothing changed.'];
  expect(log.mock.calls).toEqual([unchangedLine, unchangedLine]);
  expect(await openRegistry(folders).current()).toEqual(before);
});

it('says who gets a new version', async () => {
  await deploy('1.1.0', 5);
  await deploy('1.0.0');
  await deploy('1.1.0');
  expect(log.mock.calls.flat()).toEqual([
    'mfe-catalog 1.1.0 is shown to 5 % of the visitors (revision 3), 1.0.0 to all others.',
    'mfe-catalog 1.0.0 is active (revision 4).',
    'mfe-catalog 1.1.0 is active (revision 5, before: 1.0.0).',
  ]);
});
