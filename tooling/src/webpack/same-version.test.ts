import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryFolder } from './paths.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinmel-same-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What goes into the build of a remote with its path; all other packages are links to those that are installed here. */
const copied = [
  'package.json',
  'tooling/package.json',
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
    const own = packages.endsWith('@kinmel') ? workspaces[name] : undefined;
    await symlink(own === undefined ? join(installed, name) : join(root, own), join(root, packages, name));
  }
}

async function checkout(name: string): Promise<string> {
  const root = join(folder, name);
  for (const path of copied) await cp(join(repositoryFolder, path), join(root, path), { recursive: true });
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

it('the same sources have the same version in whatever folder they are built', async () => {
  const versions: string[] = [];
  for (const name of ['one', 'another-folder']) versions.push(await versionBuiltIn(await checkout(name)));
  expect(versions[0]).toMatch(/^\d+\.\d+\.\d+-[0-9a-f]{10}$/);
  expect(versions[1]).toBe(versions[0]);
}, 120_000);
