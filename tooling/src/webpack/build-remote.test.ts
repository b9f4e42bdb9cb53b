import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { brotliDecompressSync } from 'node:zlib';
import { openRegistry } from '@kinmel/gateway/registry';
import { activateBuild, deployRemote, rollbackRemote, startCanary } from '../deploy/deploy-remote.ts';
import { listRemotes } from '../deploy/list-remotes.ts';
import { type BuiltRemote, buildRemote } from './build-remote.ts';
import { buildShell } from './build-shell.ts';
import { repositoryFolder } from './paths.ts';
import { resolveStack } from './resolve-stack.ts';
import {
  neededRanges,
  offeredVersions,
  sharedByShell,
  sharedModules,
  takenByRemotes,
} from './shared-modules.ts';
import { integrityOf } from './version-files.ts';

const folder = join(repositoryFolder, 'tooling/src/webpack/testing/mfe-tiny');
const name = 'mfe-tiny';
let state: string;
let built: BuiltRemote;
let folders: { registryFolder: string; remotesFolder: string };

beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), 'kinmel-remote-'));
  folders = { registryFolder: join(state, 'registry'), remotesFolder: join(state, 'remotes') };
  built = await buildRemote(name, { folder, remotesFolder: folders.remotesFolder });
}, 60_000);
afterAll(() => rm(state, { recursive: true, force: true }));

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
    for (const shared of Object.values(takenByRemotes())) {
      expect(shared).toMatchObject({ singleton: true, import: false });
    }
    expect(takenByRemotes()['@kinmel/web-kit']).toMatchObject({ strictVersion: true });
  });
});

describe('the build of a remote', () => {
  it('lists the files of each module and page with their hashes', () => {
    const { build } = built;
    expect(Object.keys(build.modules).toSorted()).toEqual(['greeting', 'remote']);
    expect(build.chunks['page-tiny']?.scripts).toHaveLength(1);
    expect(build.chunks['page-tiny']?.styles).toHaveLength(1);
    const named = [...Object.values(build.modules), ...Object.values(build.chunks)].flatMap((files) => [
      ...files.scripts,
      ...files.styles,
    ]);
    for (const file of [build.entry, build.manifest, ...named]) {
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

  it("has source maps that resolve a browser's stack; unknown lines stay", async () => {
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
    const again = await buildRemote(name, { folder, remotesFolder: folders.remotesFolder });
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
    const asked = [...text.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, key = '']) => key);
    expect(asked.toSorted()).toEqual(['@kinmel/web-kit', 'react-router-dom', 'react/jsx-runtime']);
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
    const copy = await buildRemote(name, { folder, remotesFolder: folders.remotesFolder, version: '0.0.1' });
    await appendFile(join(copy.folder, 'server/remote.cjs'), '//');
    await expect(
      activateBuild(copy, { ...folders, registryFolder: join(state, 'registry-of-changed') }),
    ).rejects.toThrow('server/remote.cjs is not what was built');
    await rm(copy.folder, { recursive: true });
  }, 60_000);

  it('fails without a remote.json', async () => {
    const broken = buildRemote('mfe-none', { folder: join(folder, 'nowhere'), remotesFolder: state });
    await expect(broken).rejects.toThrow('remote.json');
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
  const other = (version: string) =>
    buildRemote(name, { folder, remotesFolder: folders.remotesFolder, version });

  it('activates a version, and a rollback the one before, each as a revision', async () => {
    const first = await deployRemote(name, folders, { folder });
    expect(first).toEqual({ version: built.build.version, previous: undefined, revision: 1, isNew: true });
    const second = await activateBuild(await other('2.0.0'), folders);
    expect(second).toEqual({ version: '2.0.0', previous: first.version, revision: 2, isNew: true });
    expect(await rollbackRemote(name, folders)).toMatchObject({ version: first.version, revision: 3 });
    const history = await openRegistry(folders).history();
    expect(history.map(({ action, active }) => [action, active[name]?.version])).toEqual([
      ['deploy', first.version],
      ['deploy', '2.0.0'],
      ['rollback', first.version],
    ]);
    expect((await listRemotes(folders)).map(({ version, state }) => [version, state])).toEqual(
      expect.arrayContaining([
        [first.version, 'active'],
        ['2.0.0', 'kept'],
      ]),
    );
    // Activating the active version changes nothing.
    expect(await activateBuild(built, folders)).toMatchObject({ isNew: false, revision: 3 });
    expect((await openRegistry(folders).current())?.revision).toBe(3);
  }, 60_000);

  it('loses nothing when others deploy at the same time', async () => {
    const versions = ['3.0.0', '4.0.0', '5.0.0'];
    const builds: BuiltRemote[] = [];
    for (const version of versions) builds.push(await other(version));
    const start = (await openRegistry(folders).current())?.revision ?? 0;
    await Promise.all(builds.map((build) => activateBuild(build, folders)));
    const history = (await openRegistry(folders).history()).filter(({ revision }) => revision > start);
    expect(new Set(history.map(({ active }) => active[name]?.version))).toEqual(new Set(versions));
  }, 60_000);

  it('to a share of the visitors leaves the others unchanged; a rollback ends it, a deploy activates it for all', async () => {
    await activateBuild(await other('8.0.0'), folders);
    const next = await other('9.0.0');
    const entry = async () => (await openRegistry(folders).current())?.active[name];
    const before = await entry();
    const started = await startCanary(next, 5, folders);
    expect(started).toEqual({ version: '9.0.0', others: '8.0.0', revision: expect.any(Number) });
    await startCanary(next, 25, folders);
    expect(await entry()).toEqual({ ...before, canary: { version: '9.0.0', sharePercent: 25 } });
    expect(await listRemotes(folders)).toContainEqual(
      expect.objectContaining({ version: '9.0.0', state: 'canary', sharePercent: 25 }),
    );
    expect(await rollbackRemote(name, folders)).toMatchObject({ version: '8.0.0' });
    expect(await entry()).toEqual(before);

    await startCanary(next, 50, folders);
    await activateBuild(next, folders);
    expect(await entry()).toEqual({ version: '9.0.0', previous: '8.0.0' });
    await expect(startCanary(next, 50, folders)).rejects.toThrow('in force for all visitors already');

    await startCanary(await other('8.0.0'), 50, folders);
    expect(await activateBuild(next, folders)).toMatchObject({ version: '9.0.0', isNew: true });
    expect(await entry()).toEqual({ version: '9.0.0', previous: '8.0.0' });
  }, 60_000);

  it('checks contract, shared modules and their exports against the active shell', async () => {
    const { build: realShell } = await buildShell({ shellsFolder: join(state, 'shells') });
    const { offers: offered } = realShell;
    expect(Object.keys(offered)).toEqual(expect.arrayContaining(['@kinmel/web-kit', 'react-dom/client']));
    expect(offered['react']).toEqual(expect.arrayContaining(['default', 'useState']));
    expect(offered['@kinmel/web-kit']).not.toContain('default');
    expect(built.build.shared).toEqual(neededRanges());
    const shellFolder = join(state, 'shell');
    await mkdir(shellFolder, { recursive: true });
    const shell = { version: 's1', files: {}, scripts: ['main.js'], styles: [], contractVersion: 1 };
    const shared = offeredVersions();
    const write = (offer: object) =>
      writeFile(
        join(shellFolder, 'shell.json'),
        JSON.stringify({ ...shell, shared, offers: offered, ...offer }),
      );
    const fresh = { ...folders, registryFolder: join(state, 'registry-of-shell'), shellFolder };
    await write({ shared: { ...shared, '@kinmel/web-kit': '99.0.0' } });
    await expect(activateBuild(built, fresh)).rejects.toThrow(
      /it needs @kinmel\/web-kit \^\S+, the shell s1 shares 99\.0\.0/,
    );
    const names = built.build.imports['@kinmel/web-kit'] ?? [];
    await write({
      offers: { ...offered, '@kinmel/web-kit': names.filter((name) => name !== 'usePageTitle') },
    });
    await expect(activateBuild(built, fresh)).rejects.toThrow(
      'it imports usePageTitle of @kinmel/web-kit, the shell s1 does not offer it',
    );
    await write({});
    expect(await activateBuild(built, fresh)).toMatchObject({ revision: 1 });
  }, 60_000);

  it('that two people roll back at once goes back one version', async () => {
    await activateBuild(await other('6.0.0'), folders);
    await activateBuild(await other('7.0.0'), folders);
    const outcomes = await Promise.all([rollbackRemote(name, folders), rollbackRemote(name, folders)]);
    expect(outcomes.map(({ version }) => version)).toEqual(['6.0.0', '6.0.0']);
    expect((await openRegistry(folders).current())?.active[name]?.version).toBe('6.0.0');
  }, 60_000);
});
