import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
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
afterEach(() => folders.remove());

/** Retries as the deploy command does. */
async function deployAgain(part: string, version: string): Promise<void> {
  for (;;) {
    try {
      await deploy(folders, part, version);
      return;
    } catch (error) {
      if (!(error instanceof RegistryConflict)) throw error;
    }
  }
}

it('of 20 deployments of six parts at once, one killed between folder and revision, every revision is whole and signed', async () => {
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
  const killed = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' });
  // Opening succeeds once the process reads.
  const writer = await open(pipe, 'w');
  killed.kill('SIGKILL');
  expect(await once(killed, 'exit')).toEqual([null, 'SIGKILL']);
  await writer.close();

  const deployments = Array.from({ length: 20 }, (_, index) => ({
    part: names[index % names.length] ?? '',
    version: `1.${index + 1}.0`,
  }));
  for (const { part, version } of deployments) await writeRemote(folders, declarationOf(part), version);
  await Promise.all(deployments.map(({ part, version }) => deployAgain(part, version)));

  const revisions = await openRegistry(folders).history();
  const made = revisions.filter(({ revision }) => revision > before);
  expect(made.map(({ revision }) => revision)).toEqual(deployments.map((_, index) => before + 1 + index));
  expect(new Set(made.map(({ part, active }) => `${part} ${active[part]?.version}`))).toEqual(
    new Set(deployments.map(({ part, version }) => `${part} ${version}`)),
  );
  // Each revision changes its own part and keeps all others.
  for (const [index, { part, active }] of made.entries()) {
    const last = made[index - 1];
    if (last) expect({ ...active, [part]: null }).toEqual({ ...last.active, [part]: null });
  }
  const keys = readPublicKeys(folders.publicKeysFile);
  for (const name of (await readdir(folders.registryFolder)).filter((each) => /^\d+$/.test(each))) {
    const file = join(folders.registryFolder, name, 'revision.json');
    assertSigned(await readFile(file), await readFile(`${file}.sig`, 'utf8'), keys, name);
  }
}, 60_000);

it('what a killed deployment has left is removed by a later one, that of a running one is not', async () => {
  const [old, young] = ['.000050-old', '.000050-young'].map((name) => join(folders.registryFolder, name));
  for (const folder of [old ?? '', young ?? '']) {
    await mkdir(folder);
    await writeFile(join(folder, 'revision.json'), '{');
  }
  const anHourAgo = Date.now() / 1000 - 3600;
  await utimes(old ?? '', anHourAgo, anHourAgo);
  await writeRemote(folders, declarationOf('mfe-one'), '2.0.0');
  await deploy(folders, 'mfe-one', '2.0.0');
  expect((await readdir(folders.registryFolder)).filter((name) => name.startsWith('.'))).toEqual([
    '.000050-young',
  ]);
});
