import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RemoteBuild } from '@kinmel/contracts';
import { ensureKeyPair, openRegistry } from '@kinmel/gateway/registry';
import { activateBuild, type DeployFolders, storedBuild } from '../deploy/deploy-part.ts';
import { buildShell } from '../webpack/build-shell.ts';
import { repositoryFolder } from '../webpack/paths.ts';
import { sharedModules } from '../webpack/shared-modules.ts';

const run = promisify(execFile);
const name = 'mfe-outside';
let workFolder: string;
let remoteFolder: string;
let folders: DeployFolders;
let keys: string[];

const node = (cwd: string, ...args: string[]) =>
  run(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd,
    maxBuffer: 1e8,
    env: {
      ...process.env,
      KINMEL_STATE_FOLDER: undefined,
      REMOTES_FOLDER: folders.remotesFolder,
      REGISTRY_FOLDER: folders.registryFolder,
      SHELLS_FOLDER: folders.shellsFolder,
      REGISTRY_KEYS_FILE: folders.publicKeysFile,
      RELEASE_WHO: 'Asha Rai',
    },
  });

/** The command of the packed tooling, in the repository of the remote. */
const command = (...args: string[]) =>
  node(remoteFolder, 'node_modules/@kinmel/tooling/src/outside/main.js', ...args);

/** Like `npm install`: the packages of the shop from their tarballs, and all others as they are installed here. */
async function install(): Promise<void> {
  const modules = join(remoteFolder, 'node_modules');
  await mkdir(join(modules, '@kinmel'), { recursive: true });
  for (const packageName of await readdir(join(repositoryFolder, 'node_modules')))
    if (packageName !== '@kinmel' && !packageName.startsWith('.'))
      await symlink(join(repositoryFolder, 'node_modules', packageName), join(modules, packageName));
  for (const tarball of await readdir(join(remoteFolder, 'vendor'))) {
    const target = join(modules, '@kinmel', /^kinmel-(.+)-\d/.exec(tarball)?.[1] ?? '');
    await mkdir(target);
    await run('tar', ['xzf', join(remoteFolder, 'vendor', tarball), '-C', target, '--strip-components=1']);
  }
}

const activeEntry = async () => (await openRegistry(folders).current())?.active[name];

async function readVersion(version: string): Promise<RemoteBuild> {
  const file = join(folders.remotesFolder, name, version, 'version.json');
  return JSON.parse(await readFile(file, 'utf8')) as RemoteBuild;
}

/** The sources of all scripts of a version. */
async function sourcesOf(version: string): Promise<string[]> {
  const maps = join(folders.remotesFolder, name, version, 'maps');
  const texts = await Promise.all((await readdir(maps)).map((file) => readFile(join(maps, file), 'utf8')));
  return texts.flatMap((text) => (JSON.parse(text) as { sources: string[] }).sources);
}

beforeAll(async () => {
  workFolder = await mkdtemp(join(tmpdir(), 'kinmel-outside-'));
  remoteFolder = join(workFolder, name);
  folders = {
    remotesFolder: join(workFolder, 'remotes'),
    registryFolder: join(workFolder, 'registry'),
    shellsFolder: join(workFolder, 'shells'),
    privateKeyFile: join(workFolder, 'keys/installation.pem'),
    publicKeysFile: join(workFolder, 'keys/trusted.pem'),
  };
  ensureKeyPair({ ...folders, privateKeyFile: folders.privateKeyFile ?? '' });
  await activateBuild(await buildShell(folders), folders);
  await node(
    repositoryFolder,
    join(repositoryFolder, 'tooling/src/generators/main.ts'),
    'remote',
    '--outside',
    remoteFolder,
  );
  await install();
  ({ keys } = JSON.parse(await readFile(join(remoteFolder, 'remote.json'), 'utf8')) as { keys: string[] });
}, 240_000);
afterEach(() => {
  delete process.env.RELEASES_PROTECTED;
});
afterAll(() => rm(workFolder, { recursive: true, force: true }));

describe('a remote in a repository of its own', () => {
  it('has a key that only its owner can read, and no file with it is in the repository', async () => {
    const file = join(remoteFolder, '.kinmel/keys/owner.pem');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(join(remoteFolder, '.gitignore'), 'utf8')).toContain('.kinmel/\n');
    expect(keys).toHaveLength(1);
  });

  it('type-checks with the packed types, and a wrong name in them is an error', async () => {
    const tsc = () =>
      run(join(repositoryFolder, 'node_modules/.bin/tsc'), ['--checkers', '1'], { cwd: remoteFolder }).then(
        () => '',
        ({ stdout }: { stdout: string }) => stdout,
      );
    expect(await tsc()).toBe('');
    const wrongFile = join(remoteFolder, 'src/wrong.tsx');
    await writeFile(wrongFile, "import { Buton } from '@kinmel/ui';\nexport const wrong = <Buton />;\n");
    expect(await tsc()).toContain("no exported member named 'Buton'");
    await rm(wrongFile);
  }, 120_000);

  it('passes its generated tests', async () => {
    const jest = 'node_modules/jest/bin/jest.js';
    const { stderr } = await node(remoteFolder, jest);
    expect(stderr).toMatch(/Tests: +1 passed, 1 total/);
  }, 120_000);

  it("is added to a shop only with the installation's key; then its own key deploys a canary", async () => {
    await expect(command('deploy')).rejects.toMatchObject({
      stderr: expect.stringMatching(/signed by the key [0-9a-f]{16}, which does not count here/),
    });
    expect(await activeEntry()).toBeUndefined();
    const [firstVersion = ''] = await readdir(join(folders.remotesFolder, name));
    await activateBuild(await storedBuild(name, firstVersion, folders), folders, 'the magazine');
    expect(await activeEntry()).toMatchObject({ version: firstVersion, keys });

    const page = join(remoteFolder, 'src/features/outside/outside-page.tsx');
    await writeFile(page, (await readFile(page, 'utf8')).replaceAll('Outside', 'Inside'));
    await command('deploy', '--canary', '5', '--why', 'another title');
    expect(await activeEntry()).toMatchObject({ version: firstVersion, canary: { sharePercent: 5 } });
    const [lastRevision] = (await openRegistry(folders).history()).toReversed();
    expect(lastRevision).toMatchObject({ action: 'canary', who: 'Asha Rai', why: 'another title' });
    const canary = (await activeEntry())?.canary?.version ?? '';
    expect(canary).not.toBe(firstVersion);
    expect((await readVersion(canary)).declaration).toMatchObject({ owner: 'outside', keys });
  }, 120_000);

  it('is refused with a pact that the shop has not verified, and without a reason where releases are protected', async () => {
    const before = await activeEntry();
    process.env.RELEASES_PROTECTED = 'true';
    await expect(command('deploy', '--canary', '10')).rejects.toMatchObject({
      stderr: expect.stringContaining(`protected: say why ${name} is changed (--why)`),
    });
    process.env.RELEASES_PROTECTED = 'false';
    await mkdir(join(remoteFolder, 'pacts'));
    await writeFile(join(remoteFolder, 'pacts', `${name}-order.json`), '{}');
    await expect(command('deploy', '--canary', '10')).rejects.toMatchObject({
      stderr: expect.stringContaining(`has pacts that no service was verified with: ${name}-order.json`),
    });
    expect(await activeEntry()).toEqual(before);
  }, 120_000);

  it('bundles no shared module and no second copy of what the shell has', async () => {
    const { version = '' } = (await activeEntry()) ?? {};
    const names = sharedModules().map(({ key }) => /^(@[^/]+\/)?[^/]+/.exec(key)?.[0]);
    const sources = await sourcesOf(version);
    expect(sources.some((source) => source.includes('@kinmel/ui/src/layout/container'))).toBe(true);
    const copies = ['@kinmel/web-kit', '@reduxjs/toolkit', ...names].filter((packageName) =>
      sources.some((source) => new RegExp(`node_modules/${packageName}/`).test(source)),
    );
    expect(copies).toEqual([]);
    const { imports, shared } = await readVersion(version);
    expect(imports).toMatchObject({ '@kinmel/web-kit': ['defineRemote', 'lazyPage', 'usePageTitle'] });
    expect(Object.keys(shared)).toEqual(expect.arrayContaining(['react', 'react-dom', '@kinmel/web-kit']));
  });

  it.each([
    [['start'], 'Say what to do: build, dev or deploy.'],
    [['dev'], '--against: expected an origin such as https://kinmel.example, not ""'],
    [
      ['deploy', '--canary', '101'],
      '--canary: expected whole numbers from 1 to 100, such as 5,25,100: "101"',
    ],
    [['deploy', '--every', '30m'], '--every: only with --canary.'],
  ])('refuses the call %j', async (words, why) => {
    await expect(command(...words)).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining(why) });
  });
});
