import { appendFile, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { brotliDecompressSync } from 'node:zlib';
import type { ShellBuild } from '@kinmel/contracts';
import {
  ensureKeyPair,
  integrityOf,
  openRegistry,
  type RegistryOptions,
  signFile,
} from '@kinmel/gateway/registry';
import { activateBuild, deployPart, rollbackPart, startCanary } from '../deploy/deploy-part.ts';
import { listHistory, listVersions } from '../deploy/list-versions.ts';
import { pruneVersions } from '../deploy/prune-versions.ts';
import { buildRemote } from './build-remote.ts';
import { buildShell } from './build-shell.ts';
import { repositoryFolder } from './paths.ts';
import { resolveStack } from './resolve-stack.ts';
import {
  neededRanges,
  offeredVersions,
  sharedByRemotes,
  sharedByShell,
  sharedModules,
} from './shared-modules.ts';
import { copyPacts } from './version-files.ts';

const folder = join(repositoryFolder, 'tooling/src/webpack/testing/mfe-tiny');
const name = 'mfe-tiny';
let state: string;
type BuiltRemote = Awaited<ReturnType<typeof buildRemote>>;
let built: BuiltRemote;
let folders: RegistryOptions & { privateKeyFile: string };

beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), 'kinmel-remote-'));
  folders = {
    registryFolder: join(state, 'registry'),
    remotesFolder: join(state, 'remotes'),
    shellsFolder: join(state, 'shells'),
    privateKeyFile: join(state, 'keys/installation.pem'),
    publicKeysFile: join(state, 'keys/trusted.pem'),
  };
  ensureKeyPair(folders);
  built = await build();
}, 60_000);
afterAll(() => rm(state, { recursive: true, force: true }));

const build = (version?: string) => buildRemote(name, { ...folders, folder, version });

/** Loads the file like a server, with mocks of the shared modules. */
async function loadServerFile({ folder: version }: BuiltRemote) {
  const text = await readFile(join(version, 'server/remote.cjs'), 'utf8');
  const required: string[] = [];
  const exports: { modules: Record<string, () => unknown> } = { modules: {} };
  const shared: Record<string, object> = {
    '@kinmel/web-kit': { defineRemote: (remote: object) => remote, lazyPage: () => () => null },
  };
  const run = compileFunction(text, ['module', 'exports', 'require', 'kinmelFolder']);
  const file = { exports };
  run(
    file,
    exports,
    (key: string) => {
      required.push(key);
      return shared[key] ?? {};
    },
    '/remotes/mfe-tiny/1/',
  );
  return { modules: file.exports.modules, required };
}

describe('the shared modules', () => {
  it('include web-kit: without it each remote has its own store and loader', () => {
    expect(sharedModules().map(({ key }) => key)).toEqual([
      'react',
      'react/',
      'react-dom',
      'react-dom/',
      'react-redux',
      'react-router-dom',
      'zod/mini',
      '@kinmel/web-kit',
    ]);
  });

  it('are eager in the shell and never bundled by a remote', () => {
    for (const shared of Object.values(sharedByShell())) {
      expect(shared).toMatchObject({ singleton: true, eager: true });
    }
    for (const shared of Object.values(sharedByRemotes())) {
      expect(shared).toMatchObject({ singleton: true, import: false });
    }
    expect(sharedByRemotes()['@kinmel/web-kit']).toMatchObject({ strictVersion: true });
  });
});

describe('the build of a remote', () => {
  it('lists the files of each module and page with their hashes', () => {
    const { build } = built;
    expect(Object.keys(build.modules).toSorted()).toEqual(['greeting', 'remote']);
    expect(build.chunks['page-tiny']?.scripts).toHaveLength(1);
    expect(build.chunks['page-tiny']?.styles).toHaveLength(1);
    const fileNames = [...Object.values(build.modules), ...Object.values(build.chunks)].flatMap((files) => [
      ...files.scripts,
      ...files.styles,
    ]);
    for (const file of [build.entry, build.manifest, ...fileNames]) {
      expect(build.files[file]?.integrity).toMatch(/^sha384-/);
    }
  });

  it('has files that match their hashes, a brotli form of each text, and no copy of shared modules', async () => {
    let total = 0;
    for (const [file, { integrity, brotliBytes = 0 }] of Object.entries(built.build.files)) {
      const bytes = await readFile(join(built.folder, file));
      expect(integrityOf(bytes)).toBe(integrity);
      if (brotliBytes === 0) continue;
      total += brotliBytes;
      expect(brotliDecompressSync(await readFile(join(built.folder, `${file}.br`))).equals(bytes)).toBe(true);
    }
    expect(total).toBeLessThan(10_000);
    expect(await readdir(built.folder)).not.toContain('mf-stats.json');
  });

  it('lists the names that pages and widgets import of shared modules', () => {
    expect(built.build.imports).toEqual({
      '@kinmel/web-kit': ['defineRemote', 'formatPrice', 'lazyPage', 'useAppSelector', 'usePageTitle'],
      'react-router-dom': ['useLocation'],
      'react/jsx-runtime': ['jsxs'],
    });
  });

  it('has scripts that are compiled on load and do not refer to their private source maps (K-12)', async () => {
    const scripts = Object.keys(built.build.files).filter((file) => file.endsWith('.js'));
    expect(scripts).toContain(built.build.entry);
    expect((await readdir(join(built.folder, 'maps'))).toSorted()).toEqual(
      scripts.map((file) => `${file}.map`).toSorted(),
    );
    expect(Object.keys(built.build.files).filter((file) => file.includes('map'))).toEqual([]);
    for (const file of scripts) {
      const text = await readFile(join(built.folder, file), 'utf8');
      expect(text).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
      expect(text).not.toContain('sourceMappingURL');
    }
  });

  it("has source maps that resolve a browser's stack; unknown lines are unchanged", async () => {
    const [script = ''] = built.build.chunks['page-tiny']?.scripts ?? [];
    const lines = (await readFile(join(built.folder, script), 'utf8')).split('\n');
    const line = lines.findIndex((text) => text.includes('Tiny page at'));
    const column = lines[line]?.indexOf('Tiny page at') ?? -1;
    const address = `https://shop.example/remotes/${name}/${built.build.version}/${script}?retry=1`;
    const unknown = 'at https://shop.example/remotes/mfe-tiny/9.9.9/page.js:1:2';
    const stack = `TypeError: no\n    at t (${address}:${line + 1}:${column + 1})\n    ${unknown}`;
    expect(await resolveStack(stack, { remotesFolder: folders.remotesFolder, shellsFolder: state })).toMatch(
      /^TypeError: no\n {4}at t \(tooling\/src\/webpack\/testing\/mfe-tiny\/src\/tiny-page\.tsx:1[01]:\d+\)\n {4}at https.*9\.9\.9\/page\.js:1:2$/,
    );
  });

  it('asks the host for the hash of each chunk and stylesheet', async () => {
    const entry = await readFile(join(built.folder, built.build.entry), 'utf8');
    expect(entry.match(/self\.kinmelFile\(/g)).toHaveLength(2);
    expect(entry).not.toMatch(/\beval\(/);
  });

  it('has the same version for the same sources, and is written once', async () => {
    const again = await build();
    expect(again.build.version).toBe(built.build.version);
    expect(await readdir(join(folders.remotesFolder, name))).toEqual([built.build.version]);
  }, 60_000);

  it("has a server build, not listed among the browser's files, and covered by the version", async () => {
    const { build } = built;
    expect(build.server?.file).toBe('server/remote.cjs');
    const bytes = await readFile(join(built.folder, 'server/remote.cjs'));
    expect(integrityOf(bytes)).toBe(build.server?.integrity);
    expect(bytes).toHaveLength(build.server?.bytes ?? 0);
    expect(Object.keys(build.files).filter((file) => file.includes('server'))).toEqual([]);
    expect(await readdir(join(built.folder, 'server'))).toEqual(['remote.cjs']);
  });

  it('requires shared modules only in the server build, and no module of Node', async () => {
    const { modules, required } = await loadServerFile(built);
    expect(Object.keys(modules)).toEqual(['remote', 'greeting']);
    // Nothing runs before it is requested, so a widget that throws does not break a page.
    expect(required).toEqual([]);
    expect(modules['remote']?.()).toMatchObject({ remote: { contract: 1 } });
    expect(required).toEqual(['@kinmel/web-kit']);
    const text = await readFile(join(built.folder, 'server/remote.cjs'), 'utf8');
    const requiredModules = [...text.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, key = '']) => key);
    expect(requiredModules.toSorted()).toEqual(['@kinmel/web-kit', 'react-router-dom', 'react/jsx-runtime']);
  });

  it("prefixes every class with the remote's name, also in the server build", async () => {
    const [style = ''] = built.build.chunks['page-tiny']?.styles ?? [];
    const css = await readFile(join(built.folder, style), 'utf8');
    expect(css).toMatch(/^@layer remote\{\.mfe_tiny-/);
    const text = await readFile(join(built.folder, 'server/remote.cjs'), 'utf8');
    const [name = 'none'] = /mfe_tiny-[\w-]+/.exec(text) ?? [];
    expect(css).toContain(`.${name}{`);
  });

  it('is not activated with a changed server file', async () => {
    const copy = await build('0.0.1');
    await appendFile(join(copy.folder, 'server/remote.cjs'), '//');
    await expect(
      activateBuild(copy, { ...folders, registryFolder: join(state, 'registry-of-changed') }),
    ).rejects.toThrow('server/remote.cjs is not what was built');
    await rm(copy.folder, { recursive: true });
  }, 60_000);

  it('names what it was built from, and is signed with its pacts', async () => {
    const { build, folder: version } = built;
    expect(build.source).toEqual({
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
      isDirty: expect.any(Boolean),
      builder: expect.stringContaining(hostname()),
    });
    expect(await readdir(version)).toEqual(expect.arrayContaining(['pacts', 'version.json.sig']));
    const target = await mkdtemp(join(state, 'pacts-'));
    const pacts = await copyPacts('mfe-catalog', join(repositoryFolder, 'pacts'), target);
    expect(Object.keys(pacts)).toEqual(['pacts/mfe-catalog-catalog.json', 'pacts/mfe-catalog-order.json']);
    for (const [file, { integrity }] of Object.entries(pacts))
      expect(integrityOf(await readFile(join(target, file)))).toBe(integrity);
  });

  it('fails without a remote.json', async () => {
    const brokenBuild = buildRemote('mfe-none', { folder: join(folder, 'nowhere'), remotesFolder: state });
    await expect(brokenBuild).rejects.toThrow('remote.json');
  });
});

it.each([
  ['nothing', undefined],
  ['customer', 'customer'],
])('a remote.json that says %s about who may see it is refused', async (_what, requiredRole) => {
  const source = await mkdtemp(join(state, 'role-'));
  const declaration: unknown = JSON.parse(await readFile(join(folder, 'remote.json'), 'utf8'));
  await writeFile(
    join(source, 'remote.json'),
    JSON.stringify(Object.assign({ ...Object(declaration) }, { requiredRole })),
  );
  await expect(buildRemote(name, { folder: source, remotesFolder: state })).rejects.toThrow(
    /remote\.json: requiredRole: Invalid option: expected one of "public"\|"admin"/,
  );
});

describe('a deployment', () => {
  const buildVersion = build;

  it('activates a version, and a rollback the one before, each as a revision', async () => {
    const first = await deployPart(name, folders, { folder });
    expect(first).toEqual({ version: built.build.version, previous: undefined, revision: 1, isNew: true });
    const second = await activateBuild(await buildVersion('2.0.0'), folders);
    expect(second).toEqual({ version: '2.0.0', previous: first.version, revision: 2, isNew: true });
    expect(await rollbackPart(name, folders)).toMatchObject({ version: first.version, revision: 3 });
    const history = await openRegistry(folders).history();
    expect(history.map(({ action, active }) => [action, active[name]?.version])).toEqual([
      ['deploy', first.version],
      ['deploy', '2.0.0'],
      ['rollback', first.version],
    ]);
    expect((await listVersions(folders)).map(({ version, state }) => [version, state])).toEqual(
      expect.arrayContaining([
        [first.version, 'active'],
        ['2.0.0', 'kept'],
      ]),
    );
    // Activating the active version changes nothing.
    expect(await activateBuild(built, folders)).toMatchObject({ isNew: false, revision: 3 });
    expect((await openRegistry(folders).current())?.revision).toBe(3);
  }, 60_000);

  it('loses no deployment when others deploy at the same time', async () => {
    const versions = ['3.0.0', '4.0.0', '5.0.0'];
    const builds: BuiltRemote[] = [];
    for (const version of versions) builds.push(await buildVersion(version));
    const start = (await openRegistry(folders).current())?.revision ?? 0;
    await Promise.all(builds.map((build) => activateBuild(build, folders)));
    const history = (await openRegistry(folders).history()).filter(({ revision }) => revision > start);
    expect(new Set(history.map(({ active }) => active[name]?.version))).toEqual(new Set(versions));
  }, 60_000);

  it('to a share of the visitors leaves the others unchanged; a rollback ends it, a deploy activates it for all', async () => {
    await activateBuild(await buildVersion('8.0.0'), folders);
    const next = await buildVersion('9.0.0');
    const entry = async () => (await openRegistry(folders).current())?.active[name];
    const before = await entry();
    const canary = await startCanary(next, { sharePercent: 5 }, folders);
    expect(canary).toEqual({ version: '9.0.0', others: '8.0.0', revision: expect.any(Number) });
    await startCanary(next, { sharePercent: 25 }, folders);
    expect(await entry()).toMatchObject({ ...before, canary: { version: '9.0.0', sharePercent: 25 } });
    expect(await listVersions(folders)).toContainEqual(
      expect.objectContaining({ version: '9.0.0', state: 'canary', sharePercent: 25 }),
    );
    expect(await rollbackPart(name, folders)).toMatchObject({ version: '8.0.0' });
    expect(await entry()).toEqual(before);

    await startCanary(next, { sharePercent: 50 }, folders);
    await activateBuild(next, folders);
    expect(await entry()).toEqual({ version: '9.0.0', previous: '8.0.0', since: expect.any(String) });
    await expect(startCanary(next, { sharePercent: 50 }, folders)).rejects.toThrow(
      'already active for all visitors',
    );

    await startCanary(await buildVersion('8.0.0'), { sharePercent: 50 }, folders);
    expect(await activateBuild(next, folders)).toMatchObject({ version: '9.0.0', isNew: true });
    expect(await entry()).toEqual({ version: '9.0.0', previous: '8.0.0', since: expect.any(String) });
  }, 60_000);

  describe('with a shell', () => {
    let shell: ShellBuild;
    let fresh: typeof folders;

    /** A copy of the real shell with another offer. */
    async function activateShell(version: string, change: Partial<ShellBuild>): Promise<void> {
      const copy = join(folders.shellsFolder, version);
      await cp(join(folders.shellsFolder, shell.version), copy, { recursive: true });
      await writeFile(join(copy, 'shell.json'), JSON.stringify({ ...shell, ...change, version }));
      signFile(join(copy, 'shell.json'), folders.privateKeyFile);
      fresh = { ...folders, registryFolder: join(state, `registry-of-${version}`) };
      await activateBuild({ build: { ...shell, version } }, fresh);
    }

    beforeAll(async () => {
      ({ build: shell } = await buildShell(folders));
    }, 60_000);

    it('loads the code of browser reports and web-vitals separately, not with the first files', async () => {
      const filesWith = async (text: string) => {
        const files = Object.keys(shell.files).filter((file) => file.endsWith('.js'));
        const folder = join(folders.shellsFolder, shell.version);
        const hasText = await Promise.all(
          files.map(async (file) => (await readFile(join(folder, file), 'utf8')).includes(text)),
        );
        return files.filter((_file, index) => hasText[index]);
      };
      for (const [text, name] of [
        ['sendBeacon', /^part-failures\./],
        ['layout-shift', /^load-times\./],
      ] as const) {
        const files = await filesWith(text);
        expect(files).toEqual([expect.stringMatching(name)]);
        expect(shell.scripts).not.toEqual(expect.arrayContaining(files));
      }
    });

    it('checks contract, shared modules and their exports', async () => {
      const { offers, shared } = shell;
      expect(Object.keys(offers)).toEqual(expect.arrayContaining(['@kinmel/web-kit', 'react-dom/client']));
      expect(offers['react']).toEqual(expect.arrayContaining(['default', 'useState']));
      expect(offers['@kinmel/web-kit']).not.toContain('default');
      expect(built.build.shared).toEqual(neededRanges());
      expect(shared).toEqual(offeredVersions());
      await activateShell('1.0.1', { shared: { ...shared, '@kinmel/web-kit': '99.0.0' } });
      await expect(activateBuild(built, fresh)).rejects.toThrow(
        /it needs @kinmel\/web-kit \^\S+, the shell 1\.0\.1 shares 99\.0\.0/,
      );
      const names = built.build.imports['@kinmel/web-kit'] ?? [];
      await activateShell('1.0.2', {
        offers: { ...offers, '@kinmel/web-kit': names.filter((each) => each !== 'usePageTitle') },
      });
      await expect(activateBuild(built, fresh)).rejects.toThrow(
        'it imports usePageTitle of @kinmel/web-kit, the shell 1.0.2 does not offer it',
      );
      await activateShell('1.0.3', {});
      expect(await activateBuild(built, fresh)).toMatchObject({ revision: 2 });
    });

    it('is deployed, shown to a share, rolled back and listed like a remote', async () => {
      await activateShell('1.1.0', {});
      await activateShell('1.2.0', {});
      const stateOf = async (version: string) =>
        (await listVersions(fresh)).find((each) => each.part === 'shell' && each.version === version)?.state;
      await activateBuild({ build: { ...shell, version: '1.1.0' } }, fresh);
      expect(await startCanary({ build: shell }, { sharePercent: 100 }, fresh)).toMatchObject({
        others: '1.1.0',
      });
      expect(await stateOf(shell.version)).toBe('canary');
      expect(await rollbackPart('shell', fresh)).toMatchObject({ version: '1.1.0' });
      expect(await rollbackPart('shell', fresh)).toMatchObject({ version: '1.2.0' });
      await expect(rollbackPart('shell', fresh)).rejects.toThrow(
        'shell has no earlier version to go back to',
      );
      expect((await listHistory('shell', fresh)).map((line) => line.split(' ')[3])).toEqual([
        'rollback',
        'rollback',
        'canary',
        'deploy',
        'deploy',
      ]);
      expect(shell.declaration).toEqual({ owner: 'platform' });
    });
  });

  it('records who, why and from where; the history shows it, newest first', async () => {
    const fresh = { ...folders, registryFolder: join(state, 'registry-of-record') };
    const who = process.env.RELEASE_WHO;
    process.env.RELEASE_WHO = 'Asha Rai';
    try {
      await activateBuild(built, fresh, 'a new greeting');
      await activateBuild(await buildVersion('2.0.0'), fresh);
      await rollbackPart(name, fresh, { why: 'the greeting was wrong' });
      await startCanary(await buildVersion('2.0.0'), { sharePercent: 5 }, fresh, 'once more');
      await expect(rollbackPart(name, fresh, { why: 'two\nlines' })).rejects.toThrow(
        'why: Control characters are not possible here.',
      );
    } finally {
      if (who === undefined) delete process.env.RELEASE_WHO;
      else process.env.RELEASE_WHO = who;
    }
    const { version } = built.build;
    const [last] = (await openRegistry(fresh).history()).toReversed();
    expect(last).toMatchObject({ who: 'Asha Rai', why: 'once more', from: { host: hostname() } });
    expect(last?.from.commit).toMatch(/^[0-9a-f]{40}$/);
    const lines = await listHistory(name, fresh);
    const pattern = (text: string) => expect.stringMatching(new RegExp(text));
    expect(lines).toEqual([
      pattern(
        `^4 .* canary 2\\.0\\.0 to 5 % beside ${version}: once more \\(Asha Rai, .* at [0-9a-f]{10}\\)$`,
      ),
      pattern(`^3 .* rollback ${version}: the greeting was wrong`),
      pattern('^2 .* deploy 2\\.0\\.0: '),
      pattern(`^1 .* deploy ${version}: a new greeting`),
    ]);
  }, 60_000);

  it('writes no file of another remote; a rollback builds nothing', async () => {
    const fresh = { ...folders, registryFolder: join(state, 'registry-of-files') };
    const fileTimes = async (folder: string) => {
      const times: Record<string, number> = {};
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        if (entry.isFile()) times[path] = (await stat(path)).mtimeMs;
      }
      return times;
    };
    await cp(join(folders.remotesFolder, name), join(folders.remotesFolder, 'mfe-neighbour'), {
      recursive: true,
    });
    await activateBuild(built, fresh);
    const neighbour = join(folders.remotesFolder, 'mfe-neighbour');
    const before = await fileTimes(neighbour);
    await activateBuild(await buildVersion('2.1.0'), fresh);
    expect(await fileTimes(neighbour)).toEqual(before);
    const versions = await fileTimes(folders.remotesFolder);
    await rollbackPart(name, fresh);
    expect(await fileTimes(folders.remotesFolder)).toEqual(versions);
    await rm(neighbour, { recursive: true });
  }, 60_000);

  it('is kept while it may be needed; older ones are pruned, and a dry run lists them first', async () => {
    const fresh = {
      ...folders,
      registryFolder: join(state, 'registry-of-prune'),
      remotesFolder: join(state, 'remotes-of-prune'),
      shellsFolder: join(state, 'shells-of-prune'),
    };
    const versions = Array.from({ length: 9 }, (_, index) => `1.${index}.0`);
    for (const version of versions) {
      const copy = join(fresh.remotesFolder, name, version);
      await cp(built.folder, copy, { recursive: true });
      const builtAt = `2020-01-0${Number(version[2]) + 1}T00:00:00.000Z`;
      await writeFile(join(copy, 'version.json'), JSON.stringify({ ...built.build, version, builtAt }));
      signFile(join(copy, 'version.json'), folders.privateKeyFile);
    }
    await rm(join(fresh.remotesFolder, name, '1.4.0', 'version.json.sig'));
    const withVersion = (version: string) => ({ build: { ...built.build, version } });
    for (const version of ['1.1.0', '1.2.0']) await activateBuild(withVersion(version), fresh);
    await startCanary(withVersion('1.3.0'), { sharePercent: 5 }, fresh);
    const storedVersions = async () => (await readdir(join(fresh.remotesFolder, name))).toSorted();
    const names = (pruned: readonly { version: string }[]) => pruned.map(({ version }) => version).toSorted();

    const anHourAgo = new Date(Date.now() - 3_600_000);
    const inAnHour = new Date(Date.now() + 3_600_000);
    expect(names(await pruneVersions(fresh, { olderThan: new Date('2020-01-01'), isDryRun: true }))).toEqual(
      [],
    );
    expect(names(await pruneVersions(fresh, { olderThan: anHourAgo, isDryRun: true }))).toEqual([
      '1.0.0',
      '1.5.0',
    ]);
    expect(await storedVersions()).toEqual(versions);
    expect(names(await pruneVersions(fresh, { olderThan: anHourAgo }))).toEqual(['1.0.0', '1.5.0']);
    await activateBuild(withVersion('1.8.0'), fresh);
    // Versions in use a moment ago: pages that loaded them may still be open.
    expect(names(await pruneVersions(fresh, { olderThan: anHourAgo }))).toEqual([]);
    expect(names(await pruneVersions(fresh, { olderThan: inAnHour }))).toEqual(['1.1.0', '1.3.0']);
    // The active version, the previous one, the newest three, and an unreadable one.
    expect(await storedVersions()).toEqual(['1.2.0', '1.4.0', '1.6.0', '1.7.0', '1.8.0']);
  });

  it('rolls back one version when two people roll back at once', async () => {
    await activateBuild(await buildVersion('6.0.0'), folders);
    await activateBuild(await buildVersion('7.0.0'), folders);
    const outcomes = await Promise.all([rollbackPart(name, folders), rollbackPart(name, folders)]);
    expect(outcomes.map(({ version }) => version)).toEqual(['6.0.0', '6.0.0']);
    expect((await openRegistry(folders).current())?.active[name]?.version).toBe('6.0.0');
  }, 60_000);
});
