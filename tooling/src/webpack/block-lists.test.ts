import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RemoteDeclaration } from '@kinmel/contracts';
import { allEndpoints } from '../documents/documents.ts';
import { blockedAddresses } from './block-lists.ts';
import { repositoryFolder } from './paths.ts';
import { finishFiles } from './version-files.ts';

it.each([
  '/api/tracking/{token}/accept',
  '/beacon.0a1b2c3d.js',
  '/assets/top-banner.png',
  '/api/log?level=1',
  '/ads/1',
  '/api/promo',
  '/orders?ref=mail',
])('a block list matches %s', (address) => {
  expect(blockedAddresses(['/api/policy', address, '/admin/add-product'])).toEqual([address]);
});

it('no block list matches the address of a call, with each of its query parameters', () => {
  const addresses = allEndpoints().flatMap(({ path, aliases = [], query }) =>
    [path, ...aliases.filter((alias) => !alias.startsWith('/api/tracking'))].flatMap((address) => [
      address,
      ...Object.keys(query && 'shape' in query ? (query.shape as object) : {}).map(
        (name) => `${address}?${name}=1&${name}=1`,
      ),
    ]),
  );
  expect(addresses.length).toBeGreaterThan(200);
  expect(blockedAddresses(addresses)).toEqual([]);
});

it('no block list matches a remote, a page with its parameters, a first request or a mailed link', () => {
  const declarations = globSync('mfe-*/remote.json', { cwd: repositoryFolder }).map(
    (file) => JSON.parse(readFileSync(join(repositoryFolder, file), 'utf8')) as RemoteDeclaration,
  );
  const addresses = declarations.flatMap(({ name, pages, widgets }) => [
    `/remotes/${name}/`,
    ...widgets.map((widget) => `/${widget.name}.js`),
    ...pages.flatMap(({ path, parameters = [], firstData }) => [
      path,
      ...parameters.map((parameter) => `${path}?${parameter}=1&${parameter}=1`),
      ...firstData.map(({ request }) => request),
    ]),
  ]);
  expect(addresses.length).toBeGreaterThan(100);
  expect(blockedAddresses(addresses)).toEqual([]);
});

it('no block list matches a file of a build, named after a chunk, a widget or a picture of the sources', () => {
  const sources = globSync('{shell,mfe-*,packages}/**/src/**/*.{ts,tsx,svg,png,avif,webp,woff2,ico}', {
    cwd: repositoryFolder,
  });
  const files = sources.flatMap((file) =>
    /\.tsx?$/.test(file)
      ? [...readFileSync(join(repositoryFolder, file), 'utf8').matchAll(/webpackChunkName: "([^"]+)"/g)].map(
          ([, chunk]) => `/${chunk}.js`,
        )
      : [file.replace(/.*\//, '/')],
  );
  expect(files.length).toBeGreaterThan(50);
  expect(blockedAddresses(files)).toEqual([]);
});

it('a build with a file that a block list matches is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinmel-files-'));
  try {
    await writeFile(join(folder, 'page-tracking.0a1b2c3d.js'), 'export {};');
    await expect(finishFiles(folder)).rejects.toThrow('/page-tracking.0a1b2c3d.js');
  } finally {
    await rm(folder, { recursive: true });
  }
});
