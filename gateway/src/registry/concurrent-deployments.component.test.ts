import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { mkdir, open, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  catalogDeclaration,
  deploy,
  type Folders,
  makeShop,
  record,
  writeRemote,
} from '../testing/remote-folder.ts';
import { openRegistry, RegistryConflict } from './open-registry.ts';
import { assertSigned, readPublicKeys } from './signatures.ts';

const names = ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => `mfe-${name}`);
let folders: Folders;

const declarationOf = (name: string) => ({ ...catalogDeclaration, name, pages: [], widgets: [] });

beforeEach(async () => {
  folders = await makeShop(...names.map(declarationOf));
});
afterEach(() => {
  jest.restoreAllMocks();
  return folders.remove();
});

/** Retries as the deploy command does. */
async function deployWithRetries(part: string, version: string): Promise<void> {
  for (;;) {
    try {
      await deploy(folders, part, version);
      return;
    } catch (error) {
      if (!(error instanceof RegistryConflict)) throw error;
    }
  }
}

it('of 20 deployments of six parts at once, one killed between folder and revision, every revision is complete and signed', async () => {
  const before = (await openRegistry(folders).current())?.revision ?? 0;
  await writeRemote(folders, declarationOf('mfe-one'), '9.0.0');
  // The key is a pipe: the process waits for it after it has checked the folder and before it writes the revision.
  const pipe = join(folders.root, 'key-pipe');
  execFileSync('mkfifo', [pipe]);
  const options = { ...folders, privateKeyFile: pipe };
  const change = { ...record, action: 'deploy', part: 'mfe-one', version: '9.0.0', expectedRevision: before };
  const code = `
    import { openRegistry } from ${JSON.stringify(join(__dirname, 'open-registry.ts'))};
    await openRegistry(${JSON.stringify(options)}).activate(${JSON.stringify(change)});`;
  const killedProcess = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' });
  // Opening succeeds once the process reads.
  const writer = await open(pipe, 'w');
  killedProcess.kill('SIGKILL');
  expect(await once(killedProcess, 'exit')).toEqual([null, 'SIGKILL']);
  await writer.close();

  const deployments = Array.from({ length: 20 }, (_, index) => ({
    part: names[index % names.length] ?? '',
    version: `1.${index + 1}.0`,
  }));
  for (const { part, version } of deployments) await writeRemote(folders, declarationOf(part), version);
  await Promise.all(deployments.map(({ part, version }) => deployWithRetries(part, version)));

  const revisions = await openRegistry(folders).history();
  const newRevisions = revisions.filter(({ revision }) => revision > before);
  expect(newRevisions.map(({ revision }) => revision)).toEqual(
    deployments.map((_, index) => before + 1 + index),
  );
  expect(new Set(newRevisions.map(({ part, active }) => `${part} ${active[part]?.version}`))).toEqual(
    new Set(deployments.map(({ part, version }) => `${part} ${version}`)),
  );
  // Each revision changes its own part and keeps all others.
  for (const [index, { part, active }] of newRevisions.entries()) {
    const previous = newRevisions[index - 1];
    if (previous) expect({ ...active, [part]: null }).toEqual({ ...previous.active, [part]: null });
  }
  const keys = readPublicKeys(folders.publicKeysFile);
  for (const name of (await readdir(folders.registryFolder)).filter((each) => /^\d+$/.test(each))) {
    const file = join(folders.registryFolder, name, 'revision.json');
    assertSigned(await readFile(file), await readFile(`${file}.sig`, 'utf8'), keys, name);
  }
}, 60_000);

it('leftovers of a killed deployment are removed by a later one, those of a running one are not', async () => {
  const [oldFolder, newFolder] = ['.000050-old', '.000050-young'].map((name) =>
    join(folders.registryFolder, name),
  );
  for (const folder of [oldFolder ?? '', newFolder ?? '']) {
    await mkdir(folder);
    await writeFile(join(folder, 'revision.json'), '{');
  }
  const anHourAgo = Date.now() / 1000 - 3600;
  await utimes(oldFolder ?? '', anHourAgo, anHourAgo);
  await writeRemote(folders, declarationOf('mfe-one'), '2.0.0');
  await deploy(folders, 'mfe-one', '2.0.0');
  expect((await readdir(folders.registryFolder)).filter((name) => name.startsWith('.'))).toEqual([
    '.000050-young',
  ]);
});

it('the folder of a running deployment is kept by another one whose clock is an hour ahead', async () => {
  const folder = join(folders.registryFolder, '.000050-young');
  await mkdir(folder);
  const inAnHour = Date.now() + 3_600_000;
  jest.spyOn(Date, 'now').mockReturnValue(inAnHour);
  await writeRemote(folders, declarationOf('mfe-one'), '2.0.0');
  await deploy(folders, 'mfe-one', '2.0.0');
  expect(await readdir(folders.registryFolder)).toContain('.000050-young');
});

it('a leftover that may not be removed does not stop a deployment', async () => {
  const folder = join(folders.registryFolder, '.000050-old');
  await mkdir(folder);
  const anHourAgo = Date.now() / 1000 - 3600;
  await utimes(folder, anHourAgo, anHourAgo);
  await writeRemote(folders, declarationOf('mfe-one'), '2.0.0');
  jest.spyOn(fs, 'rm').mockRejectedValueOnce(Object.assign(new Error('not allowed'), { code: 'EACCES' }));
  await deploy(folders, 'mfe-one', '2.0.0');
  expect(await readdir(folders.registryFolder)).toContain('.000050-old-removed');
  await writeRemote(folders, declarationOf('mfe-one'), '3.0.0');
  await deploy(folders, 'mfe-one', '3.0.0');
  expect((await readdir(folders.registryFolder)).filter((name) => name.startsWith('.'))).toEqual([]);
});
