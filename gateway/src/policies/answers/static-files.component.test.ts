import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { problemSchema, registrySchema } from '@kinmel/contracts';
import { testTokens } from '@kinmel/testing/servers';
import { openRegistry } from '../../registry/open-registry.ts';
import {
  adminDeclaration,
  cartDeclaration,
  catalogDeclaration,
  deploy,
  type Folders,
  makeShop,
  shellTemplate,
  writeFiles,
  writeRemote,
  writeShell,
} from '../../testing/remote-folder.ts';
import { type RunningGateway, startGateway, waitUntil } from '../../testing/running-gateway.ts';

const tokens = testTokens();
const cookie = (value: string) => ({ cookie: `theme=dark; kinmel-admin-files=${value}` });
const stranger = testTokens();
const admin = cookie(tokens.adminFiles());

let folders: Folders;
let gateway: RunningGateway;

beforeAll(async () => {
  folders = await makeShop(cartDeclaration, adminDeclaration);
  await writeShell(folders, 's0', shellTemplate, {}, { 'server/shell.cjs': 'exports.modules = {}' });
  await writeRemote(folders, catalogDeclaration, '1.0.0', undefined, {
    'server/remote.cjs': 'exports.modules = {}',
  });
  await writeRemote(folders, catalogDeclaration, '1.1.0');
  await writeFiles(folders.uploadsFolder, { 'phone-1/640.webp': 'webp', 'phone-1/640.avif': 'avif' });
  await writeFile(join(folders.root, 'outside.js'), 'outside');
  await deploy(folders, 'mfe-catalog', '1.0.0');
  gateway = await startGateway({ folders, env: { JWKS_FILE: tokens.jwksFile } });
});

afterAll(async () => {
  await gateway.stop();
  tokens.cleanUp();
});

const script = '/remotes/mfe-catalog/1.0.0/remoteEntry.js';
const yearCacheControl = 'public, max-age=31536000, immutable';
const rawRequest = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;

it.each([
  ['/favicon.ico', 'image/vnd.microsoft.icon', 'icon'],
  ['/apple-touch-icon.png', 'image/png', 'large icon'],
  ['/apple-touch-icon-precomposed.png', 'image/png', 'large icon'],
  ['/apple-touch-icon-120x120.png', 'image/png', 'large icon'],
])('%s is the icon of the active shell, cached for a day', async (path, type, text) => {
  const answer = await gateway.get(path);
  expect([answer.status, answer.headers['content-type'], answer.text]).toEqual([200, type, text]);
  expect(answer.headers['cache-control']).toBe('public, max-age=86400');
});

describe('files of a version', () => {
  it('are cached by browsers for a year', async () => {
    const headers = { 'cache-control': yearCacheControl, 'content-type': 'text/javascript; charset=utf-8' };
    for (const path of [script, '/shell/s1/main.js'])
      expect(await gateway.get(path)).toMatchObject({ status: 200, headers });
  });

  it('are sent as compressed at build time', async () => {
    const plain = await gateway.get(script);
    const brotli = await gateway.get(script, { 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await gateway.get(script, { 'accept-encoding': 'gzip' });
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      vary: 'Accept-Encoding',
      'content-type': 'text/javascript; charset=utf-8',
    });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(brotliDecompressSync(brotli.body).toString()).toBe(plain.text);
    expect(gunzipSync(gzip.body).toString()).toBe(plain.text);
    expect(new Set([plain, brotli, gzip].map(({ headers }) => headers.etag)).size).toBe(1);
    expect((await gateway.get(script, { 'if-none-match': String(brotli.headers.etag) })).status).toBe(304);
  });

  it('have only the headers that a browser uses, on a persistent connection (row 13)', async () => {
    const request = (path: string, end = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${end}\r\n`;
    const raw = await gateway.raw(
      request(script) + request('/remotes/mfe-catalog/1.0.0/never-was.js', 'Connection: close\r\n'),
    );
    const [file = '', missing = ''] = raw.split(/(?=HTTP\/1\.1 404)/);
    const [head = ''] = file.split('\r\n\r\n');
    const names = [...head.matchAll(/^([\w-]+):/gm)].map(([, name = '']) => name.toLowerCase());
    expect(names.toSorted().join(' ')).toBe(
      'cache-control content-length content-type cross-origin-resource-policy date etag vary x-content-type-options',
    );
    // Failed requests keep their id.
    expect(missing).toMatch(/^X-Request-Id: /m);
  });

  it.each([
    ['remote.11111111.css', 'text/css; charset=utf-8'],
    ['mf-manifest.json', 'application/json; charset=utf-8'],
    ['logo.avif', 'image/avif'],
  ])('%s has the type %s', async (file, type) => {
    expect((await gateway.get(`/remotes/mfe-catalog/1.0.0/${file}`)).headers['content-type']).toBe(type);
  });

  it.each([
    'remoteEntry.js.map',
    'maps/remoteEntry.js.map',
    'remoteEntry.js.br',
    'mf-stats.json',
    'version.json',
    'version.json.sig',
    'pacts/order.json',
    'server/remote.cjs',
    'server//remote.cjs',
    'SERVER/remote.cjs',
    'server%2fremote.cjs',
    'server%2Fremote%2ecjs',
    'server/./remote.cjs',
    'server/../server/remote.cjs',
    './server/remote.cjs',
    'server/remote.cjs/',
    'server/remote.cjs.br',
    'server/remote.cjs?x',
    'server',
    '.secret',
    'nothing.js',
    '',
    '../1.0.0/remoteEntry.js',
    '..%2f1.0.0/remoteEntry.js',
    '%2e%2e/1.0.0/remoteEntry.js',
    '..%5c..%5coutside.js',
    '../../../outside.js',
    'a/../remoteEntry.js',
    'remoteEntry.js%00',
    'remoteEntry.js/',
    'constructor',
    '__proto__',
  ])('%j of a remote is 404 in the error shape (K-12, N-05)', async (file) => {
    const raw = await gateway.raw(rawRequest(`/remotes/mfe-catalog/1.0.0/${file}`));
    expect(raw).toMatch(/^HTTP\/1\.1 404/);
    const body = raw.slice(raw.indexOf('\r\n\r\n') + 4);
    expect(problemSchema.parse(JSON.parse(body)).code).toBe('not-found');
  });

  it.each([
    'shell.json',
    'shell.json.sig',
    'index.html',
    'main.js.map',
    '../s0/main.js',
    'main.js.br',
    'server/shell.cjs',
    'server//shell.cjs',
    'server%2fshell.cjs',
    './server/shell.cjs',
    'server/shell.cjs/',
  ])('of the shell %s is 404, even when the build lists it', async (file) => {
    expect(await gateway.raw(rawRequest(`/shell/s0/${file}`))).toMatch(/^HTTP\/1\.1 404/);
  });

  it.each([
    '/remotes/mfe-catalog/9.9.9/remoteEntry.js',
    '/remotes/mfe-nothing/1.0.0/remoteEntry.js',
    '/remotes/x',
    '/shell/nothing/main.js',
  ])('%s is 404', async (path) => {
    expect((await gateway.get(path)).status).toBe(404);
  });

  it('refuse other methods than reads, as pages and the registry do', async () => {
    for (const path of [script, '/remotes/registry.json', '/cart'])
      for (const method of ['POST', 'PUT', 'DELETE'])
        expect([path, method, (await gateway.send(method, path)).status]).toEqual([path, method, 405]);
  });

  it('of older builds stay available for open pages', async () => {
    expect((await gateway.get('/remotes/mfe-catalog/1.1.0/remoteEntry.js')).status).toBe(200);
    expect((await gateway.get('/shell/s0/main.js')).status).toBe(200);
  });

  it('support range requests', async () => {
    const answer = await gateway.get('/remotes/mfe-catalog/1.0.0/logo.avif', { range: 'bytes=0-2' });
    expect([answer.status, answer.text]).toEqual([206, 'pic']);
    expect((await gateway.get('/remotes/mfe-catalog/1.0.0/logo.avif', { range: 'bytes=900-' })).status).toBe(
      400,
    );
  });
});

describe('files of the admin remote', () => {
  const moduleName = 'remote.11111111';
  const files = ['remoteEntry.js', 'mf-manifest.json', `${moduleName}.js`, `${moduleName}.css`, 'logo.avif'];

  const bytesOf = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await gateway.get(path, headers);
    const { date: _date, 'x-request-id': id, ...otherHeaders } = answer.headers;
    return { status: answer.status, headers: otherHeaders, text: answer.text.replace(String(id), 'an id') };
  };

  it('are to others indistinguishable from a file that does not exist (N-02)', async () => {
    const notFound = await bytesOf('/remotes/mfe-admin/1.0.0/never-was.js');
    expect(notFound).toMatchObject({ status: 404, headers: { 'cache-control': 'no-store' } });
    expect(notFound.headers.vary).toBeUndefined();
    const strangers: Record<string, Record<string, string>> = {
      'an unknown client': {},
      'a customer with a token': { authorization: `Bearer ${tokens.customer()}` },
      'an admin with a token but no cookie': { authorization: `Bearer ${tokens.admin()}` },
      'an access token of an admin as cookie': cookie(tokens.admin()),
      'a cookie of another audience': cookie(tokens.adminFiles({ audience: 'kinmel-files' })),
      'a cookie of another issuer': cookie(tokens.adminFiles({ issuer: 'another-shop' })),
      'a cookie that has expired': cookie(tokens.adminFiles({ expiresIn: -60 })),
      'a cookie of an unknown key': cookie(tokens.adminFiles({ keyid: 'never-seen' })),
      'a cookie signed by a stranger': cookie(stranger.adminFiles()),
      'a cookie without signature': cookie(tokens.algNone()),
      'a cookie signed with the public key': cookie(tokens.hmac()),
      nonsense: cookie('true'),
      'a client that has the file': { 'if-none-match': '*' },
    };
    for (const [who, headers] of Object.entries(strangers))
      for (const file of [...files, 'remoteEntry.js.map']) {
        const answer = await bytesOf(`/remotes/mfe-admin/1.0.0/${file}`, headers);
        expect({ who, file, ...answer }).toEqual({ who, file, ...notFound });
      }
  });

  it('are named in the HTML of admins only, and an admin page still shows the shop (N-01)', async () => {
    for (const path of ['/', '/admin/dashboard']) {
      const page = await gateway.get(path, cookie('true'));
      expect([path, page.status, page.text.includes('mfe-admin')]).toEqual([path, 200, false]);
      expect((await gateway.get(path, admin)).text).toContain('mfe-admin');
      expect((await gateway.get(path)).text).not.toContain('mfe-admin');
    }
  });

  it('are sent to an admin, and not cached (N-03)', async () => {
    for (const file of files) {
      const answer = await gateway.get(`/remotes/mfe-admin/1.0.0/${file}`, admin);
      const headers = { 'cache-control': 'private, no-store', vary: expect.stringContaining('Cookie') };
      expect({ file, ...answer }).toMatchObject({ file, status: 200, headers });
    }
    const map = await gateway.get('/remotes/mfe-admin/1.0.0/remoteEntry.js.map', admin);
    expect(map.status).toBe(404);
  });

  it('are 404 for everyone without configured keys', async () => {
    const gatewayWithoutKeys = await startGateway({ folders: { ...folders, remove: async () => undefined } });
    expect((await gatewayWithoutKeys.get('/remotes/mfe-admin/1.0.0/remoteEntry.js', admin)).status).toBe(404);
    await gatewayWithoutKeys.stop();
  });
});

describe('the registry', () => {
  const registry = async (headers: Record<string, string> = {}) => {
    const answer = await gateway.get('/remotes/registry.json', headers);
    return { answer, names: Object.keys(registrySchema.parse(answer.json()).remotes) };
  };

  it('names the admin remote to an admin only (N-01)', async () => {
    expect((await registry()).names).toEqual(['mfe-cart-checkout', 'mfe-catalog']);
    expect((await registry()).answer.headers['cache-control']).toBe('no-cache');
    const forAdmin = await registry(admin);
    expect(forAdmin.names).toContain('mfe-admin');
    expect(forAdmin.answer.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'Accept-Encoding, Cookie',
    });
    // The admin's answer was not cached for others.
    expect((await registry()).names).not.toContain('mfe-admin');
  });

  it('is answered with 304 until the next deployment, without a restart', async () => {
    const { answer } = await registry();
    const etag = { 'if-none-match': String(answer.headers.etag) };
    expect((await gateway.get('/remotes/registry.json', etag)).status).toBe(304);
    await deploy(folders, 'mfe-catalog', '1.1.0');
    await waitUntil(async () => (await gateway.get('/remotes/registry.json', etag)).status === 200);
    const changed = registrySchema.parse((await gateway.get('/remotes/registry.json')).json());
    expect(changed.remotes['mfe-catalog']?.entry).toBe('/remotes/mfe-catalog/1.1.0/remoteEntry.js');
  });
});

describe('pictures', () => {
  it('come from the folder, cached for a year, in a sandbox', async () => {
    const local = await startGateway({
      folders: { ...folders, remove: async () => undefined },
      env: { UPLOADS_FOLDER: folders.uploadsFolder },
    });
    const answer = await local.get('/uploads/phone-1/640.avif');
    expect([answer.status, answer.text]).toEqual([200, 'avif']);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/avif',
      'cache-control': yearCacheControl,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    expect(
      (await local.get('/uploads/phone-1/640.avif', { 'if-none-match': String(answer.headers.etag) })).status,
    ).toBe(304);
    await local.stop();
  });

  it('come from catalog without the folder, and are not cached until they are final', async () => {
    gateway.catalog.answer = (_req, res) =>
      res.writeHead(200, { 'Content-Type': 'image/webp', 'Cache-Control': 'no-cache' }).end('picture');
    const answer = await gateway.get('/uploads/phone-9/320.webp');
    const headers = {
      'cache-control': yearCacheControl,
      'content-security-policy': expect.stringContaining('sandbox'),
    };
    expect(answer).toMatchObject({ status: 200, text: 'picture', headers });
    gateway.catalog.answer = (_req, res) => res.writeHead(404).end('{}');
    expect((await gateway.get('/uploads/phone-8/320.webp')).headers['cache-control']).toBe('no-store');
    // The picture is not encoded yet.
    gateway.catalog.answer = (_req, res) =>
      res.writeHead(200, { 'Cache-Control': 'no-store' }).end('largest');
    expect((await gateway.get('/uploads/phone-9/320.avif')).headers['cache-control']).toBe('no-store');
  });

  it.each([
    '/uploads/',
    '/uploads/phone-1/',
    '/uploads/phone-1/641.webp',
    '/uploads/phone-1/640.svg',
    '/uploads/../outside.js',
    '/uploads/..%2foutside.js',
    '/uploads/%2e%2e/outside.js',
    '/uploads/phone-1/../../outside.js',
    '/uploads//etc/passwd',
    '/uploads/PHONE/640.webp',
  ])('%s is 404 without a call to a service', async (path) => {
    gateway.catalog.requests.length = 0;
    expect(await gateway.raw(rawRequest(path))).toMatch(/^HTTP\/1\.1 404/);
    expect(gateway.catalog.requests).toEqual([]);
  });
});

it('a file that was altered after its deployment is sent with the original hash, so that the browser refuses it (N-04)', async () => {
  const file = join(folders.remotesFolder, 'mfe-catalog', '1.0.0', 'remote.11111111.js');
  await appendFile(file, ' ');
  const build = await openRegistry(folders).readBuild('mfe-catalog', '1.0.0');
  expect(build.files['remote.11111111.js']?.integrity).toMatch(/^sha384-/);
  expect((await gateway.get('/remotes/mfe-catalog/1.0.0/remote.11111111.js')).status).toBe(200);
});
