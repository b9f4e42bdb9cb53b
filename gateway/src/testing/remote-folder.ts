import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { ChangeRecord, RemoteBuild, RemoteDeclaration, ShellBuild } from '@kinmel/contracts';
import { openRegistry } from '../registry/open-registry.ts';
import { ensureKeyPair, type KeyFiles, signFile } from '../registry/signatures.ts';
import { integrityOf, type PartFolders } from '../registry/versions/build-files.ts';

/** A folder for one test file with everything that the gateway reads from disk, and the keys of the installation. */
export interface Folders extends PartFolders, KeyFiles {
  readonly root: string;
  readonly registryFolder: string;
  readonly uploadsFolder: string;
  remove(): Promise<void>;
}

export async function makeFolders(): Promise<Folders> {
  const root = await mkdtemp(join(tmpdir(), 'kinmel-gateway-'));
  const keys = {
    privateKeyFile: join(root, 'keys/installation.pem'),
    publicKeysFile: join(root, 'keys/trusted.pem'),
  };
  ensureKeyPair(keys);
  return {
    ...keys,
    root,
    remotesFolder: join(root, 'remotes'),
    registryFolder: join(root, 'registry'),
    shellsFolder: join(root, 'shell'),
    uploadsFolder: join(root, 'uploads'),
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

/** The author of registry changes in tests. */
export const record: ChangeRecord = { who: 'Asha Rai', why: 'a test', from: { host: 'test' } };

/** The build information of versions in tests. */
const buildInfo = {
  source: { commit: 'a'.repeat(40), isDirty: false, builder: 'test' },
  builtAt: '2026-01-01T00:00:00.000Z',
};

// The best quality, which is the default, takes ten times as long for files of this size.
const fastBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

export async function writeFiles(folder: string, files: Record<string, string | Buffer>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
    if (/\.(js|css|json)$/.test(name) && name !== 'version.json') {
      await writeFile(join(folder, `${name}.br`), brotliCompressSync(content, fastBrotli));
      await writeFile(join(folder, `${name}.gz`), gzipSync(content));
    }
  }
}

const pinsOf = (files: Record<string, string | Buffer>) =>
  Object.fromEntries(
    Object.entries(files).map(([name, content]) => {
      const bytes = Buffer.from(content);
      return [name, { integrity: integrityOf(bytes), bytes: bytes.length }];
    }),
  );

export const catalogDeclaration: RemoteDeclaration = {
  name: 'mfe-catalog',
  owner: 'catalog team',
  requiredRole: 'public',
  contractVersion: 1,
  pages: [
    {
      path: '/',
      title: 'Home',
      chunk: 'page-home',
      parameters: ['confirm'],
      firstData: [{ request: '/api/products?limit=2' }],
      picture: { fromData: 'data.0.pictures.0', sizes: '50vw' },
    },
    {
      path: '/productdetails',
      title: 'Product details',
      chunk: 'page-product',
      parameters: ['id'],
      firstData: [{ request: '/api/products/{id}' }, { request: '/api/policy' }],
      picture: { fromData: 'data.pictures.0', sizes: '(max-width: 768px) 100vw, 50vw' },
    },
    {
      path: '/search-results',
      title: 'Search',
      parameters: ['search', 'page'],
      firstData: [{ request: '/api/products', query: ['search', 'page'] }],
    },
    { path: '/guides/:topic', title: 'Guide', firstData: [{ request: '/api/products/category/{topic}' }] },
  ],
  widgets: [{ name: 'wishlist-heart', preloadOn: [] }],
};

export const cartDeclaration: RemoteDeclaration = {
  name: 'mfe-cart-checkout',
  owner: 'checkout team',
  requiredRole: 'public',
  contractVersion: 1,
  pages: [{ path: '/cart', title: 'Your Shopping Cart', firstData: [] }],
  widgets: [
    { name: 'cart-badge', preloadOn: ['*'] },
    { name: 'add-to-cart', preloadOn: ['/productdetails'] },
  ],
};

export const adminDeclaration: RemoteDeclaration = {
  name: 'mfe-admin',
  owner: 'back office',
  contractVersion: 1,
  requiredRole: 'admin',
  pages: [{ path: '/admin/dashboard', title: 'Dashboard', firstData: [] }],
  widgets: [],
};

/** Writes a version folder as a deployment does, compressed files and forbidden ones included. */
export async function writeRemote(
  folders: Folders,
  declaration: RemoteDeclaration,
  version: string,
  change: (build: RemoteBuild) => void = () => undefined,
  otherFiles: Record<string, string> = {},
): Promise<RemoteBuild> {
  const cssPrefix = declaration.name.replaceAll('-', '_');
  const files: Record<string, string> = {
    'remoteEntry.js': `/* ${declaration.name} ${version} */ var entry = "${'e'.repeat(600)}";`,
    'mf-manifest.json': JSON.stringify({ id: declaration.name, name: cssPrefix, version }),
    'remote.11111111.js': `/* remote of ${version} */`,
    'remote.11111111.css': `.${cssPrefix}-remote { color: red }`,
    'logo.avif': 'picture',
    ...otherFiles,
  };
  const modules: RemoteBuild['modules'] = {
    remote: { scripts: ['remote.11111111.js'], styles: ['remote.11111111.css'] },
  };
  const chunks: RemoteBuild['chunks'] = {};
  for (const { name } of declaration.widgets) {
    files[`${name}.22222222.js`] = `/* widget ${name} */`;
    modules[name] = { scripts: [`${name}.22222222.js`], styles: [] };
  }
  for (const { chunk } of declaration.pages) {
    if (!chunk) continue;
    files[`${chunk}.33333333.js`] = `/* page ${chunk} */`;
    files[`${chunk}.33333333.css`] = `@media (width <= 768px) { .${cssPrefix}-${chunk} { color: blue } }`;
    chunks[chunk] = { scripts: [`${chunk}.33333333.js`], styles: [`${chunk}.33333333.css`] };
  }
  const build: RemoteBuild = {
    ...buildInfo,
    declaration,
    version,
    pacts: pinsOf({ 'pacts/order.json': '{}' }),
    entry: 'remoteEntry.js',
    manifest: 'mf-manifest.json',
    files: pinsOf(files),
    modules,
    chunks,
    shared: {},
    imports: {},
  };
  change(build);
  await writeFiles(join(folders.remotesFolder, declaration.name, version), {
    ...files,
    'remoteEntry.js.map': '{"sources":[]}',
    'maps/remoteEntry.js.map': '{"sources":[]}',
    'mf-stats.json': '{}',
    '.secret': 'dot file',
    'pacts/order.json': '{}',
    'version.json': JSON.stringify(build),
  });
  signFile(join(folders.remotesFolder, declaration.name, version, 'version.json'), folders.privateKeyFile);
  return build;
}

/** Makes a version active, or with a share its canary. Resolves with the new revision. */
export async function deploy(
  folders: Folders,
  part: string,
  version: string,
  sharePercent?: number,
): Promise<number> {
  const registry = openRegistry(folders);
  const expectedRevision = (await registry.current())?.revision ?? 0;
  const change =
    sharePercent === undefined ? { action: 'deploy' as const } : { action: 'canary' as const, sharePercent };
  return (await registry.activate({ ...record, ...change, part, version, expectedRevision })).revision;
}

/** The folders of a shop with a shell and these remotes deployed, each in version 1.0.0. */
export async function makeShop(...declarations: readonly RemoteDeclaration[]): Promise<Folders> {
  const folders = await makeFolders();
  await writeShell(folders);
  await deploy(folders, 'shell', 's1');
  for (const declaration of declarations) {
    await writeRemote(folders, declaration, '1.0.0');
    await deploy(folders, declaration.name, '1.0.0');
  }
  return folders;
}

/** As the shell's build writes it, without the tags of its files. */
export const shellTemplate = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Kinmel</title><meta name="kinmel-head"></head><body><div id="root"></div><meta name="kinmel-body"></body></html>`;

export async function writeShell(
  folders: Folders,
  version = 's1',
  template = shellTemplate,
  offer: Partial<Pick<ShellBuild, 'contractVersion' | 'shared' | 'offers' | 'server' | 'declaration'>> = {},
  otherFiles: Record<string, string> = {},
): Promise<ShellBuild> {
  const files = {
    ...otherFiles,
    'main.js': `/* shell ${version} */`,
    'vendor.js': '/* vendor */',
    'main.css': '@layer reset, tokens;',
    'outfit.woff2': 'font',
    'favicon.ico': 'icon',
    'apple-touch-icon.png': 'large icon',
    'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  };
  const pins = pinsOf(files);
  const [scripts, styles, fonts] = [['vendor.js', 'main.js'], ['main.css'], ['outfit.woff2']];
  const pin = (file: string) => `integrity="${pins[file]?.integrity}" crossorigin="anonymous"`;
  const address = (file: string) => `"/shell/${version}/${file}"`;
  const headTags = `<link rel="preload" as="font" href=${address('outfit.woff2')} crossorigin="anonymous"><link rel="stylesheet" href=${address('main.css')} ${pin('main.css')}>`;
  const tags = scripts.map((file) => `<script defer src=${address(file)} ${pin(file)}></script>`);
  const page = template.replace(/<meta name="kinmel-head">/, `${headTags}$&${tags.join('')}`);
  const build: ShellBuild = {
    ...buildInfo,
    declaration: { owner: 'platform' },
    version,
    pacts: {},
    files: pins,
    page: { integrity: integrityOf(Buffer.from(page)), bytes: Buffer.byteLength(page) },
    scripts,
    styles,
    fonts,
    contractVersion: 1,
    shared: {},
    offers: {},
    ...offer,
  };
  const folder = join(folders.shellsFolder, version);
  await writeFiles(folder, {
    ...files,
    'main.js.map': '{}',
    'index.html': page,
    'shell.json': JSON.stringify(build),
  });
  signFile(join(folder, 'shell.json'), folders.privateKeyFile);
  return build;
}
