import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryFolder } from './paths.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinmel-same-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Copied because their path could affect the build; other packages are links. */
const copiedPaths = [
  'package.json',
  'tooling/package.json',
  'tooling/src/licences',
  'tooling/src/webpack',
  'packages/contracts',
  'packages/web-kit',
  'node_modules/@module-federation',
];
const workspaces: Record<string, string> = { contracts: 'packages/contracts', 'web-kit': 'packages/web-kit' };

async function linkInstalled(root: string, packages: string): Promise<void> {
  const installed = join(repositoryFolder, packages);
  for (const name of await readdir(installed)) {
    if (name.startsWith('.') || name === '@kinmel' || name === '@module-federation') continue;
    const workspacePath = packages.endsWith('@kinmel') ? workspaces[name] : undefined;
    await symlink(
      workspacePath === undefined ? join(installed, name) : join(root, workspacePath),
      join(root, packages, name),
    );
  }
}

async function checkout(name: string): Promise<string> {
  const root = join(folder, name);
  for (const path of copiedPaths)
    await cp(join(repositoryFolder, path), join(root, path), { recursive: true });
  await mkdir(join(root, 'node_modules/@kinmel'));
  for (const packages of ['node_modules', 'node_modules/@kinmel']) await linkInstalled(root, packages);
  return root;
}

async function versionBuiltIn(root: string): Promise<string> {
  const program = `
    const { buildRemote } = await import(${JSON.stringify(join(root, 'tooling/src/webpack/build-remote.ts'))});
    const { build } = await buildRemote('mfe-tiny', {
      folder: ${JSON.stringify(join(root, 'tooling/src/webpack/testing/mfe-tiny'))},
      remotesFolder: ${JSON.stringify(join(root, 'built'))},
    });
    process.stdout.write(build.version);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: root,
  });
  return stdout;
}

/** Source maps of chunks. The entry's map contains a path-dependent name of the federation plugin. */
async function mapsOf(root: string, version: string): Promise<Record<string, string>> {
  const maps = join(root, 'built/mfe-tiny', version, 'maps');
  const files = (await readdir(maps)).filter((file) => file !== 'remoteEntry.js.map');
  const texts = await Promise.all(files.map((file) => readFile(join(maps, file), 'utf8')));
  return Object.fromEntries(files.map((file, index) => [file, texts[index] ?? '']));
}

it('the same sources have the same version in every folder', async () => {
  const builds: { version: string; maps: Record<string, string> }[] = [];
  for (const name of ['one', 'another-folder']) {
    const root = await checkout(name);
    const version = await versionBuiltIn(root);
    builds.push({ version, maps: await mapsOf(root, version) });
  }
  expect(builds[0]?.version).toMatch(/^\d+\.\d+\.\d+-[0-9a-f]{10}$/);
  expect(Object.keys(builds[0]?.maps ?? {}).length).toBeGreaterThan(0);
  // Chunk hashes are computed from the same texts as their maps.
  expect(builds[1]).toEqual(builds[0]);
}, 120_000);
