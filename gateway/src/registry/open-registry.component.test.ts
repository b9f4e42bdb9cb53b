import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { RemoteBuild, RemoteDeclaration } from '@kinmel/contracts';
import {
  cartDeclaration,
  catalogDeclaration,
  type Folders,
  makeFolders,
  record,
  writeRemote,
  writeShell,
} from '../testing/remote-folder.ts';
import { openRegistry, type PartRegistry, RegistryConflict } from './open-registry.ts';
import { makeRegistry } from './public-registry.ts';
import { RegistryRefusal } from './revisions/next-state.ts';
import { BuildError } from './versions/build-files.ts';

let folders: Folders;
let registry: PartRegistry;
let warnings: string[];

const open = () => openRegistry({ ...folders, log: { warn: (_fields, message) => warnings.push(message) } });

beforeEach(async () => {
  folders = await makeFolders();
  warnings = [];
  registry = open();
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await writeRemote(folders, catalogDeclaration, version);
});

afterEach(() => folders.remove());

const deploy = (version: string, expectedRevision: number, part = 'mfe-catalog') =>
  registry.activate({ ...record, part, version, expectedRevision, action: 'deploy' });

describe('the registry', () => {
  it('stores every revision with its previous version', async () => {
    await deploy('1.0.0', 0);
    await deploy('1.1.0', 1);
    await deploy('1.1.0', 2);
    const history = await registry.history();
    expect(history.map(({ revision, active }) => [revision, active['mfe-catalog']])).toEqual([
      [1, { version: '1.0.0', since: history[0]?.at }],
      [2, { version: '1.1.0', previous: '1.0.0', since: history[1]?.at }],
      [3, { version: '1.1.0', previous: '1.0.0', since: history[1]?.at }],
    ]);
  });

  it('accepts exactly one of 20 concurrent activations of the same revision', async () => {
    await deploy('1.0.0', 0);
    const writers = Array.from({ length: 20 }, () => open());
    const change = { ...record, part: 'mfe-catalog', expectedRevision: 1, action: 'deploy' } as const;
    const outcomes = await Promise.allSettled(
      writers.map((writer, index) => writer.activate({ ...change, version: index % 2 ? '1.1.0' : '1.2.0' })),
    );
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(reasons).toHaveLength(19);
    for (const reason of reasons) expect(reason).toBeInstanceOf(RegistryConflict);
    expect((await readdir(folders.registryFolder)).sort()).toEqual(['000001', '000002']);
  });

  it.each([0, 1, 3, 99])('refuses a change based on revision %i when 2 is current', async (expected) => {
    await deploy('1.0.0', 0);
    await deploy('1.1.0', 1);
    await expect(deploy('1.2.0', expected)).rejects.toThrow(RegistryConflict);
    expect((await registry.current())?.active['mfe-catalog']?.version).toBe('1.1.0');
  });

  const rollBack = async (version?: string) => {
    const expectedRevision = (await registry.current())?.revision ?? 0;
    const change = { ...record, part: 'mfe-catalog', version, expectedRevision } as const;
    return (await registry.activate({ ...change, action: 'rollback' })).active['mfe-catalog'];
  };

  it('rolls back through all good versions, and never to one that was rolled back', async () => {
    await deploy('1.0.0', 0);
    await deploy('1.1.0', 1);
    await deploy('1.2.0', 2);
    expect(await registry.versionBefore('mfe-catalog')).toBe('1.1.0');
    expect(await rollBack()).toMatchObject({ version: '1.1.0', previous: '1.0.0' });
    expect(await registry.versionBefore('mfe-catalog')).toBe('1.0.0');
    expect(await rollBack()).toEqual({ version: '1.0.0', since: expect.any(String) });
    await expect(rollBack()).rejects.toThrow(RegistryRefusal);
    // A new deployment makes the version good again.
    await deploy('1.2.0', 5);
    expect(await rollBack()).toEqual({ version: '1.0.0', since: expect.any(String) });
  });

  it('rolls back to a named version and skips those between', async () => {
    await deploy('1.0.0', 0);
    await deploy('1.1.0', 1);
    await deploy('1.2.0', 2);
    expect(await rollBack('1.0.0')).toEqual({ version: '1.0.0', since: expect.any(String) });
    await expect(rollBack('1.1.0')).rejects.toThrow('cannot go back to 1.1.0');
  });

  it('refuses a rollback without an earlier version', async () => {
    await deploy('1.0.0', 0);
    await expect(rollBack()).rejects.toThrow(RegistryRefusal);
    expect((await registry.current())?.revision).toBe(1);
  });

  it('does not change other remotes when a canary starts, ends, or a remote is retired', async () => {
    await writeRemote(folders, cartDeclaration, '2.0.0');
    await deploy('1.0.0', 0);
    await deploy('2.0.0', 1, 'mfe-cart-checkout');
    const canary = { ...record, part: 'mfe-catalog', version: '1.1.0', action: 'canary' } as const;
    const started = await registry.activate({ ...canary, expectedRevision: 2, sharePercent: 5 });
    expect(started.active).toMatchObject({
      'mfe-catalog': { version: '1.0.0', canary: { version: '1.1.0', sharePercent: 5 } },
      'mfe-cart-checkout': { version: '2.0.0' },
    });
    expect(await rollBack('1.0.0')).toEqual({ version: '1.0.0', since: expect.any(String) });
    const retire = { ...record, part: 'mfe-catalog', action: 'retire' } as const;
    const retired = await registry.activate({ ...retire, expectedRevision: 4 });
    expect(retired.active).toEqual({ 'mfe-cart-checkout': { version: '2.0.0', since: expect.any(String) } });
  });

  it('refuses versions and names that are not folders of a build (N-05)', async () => {
    for (const version of ['../1.0.0', '..', '1.0.0/../../x', '', '.hidden', '9.9.9'])
      await expect(deploy(version, 0)).rejects.toThrow(BuildError);
    const names = [
      'mfe-../x',
      '../mfe-catalog',
      'catalog',
      'mfe-catalog/..',
      'MFE-catalog',
      'Shell',
      'mfe-<b>',
    ];
    for (const part of names) await expect(deploy('1.0.0', 0, part)).rejects.toThrow(BuildError);
    expect(await registry.current()).toBeUndefined();
  });

  it.each(['remoteEntry.js', 'page-home.33333333.js', 'remote.11111111.css'])(
    'refuses a build without the hash of %s (N-05)',
    async (file) => {
      await writeRemote(folders, catalogDeclaration, '3.0.0', (build) => delete build.files[file]);
      await expect(deploy('3.0.0', 0)).rejects.toThrow(/has no integrity/);
    },
  );

  it.each([
    ['who', { who: '' }],
    ['who', { who: 'x'.repeat(121) }],
    ['why', { why: 'two\nlines' }],
    ['why', { why: 'x'.repeat(301) }],
    ['from.commit', { from: { host: 'here', commit: 'HEAD' } }],
  ])('refuses a change whose record has an invalid %s', async (field, change) => {
    const deployment = { part: 'mfe-catalog', version: '1.0.0', action: 'deploy' } as const;
    const refusedChange = registry.activate({ ...record, ...change, ...deployment, expectedRevision: 0 });
    await expect(refusedChange).rejects.toThrow(RegistryRefusal);
    await expect(refusedChange).rejects.toThrow(`${field}: `);
    expect(await registry.current()).toBeUndefined();
  });

  it('skips an unreadable revision, logs it once, and still accepts writes', async () => {
    await deploy('1.0.0', 0);
    await mkdir(join(folders.registryFolder, '000002'));
    await writeFile(join(folders.registryFolder, '000002/revision.json'), '{"schema":1,');
    registry = open();
    expect((await registry.current())?.revision).toBe(1);
    expect((await registry.current())?.revision).toBe(1);
    expect(warnings).toHaveLength(1);
    expect((await deploy('1.1.0', 1)).revision).toBe(3);
    expect((await registry.current())?.active['mfe-catalog']?.version).toBe('1.1.0');
  });

  describe('refuses to activate, with the reason,', () => {
    const tinyDeclaration: RemoteDeclaration = {
      ...cartDeclaration,
      name: 'mfe-tiny',
      pages: [],
      widgets: [],
    };
    const shell = { shared: { react: '19.3.1', '@kinmel/web-kit': '1.4.0' } };

    beforeEach(async () => {
      await writeShell(folders, 's1', undefined, shell);
      await deploy('1.0.0', 0);
      await deploy('s1', 1, 'shell');
    });

    const refusalOf = async (
      declaration: Partial<RemoteDeclaration>,
      { change, files }: { change?: (build: RemoteBuild) => void; files?: Record<string, string> } = {},
    ) => {
      await writeRemote(folders, { ...tinyDeclaration, ...declaration }, '5.0.0', change, files);
      const outcome = await deploy('5.0.0', 2, 'mfe-tiny').catch((error: unknown) => error);
      expect(outcome).toBeInstanceOf(RegistryRefusal);
      expect((await registry.current())?.revision).toBe(2);
      return String(outcome);
    };

    it('another contract', async () => {
      expect(await refusalOf({ contractVersion: 2 })).toMatch(
        /mfe-tiny 5\.0\.0 cannot work.*it has contract version 2, the shell s1 has 1/s,
      );
    });

    it('pages and widgets of another remote', async () => {
      const page = { title: '', firstData: [] };
      const pages = ['/productdetails', '/guides/:name', '/free'].map((path) => ({ ...page, path }));
      const widgets = [{ name: 'wishlist-heart', preloadOn: [] }];
      const text = await refusalOf({ pages, widgets });
      expect(text).toContain('its page /productdetails is a page of mfe-catalog 1.0.0');
      expect(text).toContain('its page /guides/:name is a page of mfe-catalog 1.0.0');
      expect(text).toContain('its widget wishlist-heart is a widget of mfe-catalog 1.0.0');
      expect(text).not.toContain('/free');
    });

    it('shared modules that the active shell lacks or has in another range', async () => {
      const shared = { react: '^19.3.0', '@kinmel/web-kit': '^2.0.0', 'left-pad': '^1.0.0' };
      const text = await refusalOf({}, { change: (build) => Object.assign(build, { shared }) });
      expect(text).toContain('it needs @kinmel/web-kit ^2.0.0, the shell s1 shares 1.4.0');
      expect(text).toContain('it needs left-pad ^1.0.0, the shell s1 shares none');
      expect(text).not.toContain('react');
    });

    it('imported names that the active shell does not export', async () => {
      const offers = {
        react: ['use', 'useState'],
        '@kinmel/web-kit': ['Link', 'toast'],
        'react-dom': '*' as const,
      };
      await writeShell(folders, 's1', undefined, { ...shell, offers });
      registry = open();
      const imports = {
        react: ['useState'],
        'react-dom': ['flushSync'],
        'react-dom/server': ['renderToString'],
        '@kinmel/web-kit': ['Link', 'Widget', 'useHydrated'],
      };
      const text = await refusalOf({}, { change: (build) => Object.assign(build, { imports }) });
      expect(text).toContain(
        'it imports Widget, useHydrated of @kinmel/web-kit, the shell s1 does not offer them',
      );
      expect(text).toContain('it imports react-dom/server, which the shell s1 does not share');
      expect(text).not.toMatch(/Link|useState|flushSync/);
    });

    it.each([
      'button{color:red}',
      '@layer remote{:root{--ink:red}}',
      '@media (min-width:1px){.mfe_tiny-a,.promo b{color:red}}',
      'a:not(.mfe_tiny-a){color:red}',
      '@keyframes spin{to{rotate:1turn}}',
      '@font-face{font-family:Mine;src:url(a.woff2)}',
      '.mfe_catalog-title{color:red}',
    ])('the style %s, which affects other pages', async (css) => {
      expect(await refusalOf({}, { files: { 'page.css': css } })).toMatch(
        /page\.css has ".+", which is not of a CSS Module/,
      );
    });

    it('but not a build with its own styles and fitting modules', async () => {
      const css = `@layer remote{.mfe_tiny-a{color:red;&:hover,b &{color:blue}}html:has(.mfe_tiny-a) .mfe_tiny-b{color:red}html:has(.mfe_tiny-a){scroll-padding-bottom:76px}}
        @keyframes mfe_tiny-spin{from{rotate:0turn}50%{rotate:1turn}}[data-x]:hover .mfe_tiny-a{color:red}`;
      const shared = { react: '^19.3.0', '@kinmel/web-kit': '^1.2.0' };
      await writeRemote(folders, tinyDeclaration, '5.0.0', (build) => Object.assign(build, { shared }), {
        'page.css': css,
      });
      expect((await deploy('5.0.0', 2, 'mfe-tiny')).revision).toBe(3);
      // A new version of a remote may have the same pages.
      expect((await deploy('1.1.0', 3)).revision).toBe(4);
    });

    it('a rollback and a canary as well', async () => {
      await writeRemote(folders, { ...catalogDeclaration, contractVersion: 2 }, '0.9.0');
      const change = { ...record, part: 'mfe-catalog', version: '0.9.0', expectedRevision: 2 } as const;
      await writeRemote(folders, { ...catalogDeclaration, contractVersion: 2 }, '1.0.0');
      const rollback = { ...change, version: '1.0.0', action: 'rollback' } as const;
      await expect(registry.activate(rollback)).rejects.toThrow('contract version 2');
      await expect(registry.activate({ ...change, action: 'canary', sharePercent: 5 })).rejects.toThrow(
        'contract version 2',
      );
    });
  });

  it('lists the addresses of files and the hash of the manifest alone, in 0.3 KB for a remote', async () => {
    const build = await writeRemote(folders, cartDeclaration, '1.3.0');
    const entry = makeRegistry(1, [build], { isAdmin: false }).remotes['mfe-cart-checkout'];
    expect(entry?.entry).toBe('/remotes/mfe-cart-checkout/1.3.0/remoteEntry.js');
    const { integrity } = build.files['mf-manifest.json'] ?? {};
    expect(entry?.integrity).toEqual({ 'mf-manifest.json': integrity });
    expect(brotliCompressSync(JSON.stringify(entry)).length).toBeLessThanOrEqual(300);
  });
});
