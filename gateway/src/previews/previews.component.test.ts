import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fakeDate } from '@kinmel/testing/fake-date';
import { testTokens } from '@kinmel/testing/servers';
import { ensureKeyPair, signBytes } from '../registry/signatures.ts';
import {
  adminDeclaration,
  cartDeclaration,
  catalogDeclaration,
  deploy,
  type Folders,
  makeShop,
  shellTemplate,
  writeRemote,
  writeShell,
} from '../testing/remote-folder.ts';
import {
  type Answer,
  blockOf,
  type RunningGateway,
  startGateway,
  waitUntil,
} from '../testing/running-gateway.ts';
import { type StubService, sendJson, startStub } from '../testing/stub-service.ts';
import { previewLink } from './preview-token.ts';

const tokens = testTokens();
const admin = `kinmel-admin-files=${tokens.adminFiles()}`;
const template = shellTemplate.replace('id="root"', 'id="app"');
let folders: Folders;
let gateway: RunningGateway;
let render: StubService;

beforeEach(async () => {
  folders = await makeShop(catalogDeclaration, cartDeclaration, adminDeclaration);
  await writeRemote(folders, catalogDeclaration, '1.1.0');
  await writeRemote(folders, adminDeclaration, '1.1.0');
  await writeShell(folders, 's2', template);
  render = await startStub((req, res) => sendJson(req, res, {}));
  const env = { JWKS_FILE: tokens.jwksFile, RENDER_URL: render.url };
  gateway = await startGateway({ folders, env, settings: { prerenders: false } });
});
afterEach(async () => {
  jest.useRealTimers();
  await gateway.stop();
  await render.kill();
});
afterAll(() => tokens.cleanUp());

/** The path of a link to a version. */
const linkTo = (part: string, version: string, shop = gateway.url, keyFile = folders.privateKeyFile) =>
  previewLink({ part, version, shop }, keyFile, new Date()).slice(shop.length);

const cookieIn = ({ headers }: Answer) => headers['set-cookie']?.[0] ?? '';

/** Opens a link; resolves with the cookies that the browser then has. */
async function enter(part: string, version: string, cookie = ''): Promise<string> {
  const answer = await gateway.get(linkTo(part, version), { cookie });
  expect([answer.status, answer.headers.location]).toEqual([303, '/']);
  return [cookieIn(answer).split(';')[0], cookie].filter(Boolean).join('; ');
}

const refusalOf = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await gateway.get(path, headers);
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(answer.json()).toMatchObject({ success: false, code: 'not-allowed' });
  return (answer.json() as { message: string }).message;
};

const catalogIn = (answer: Answer) =>
  (blockOf(answer, 'registry') as { remotes: Record<string, { version: string }> }).remotes['mfe-catalog']
    ?.version;

/** A link whose signed content is any text. */
function signedLink(content: object): string {
  const bytes = Buffer.from(JSON.stringify(content));
  const signature = Buffer.from(signBytes(bytes, folders.privateKeyFile)).toString('base64url');
  return `/preview?token=${bytes.toString('base64url')}.${signature}`;
}

describe('a preview link', () => {
  it('shows one version to one browser for a day, and changes nothing for another browser', async () => {
    const before = (await gateway.get('/')).text;
    const openAnswer = await gateway.get(linkTo('mfe-catalog', '1.1.0'));
    expect(cookieIn(openAnswer)).toMatch(
      /^kinmel-preview=[\w.-]+; Path=\/; Max-Age=86[34]\d\d; HttpOnly; SameSite=Lax$/,
    );
    expect(openAnswer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    const cookie = await enter('mfe-catalog', '1.1.0');
    for (const path of ['/', '/productdetails?id=1', '/no-such-page']) {
      const answer = await gateway.get(path, { cookie });
      expect(catalogIn(answer)).toBe('1.1.0');
      expect(answer.text).toContain('Preview of <strong>mfe-catalog 1.1.0</strong>');
      expect(answer.headers).toMatchObject({
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex',
      });
    }
    const otherBrowser = await gateway.get('/');
    expect(otherBrowser.text).toBe(before);
    expect(catalogIn(otherBrowser)).toBe('1.0.0');
    expect(otherBrowser.text).not.toContain('kinmel-preview');
    expect(otherBrowser.headers['x-robots-tag']).toBeUndefined();
  });

  it('shows the same version in the registry, and its files', async () => {
    const cookie = await enter('mfe-catalog', '1.1.0');
    const answer = await gateway.get('/remotes/registry.json', { cookie });
    expect(answer.json()).toMatchObject({ remotes: { 'mfe-catalog': { version: '1.1.0' } } });
    expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
    expect((await gateway.get('/remotes/registry.json')).json()).toMatchObject({
      remotes: { 'mfe-catalog': { version: '1.0.0' } },
    });
    expect((await gateway.get('/remotes/mfe-catalog/1.1.0/remoteEntry.js', { cookie })).status).toBe(200);
  });

  it('shows a version of the shell, which is not rendered by the render process', async () => {
    const cookie = await enter('shell', 's2');
    const answer = await gateway.get('/', { cookie });
    expect(answer.text).toContain('/shell/s2/main.js');
    expect(answer.text).toContain('<body><aside id="kinmel-preview"');
    expect(answer.text).toContain('<div id="app"></div>');
    expect(render.requests.filter(({ url }) => url?.includes('s2'))).toEqual([]);
    expect((await gateway.get('/')).text).toContain('/shell/s1/main.js');
  });

  it('has a bar whose styles the content security policy allows, and a button that leaves', async () => {
    const cookie = await enter('mfe-catalog', '1.1.0');
    const { headers, text } = await gateway.get('/', { cookie });
    expect(headers['content-security-policy']).toMatch(/style-src 'self' 'sha256-/);
    expect(text).toContain(
      '<form method="post" action="/preview/leave"><button>Leave preview</button></form>',
    );
    const leaveAnswer = await gateway.send('POST', '/preview/leave', { headers: { cookie } });
    expect([leaveAnswer.status, leaveAnswer.headers.location]).toEqual([303, '/']);
    expect(cookieIn(leaveAnswer)).toMatch(/^kinmel-preview=; Path=\/; Max-Age=0;/);
  });

  it('is not stored in the cache of public pages', async () => {
    const cookie = await enter('mfe-catalog', '1.1.0');
    const put = jest.spyOn(gateway.context.responseCache, 'put');
    await gateway.get('/cart', { cookie });
    await gateway.get('/remotes/registry.json', { cookie });
    expect(put).not.toHaveBeenCalled();
    await gateway.get('/cart');
    expect(put).toHaveBeenCalledTimes(1);
  });

  it('shows the active versions of everything else, without canaries', async () => {
    await writeRemote(folders, cartDeclaration, '2.0.0');
    const revision = await deploy(folders, 'mfe-cart-checkout', '2.0.0', 100);
    await waitUntil(() => gateway.context.remotes.revision === revision);
    const cookie = await enter('mfe-catalog', '1.1.0', `kinmel-visitor=${'a'.repeat(16)}`);
    expect((await gateway.get('/', { cookie })).text).toContain('mfe-cart-checkout/1.0.0/');
  });

  it('expires a day later', async () => {
    const link = linkTo('mfe-catalog', '1.1.0');
    const cookie = await enter('mfe-catalog', '1.1.0');
    fakeDate(Date.now() + 86_400_000, true);
    expect(await refusalOf(link)).toBe('This preview link has expired. Ask for a new one.');
    const answer = await gateway.get('/', { cookie });
    expect([catalogIn(answer), answer.text.includes('kinmel-preview')]).toEqual(['1.0.0', false]);
  });

  it('has a Secure cookie, and is only for the public address, when the shop is reached by https', async () => {
    await gateway.stop();
    folders = await makeShop(catalogDeclaration);
    gateway = await startGateway({ folders, env: { GATEWAY_PUBLIC_URL: 'https://kinmel.example' } });
    const link = linkTo('mfe-catalog', '1.0.0', 'https://kinmel.example');
    const setCookie = cookieIn(await gateway.get(link));
    expect(setCookie).toMatch(
      /^__Host-kinmel-preview=.*; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
    );
    const [cookie = ''] = setCookie.split(';');
    // The second name is that of an earlier release.
    for (const sentCookie of [cookie, cookie.replace('__Host-', '')])
      expect((await gateway.get('/', { cookie: sentCookie })).text).toContain('Preview of <strong>');
    const leaveAnswer = await gateway.send('POST', '/preview/leave', { headers: { cookie } });
    expect(leaveAnswer.headers['set-cookie']?.map((line) => line.split('=')[0])).toEqual([
      '__Host-kinmel-preview',
      'kinmel-preview',
    ]);
    expect(await refusalOf(linkTo('mfe-catalog', '1.0.0'))).toBe(`This preview link is for ${gateway.url}.`);
  });
});

describe('is refused, with the reason,', () => {
  const preview = () => ({
    use: 'preview',
    part: 'mfe-catalog',
    version: '1.1.0',
    shop: gateway.url,
    until: new Date(Date.now() + 1000).toISOString(),
  });

  it('a link of another key', async () => {
    const strangerKeyFile = join(folders.root, 'keys/stranger.pem');
    ensureKeyPair({ privateKeyFile: strangerKeyFile, publicKeysFile: join(folders.root, 'keys/others.pem') });
    const link = linkTo('mfe-catalog', '1.1.0', gateway.url, strangerKeyFile);
    expect(await refusalOf(link)).toMatch(/^Refused: this preview link is signed by the key [0-9a-f]{16}/);
  });

  it('a link with another version than was signed', async () => {
    const [, signature] = linkTo('mfe-catalog', '1.0.0').split('.').slice(-2);
    const body = Buffer.from(JSON.stringify(preview())).toString('base64url');
    expect(await refusalOf(`/preview?token=${body}.${signature}`)).toBe(
      'Refused: this preview link is not what was signed.',
    );
    const cookie = `kinmel-preview=${body}.${signature}`;
    expect(catalogIn(await gateway.get('/', { cookie }))).toBe('1.0.0');
  });

  it('a link for another shop', async () => {
    expect(await refusalOf(linkTo('mfe-catalog', '1.1.0', 'https://other.example'))).toBe(
      'This preview link is for https://other.example.',
    );
  });

  it('an unknown version, and one that does not fit', async () => {
    expect(await refusalOf(linkTo('mfe-catalog', '9.9.9'))).toMatch(/^mfe-catalog 9.9.9 cannot be shown: /);
    await writeRemote(folders, { ...catalogDeclaration, contractVersion: 2 }, '2.0.0');
    expect(await refusalOf(linkTo('mfe-catalog', '2.0.0'))).toContain('it has contract version 2');
  });

  it('a version with a changed file', async () => {
    await writeFile(join(folders.remotesFolder, 'mfe-catalog/1.1.0/remoteEntry.js'), 'changed');
    expect(await refusalOf(linkTo('mfe-catalog', '1.1.0'))).toContain('remoteEntry.js is not what was built');
  });

  it('the remote of admins to anyone else, even when the cookie of the preview is copied', async () => {
    expect(await refusalOf(linkTo('mfe-admin', '1.1.0'))).toBe(
      'Only admins may see mfe-admin. Sign in first.',
    );
    const cookie = await enter('mfe-admin', '1.1.0', admin);
    expect((await gateway.get('/admin/dashboard', { cookie })).text).toContain('mfe-admin/1.1.0/');
    const [copiedCookie = ''] = cookie.split('; ');
    const answer = await gateway.get('/admin/dashboard', { cookie: copiedCookie });
    expect(answer.text).not.toContain('mfe-admin');
    expect(
      (await gateway.get('/remotes/mfe-admin/1.1.0/remoteEntry.js', { cookie: copiedCookie })).status,
    ).toBe(404);
  });

  it('a version of that remote that calls itself public', async () => {
    await writeRemote(folders, { ...adminDeclaration, requiredRole: 'public' }, '1.2.0');
    expect(await refusalOf(linkTo('mfe-admin', '1.2.0'))).toBe(
      'Only admins may see mfe-admin. Sign in first.',
    );
  });

  it.each([
    ['', ''],
    ['no token', '?token='],
    ['two tokens', '?token=a.b&token=c.d'],
    ['markup', '?token=%3Cscript%3E'],
    ['more than it may have', `?token=${'a'.repeat(700)}.b`],
  ])('a link with %s', async (_what, query) => {
    expect(await refusalOf(`/preview${query}`)).toBe('This is no preview link of the shop.');
  });

  it.each([
    ['a name with ..', { part: '../mfe-catalog' }],
    ['a version with ..', { version: '../1.1.0' }],
    ['a name in capitals', { part: 'MFE-CATALOG' }],
    ['markup', { version: '<b>' }],
    ['another use', { use: 'revision' }],
    ['a further field', { isAdmin: true }],
    ['an address in place of the shop', { shop: 'http://127.0.0.1/shop' }],
  ])('signed content with %s', async (_what, change) => {
    expect(await refusalOf(signedLink({ ...preview(), ...change }))).toBe(
      'This is no preview link of the shop.',
    );
  });

  it('a link for more than a day', async () => {
    const until = new Date(Date.now() + 86_410_000).toISOString();
    expect(await refusalOf(signedLink({ ...preview(), until }))).toContain('for more than a day');
  });

  it.each([
    ['POST', '/preview'],
    ['GET', '/preview/leave'],
  ])('%s %s', async (method, path) => {
    expect((await gateway.send(method, path)).status).toBe(405);
  });
});
