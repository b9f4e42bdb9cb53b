import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { registrySchema } from '@kinmel/contracts';
import { isInCanary } from '../registry/canary.ts';
import { openRegistry } from '../registry/open-registry.ts';
import { createRevision, signRevision } from '../registry/revisions/revision-files.ts';
import {
  adminDeclaration,
  cartDeclaration,
  catalogDeclaration,
  deploy,
  type Folders,
  makeFolders,
  makeShop,
  record,
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
import { sendJson } from '../testing/stub-service.ts';

const id = '65a000000000000000000001';
const maliciousText = '</script><script>alert(1)</script><!--\u2028';

let folders: Folders;
let gateway: RunningGateway;
let productName: string;

async function activate(remote: string, version: string, canaryPercent?: number): Promise<void> {
  const revision = await deploy(folders, remote, version, canaryPercent);
  await gateway.context.remotes.refresh();
  expect(gateway.context.remotes.revision).toBe(revision);
}

beforeEach(async () => {
  folders = await makeShop(catalogDeclaration, cartDeclaration, adminDeclaration);
  await writeRemote(folders, catalogDeclaration, '1.1.0');
  gateway = await startGateway({ folders });
  productName = 'Phone';
  gateway.catalog.answer = (req, res) => {
    const product = { _id: id, name: productName, pictures: [{ id: 'phone-1' }] };
    if (req.url === `/api/products/${id}`)
      sendJson(req, res, { success: true, data: product }, productName.slice(0, 9));
    else if (req.url?.startsWith('/api/products/65')) res.writeHead(404).end('{}');
    else sendJson(req, res, { success: true, data: [product], url: req.url });
  };
});

afterEach(() => gateway.stop());

const tags = (answer: Answer, pattern: RegExp) => answer.text.match(pattern) ?? [];
const page = (path: string, headers: Record<string, string> = {}) => gateway.get(path, headers);

describe('the HTML of a first view', () => {
  it('sends no referrer from a reset link, and shares one page for all links (SIL-06)', async () => {
    const policies = await Promise.all(
      ['/resetpassword?token=s3cret', '/resetpassword/?token=other', '/login'].map(
        async (path) => (await page(path)).headers['referrer-policy'],
      ),
    );
    expect(policies).toEqual(['no-referrer', 'no-referrer', 'strict-origin-when-cross-origin']);
    expect((await page('/resetpassword?token=s3cret')).text).not.toContain('s3cret');
  });

  it('sends no referrer from a tracking link, and logs no token (SIL-49)', async () => {
    gateway.logLines.length = 0;
    for (const path of ['/request-links/s3cret-key', '/request-links/s3cret-key/']) {
      const answer = await page(path);
      expect([answer.status, answer.headers['referrer-policy']]).toEqual([200, 'no-referrer']);
      expect(answer.text).not.toContain('s3cret');
      expect(answer.text).toContain('noindex');
    }
    const refused = await page('/api/request-links/s3cret-key/accept/nothing');
    expect(refused.status).toBe(404);
    await waitUntil(() => gateway.logLines.some((line) => line.includes('/api/request-links/')));
    expect(gateway.logLines.join()).toContain('/api/request-links/:token/accept/nothing');
    expect(gateway.logLines.join()).not.toContain('s3cret');
  });

  it('contains registry, manifests and first-view data under the addresses that the page requests', async () => {
    const answer = await page(`/productdetails?id=${id}`);
    expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    expect(Object.keys(registrySchema.parse(blockOf(answer, 'registry')).remotes)).toEqual([
      'mfe-catalog',
      'mfe-cart-checkout',
    ]);
    expect(blockOf(answer, 'manifests')).toMatchObject({
      'mfe-catalog': { name: 'mfe_catalog', version: '1.0.0' },
      'mfe-cart-checkout': { name: 'mfe_cart_checkout' },
    });
    expect(blockOf(answer, 'first-data')).toEqual({
      [`/api/products/${id}`]: {
        success: true,
        data: { _id: id, name: 'Phone', pictures: [{ id: 'phone-1' }] },
      },
      '/api/policy': { success: true, data: {}, from: 'order' },
    });
    expect(answer.text).toContain('<title>Product details | Kinmel</title>');
    expect(tags(answer, /<title>/g)).toHaveLength(1);
  });

  it('lists every file of the first view with its hash: entry, module, page, widgets, styles, shell', async () => {
    const answer = await page(`/productdetails?id=${id}`);
    const files = tags(answer, /(?:href|src)="(\/(?:remotes|shell)\/[^"]+)"/g).map((tag) =>
      tag.slice(tag.indexOf('"') + 1, -1),
    );
    expect(files).toEqual([
      '/shell/s1/outfit.woff2',
      '/shell/s1/main.css',
      '/remotes/mfe-catalog/1.0.0/remote.11111111.css',
      '/remotes/mfe-catalog/1.0.0/page-product.33333333.css',
      '/remotes/mfe-catalog/1.0.0/remoteEntry.js',
      '/remotes/mfe-catalog/1.0.0/remote.11111111.js',
      '/remotes/mfe-catalog/1.0.0/page-product.33333333.js',
      '/remotes/mfe-cart-checkout/1.0.0/remoteEntry.js',
      '/remotes/mfe-cart-checkout/1.0.0/cart-badge.22222222.js',
      '/remotes/mfe-cart-checkout/1.0.0/add-to-cart.22222222.js',
      '/shell/s1/vendor.js',
      '/shell/s1/main.js',
    ]);
    for (const tag of tags(answer, /<(?:script|link)[^>]+(?:href|src)="\/[^>]+>/g)) {
      if (tag.includes('as="font"')) continue;
      expect(tag).toMatch(/ integrity="sha384-[A-Za-z0-9+/]{64}"/);
      expect(tag).toMatch(/ crossorigin="anonymous"/);
    }
    for (const file of files) expect([file, (await page(file)).status]).toEqual([file, 200]);
    // Files of remotes block neither the first paint nor the scripts of the shell.
    const remoteTags = tags(answer, /<(?:script|link)[^>]+(?:href|src)="\/remotes\/[^>]+>/g);
    expect(remoteTags.filter((tag) => !tag.includes('rel="preload"'))).toEqual([]);
  });

  it("preloads the largest picture with the page's candidates and high priority", async () => {
    const [tag = ''] = tags(await page(`/productdetails?id=${id}`), /<link rel="preload" as="image"[^>]+>/g);
    expect(tag).toContain('fetchpriority="high"');
    expect(tag).toContain('type="image/avif"');
    expect(tag).toContain(
      'imagesrcset="/uploads/phone-1/320.avif 320w, /uploads/phone-1/640.avif 640w, /uploads/phone-1/1200.avif 1200w"',
    );
    expect(tag).toContain('imagesizes="(max-width: 768px) 100vw, 50vw"');
  });

  it('is cached while nothing changes, and answers 304', async () => {
    const first = await page('/');
    const before = gateway.catalog.requests.length;
    const second = await page('/');
    expect(second.text).toBe(first.text);
    expect(second.headers['content-security-policy']).toBe(first.headers['content-security-policy']);
    expect((await page('/', { 'if-none-match': String(first.headers.etag) })).status).toBe(304);
    expect(gateway.catalog.requests.length).toBe(before);
    // Parameters that the page does not read are ignored.
    expect((await page('/?utm_source=letter')).headers.etag).toBe(first.headers.etag);
  });

  it('is not cached while events cannot arrive', async () => {
    await page(`/productdetails?id=${id}`);
    gateway.feed.disconnect();
    for (productName of ['Phone 3', 'Phone 4'])
      expect((await page(`/productdetails?id=${id}`)).text).toContain(productName);
  });

  it('passes on declared parameters only, in declared order', async () => {
    await page('/search-results?evil=1&page=2&search=red%20phone%26x');
    expect(gateway.catalog.requests.map(({ url }) => url)).toEqual([
      '/api/products?search=red+phone%26x&page=2',
    ]);
    expect(blockOf(await page('/search-results?page=2&search=a'), 'first-data')).toMatchObject({
      '/api/products?search=a&page=2': { url: '/api/products?search=a&page=2' },
    });
  });

  it('has no first-view data once its visitor exceeds the limit of reads, and is then not cached', async () => {
    const limitedGateway = await startGateway({
      folders,
      env: { GATEWAY_READS_PER_MINUTE: '1' },
    });
    limitedGateway.catalog.answer = (req, res) => sendJson(req, res, { url: req.url });
    await limitedGateway.get('/search-results?search=a');
    const bareAnswer = await limitedGateway.get('/search-results?search=b');
    expect(bareAnswer.status).toBe(200);
    expect(blockOf(bareAnswer, 'first-data')).toEqual({});
    expect(bareAnswer.headers['ratelimit']).toBeUndefined();
    expect(limitedGateway.catalog.requests.map(({ url }) => url)).toEqual(['/api/products?search=a']);
    await limitedGateway.stop();
  });

  it('is made once for all unknown addresses, and without first-view data once per pattern', async () => {
    const { htmlPages } = gateway.context;
    const visitor = { isAdmin: false, visitor: undefined };
    const answerOf = (address: string, mayCallServices: boolean) => {
      const { pathname, searchParams } = new URL(address, 'http://shop.example');
      return htmlPages.answer(pathname, searchParams, visitor, mayCallServices);
    };
    for (const [mayCallServices, path, otherPath] of [
      [true, '/nowhere/1', '/nowhere/2?x=3'],
      [false, '/nowhere/4', '/nowhere/5'],
      [true, '/admin/a', '/admin/b'],
      [false, '/search-results?search=a', '/search-results?search=b'],
      [false, '/guides/laptop', '/guides/phone'],
    ] as const) {
      const madePage = await answerOf(path, mayCallServices);
      expect(madePage).toBeDefined();
      expect([path, (await answerOf(otherPath, mayCallServices)) === madePage]).toEqual([path, true]);
    }
    const barePage = await answerOf('/search-results?search=c', false);
    const fullPage = await answerOf('/search-results?search=c', true);
    expect(fullPage === barePage).toBe(false);
    expect((await answerOf('/search-results?search=c', false)) === fullPage).toBe(true);
    expect((await answerOf('/admin/a', true))?.status).toBe(200);
    expect((await answerOf('/nowhere/1', true))?.status).toBe(404);
    expect((await answerOf('/search-results?search=c', true))?.status).toBe(200);
  });

  it('requests the filtered list, or the default without a filter', async () => {
    const request = '/api/products?category={category=smartphone}';
    const listing = { path: '/smartphone', title: 'Phones', firstData: [{ request, query: ['brand'] }] };
    await writeRemote(folders, { ...catalogDeclaration, pages: [listing] }, '2.0.0');
    await activate('mfe-catalog', '2.0.0');
    const requestsOf = async (query: string) =>
      Object.keys(blockOf(await page(`/smartphone${query}`), 'first-data') as object);
    expect(await requestsOf('')).toEqual(['/api/products?category=smartphone']);
    expect(await requestsOf('?category=smartphone%2Cgalaxyproducts&brand=A')).toEqual([
      '/api/products?category=smartphone%2Cgalaxyproducts&brand=A',
    ]);
    expect(await requestsOf('?brand=A')).toEqual(['/api/products?category=smartphone&brand=A']);
    // Without this filter the request would be for another list.
    expect(await requestsOf(`?brand=${'a'.repeat(300)}`)).toEqual([]);
  });

  it.each([
    '/productdetails',
    '/productdetails?id=',
    `/productdetails?id=${'a'.repeat(300)}`,
    '/productdetails?id=..%2f..%2fadmin%2fdashboard-stats',
  ])('leaves out a request without a usable parameter: %s', async (path) => {
    const answer = await page(path);
    expect(answer.status).toBe(200);
    expect(Object.keys(blockOf(answer, 'first-data') as object)).toEqual(['/api/policy']);
    expect(gateway.catalog.requests).toEqual([]);
  });

  it('leaves out first-view data that is missing, late or refused, and has it once it is available', async () => {
    expect(blockOf(await page(`/productdetails?id=${id.replace(/1$/, '9')}`), 'first-data')).toEqual({
      '/api/policy': { success: true, data: {}, from: 'order' },
    });
    let release: () => void = () => undefined;
    gateway.catalog.answer = (req, res) => {
      release = () => sendJson(req, res, { late: true });
    };
    const startedAt = performance.now();
    const lateAnswer = await page('/');
    expect(performance.now() - startedAt).toBeLessThan(1500);
    expect([lateAnswer.status, blockOf(lateAnswer, 'first-data')]).toEqual([200, {}]);
    release();
    await waitUntil(async () => JSON.stringify(blockOf(await page('/'), 'first-data')).includes('late'));
    await gateway.catalog.kill();
    gateway.feed.announce({ type: 'product.updated', aggregateId: id });
    expect((await page('/')).status).toBe(200);
  });

  it('escapes markup in data, names and addresses (N-10)', async () => {
    productName = maliciousText;
    const answer = await page(`/productdetails?id=${id}`);
    expect(answer.text).not.toContain('<script>alert');
    expect(answer.text).not.toContain('<!--');
    expect(answer.text).not.toContain('\u2028');
    const data = blockOf(answer, 'first-data') as Record<string, { data: { name: string } }>;
    expect(data[`/api/products/${id}`]?.data.name).toBe(maliciousText);
    await writeRemote(
      folders,
      {
        ...catalogDeclaration,
        owner: maliciousText,
        pages: [{ path: '/', title: '"><img onerror=x>', firstData: [] }],
      },
      '6.6.6',
    );
    await activate('mfe-catalog', '6.6.6');
    const renamedPage = await page('/');
    expect(renamedPage.text).not.toContain('<img');
    expect(renamedPage.text).not.toContain('<script>alert');
    const searchPage = await page(`/search-results?search=${encodeURIComponent(maliciousText)}`);
    expect(searchPage.text).not.toContain('<script>alert');
  });

  it("allows the template's inline script by its hash, and no other inline script (N-11)", async () => {
    const script = 'self.kinmelEarlyInput=[];';
    await gateway.stop();
    folders = await makeFolders();
    await writeShell(folders, 's1', shellTemplate.replace('<body>', `<body><script>${script}</script>`));
    await deploy(folders, 'shell', 's1');
    gateway = await startGateway({ folders });
    const hash = createHash('sha256').update(script).digest('base64');
    const policy = String((await page('/')).headers['content-security-policy']);
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(policy).not.toContain('unsafe');
  });
});

describe('addresses', () => {
  it.each([
    '/',
    '/categories',
    '/login',
    '/cart/',
    '/edit-product/abc',
    '/admin/dashboard',
    '/sellyourphone',
  ])('%s is an address of the shop (SIL-63)', async (path) => {
    expect((await page(path)).status).toBe(200);
  });

  it.each(['/nothing', '/cart/nothing', '/guides', '/guides/a/b', '/Cart'])(
    '%s is 404 and shows the shop (SIL-63)',
    async (path) => {
      const answer = await page(path);
      expect([answer.status, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(registrySchema.safeParse(blockOf(answer, 'registry')).success).toBe(true);
      expect(answer.text).toContain('<title>Page not found | Kinmel</title>');
    },
  );

  it.each([
    ['/index.html', '/'],
    ['/index.html?utm_source=x', '/?utm_source=x'],
    ['/index.htm', '/'],
    ['/cart).', '/cart'],
    ['/request-links/abc-_.', '/request-links/abc-_'],
    ['/tracking/abc-_', '/request-links/abc-_'],
    ['/tracking/abc-_?utm_source=mail', '/request-links/abc-_?utm_source=mail'],
    ['/alerts/abc%29', '/alerts/abc'],
    ['/request-links/abc%E2%80%9D', '/request-links/abc'],
    [`/productdetails?id=${id})`, `/productdetails?id=${id}`],
    ['/resetpassword?token=abc>', '/resetpassword?token=abc'],
    ['/newsletter?utm_source=mail&confirm=abc%3E.', '/newsletter?utm_source=mail&confirm=abc'],
  ])('%s leads to %s, without a referrer', async (path, location) => {
    const { status, headers } = await page(path);
    expect([status, headers.location]).toEqual([301, location]);
    expect([headers['referrer-policy'], headers['cache-control']]).toEqual(['no-referrer', 'no-store']);
  });

  it.each([
    '/search-results?search=what?',
    '//shop.example).',
    '/api/nothing).',
    '/request-links/abc-_',
    '/.',
  ])('%s is not redirected', async (path) => {
    expect((await page(path)).headers.location).toBeUndefined();
  });

  it.each(['/index.php', '/products.php', '/files/phone.pdf'])(
    '%s is a page for browsers and a JSON 404 for programs (SIL-63)',
    async (path) => {
      const accept = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8';
      const person = await page(path, { accept });
      expect([person.status, person.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      const program = await page(path, { accept: '*/*' });
      expect([program.status, program.headers['content-type']]).toEqual([
        404,
        'application/json; charset=utf-8',
      ]);
      const hidden = await page('/.env.html', { accept });
      expect(hidden.headers['content-type']).toBe('application/json; charset=utf-8');
    },
  );
});

describe('deployments', () => {
  it('are active as soon as the folder exists, even when the revision came first', async () => {
    const otherFolders = { ...folders, remotesFolder: join(folders.root, 'elsewhere') };
    await writeRemote(otherFolders, catalogDeclaration, '1.2.0');
    const deployment = openRegistry(otherFolders);
    const { revision } = await deployment.activate({
      ...record,
      part: 'mfe-catalog',
      version: '1.2.0',
      expectedRevision: gateway.context.remotes.revision,
      action: 'deploy',
    });
    await gateway.context.remotes.refresh();
    expect(gateway.context.remotes.revision).toBe(revision);
    expect((await page('/')).text).toContain('/remotes/mfe-catalog/1.0.0/');
    expect((await page('/remotes/registry.json')).text).toContain('/remotes/mfe-catalog/1.0.0/');
    await writeRemote(folders, catalogDeclaration, '1.2.0');
    await waitUntil(async () => (await page('/')).text.includes('/remotes/mfe-catalog/1.2.0/'));
    expect((await page('/remotes/registry.json')).text).toContain('/remotes/mfe-catalog/1.2.0/');
  });

  it('are not activated when they do not fit: the last good version stays, and the reason is logged', async () => {
    const before = (await page('/')).text;
    await writeRemote(folders, { ...catalogDeclaration, pages: cartDeclaration.pages }, '1.2.0');
    const lastRevision = await openRegistry(folders).current();
    if (!lastRevision) throw new Error('nothing is deployed');
    const revision = lastRevision.revision + 1;
    const active = {
      ...lastRevision.active,
      'mfe-catalog': { version: '1.2.0', previous: '1.0.0', since: lastRevision.at },
    };
    const manualRevision = signRevision(
      { ...lastRevision, revision, part: 'mfe-catalog', active },
      folders.privateKeyFile,
    );
    await createRevision(folders.registryFolder, manualRevision);
    await gateway.context.remotes.refresh();
    expect(gateway.context.remotes.revision).toBe(revision);
    expect((await page('/')).text.replaceAll(`"revision":${revision}`, `"revision":${revision - 1}`)).toBe(
      before,
    );
    expect(gateway.logLines.join('')).toContain('its page /cart is a page of mfe-cart-checkout 1.0.0');
    // After a restart there is no version before it.
    const restarted = await startGateway({ folders });
    const { builds } = restarted.context.remotes.viewOf({ isAdmin: false });
    await restarted.stop();
    expect(builds.map(({ declaration, version }) => [declaration.name, version])).toEqual([
      ['mfe-catalog', '1.0.0'],
      ['mfe-cart-checkout', '1.0.0'],
    ]);
  });

  it('to a share of visitors are stable per visitor, in the page and in the registry', async () => {
    expect((await page('/')).headers['set-cookie']).toBeUndefined();
    await activate('mfe-catalog', '1.1.0', 40);
    const countByVersion = { '1.0.0': 0, '1.1.0': 0 };
    for (let index = 0; index < 60; index += 1) {
      const first = await page('/');
      const cookie = String(first.headers['set-cookie']?.[0]);
      expect(cookie).toMatch(/^kinmel-visitor=[\w-]{16}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax$/);
      expect(first.headers).toMatchObject({
        'cache-control': 'private, no-cache',
        vary: 'Accept-Encoding, Cookie',
      });
      const visitor = cookie.slice('kinmel-visitor='.length, cookie.indexOf(';'));
      const expected = isInCanary(visitor, 'mfe-catalog', 40) ? '1.1.0' : '1.0.0';
      const headers = { cookie: `kinmel-visitor=${visitor}` };
      const repeatedAnswer = await page('/', headers);
      const { remotes } = registrySchema.parse((await page('/remotes/registry.json', headers)).json());
      expect(repeatedAnswer.headers['set-cookie']).toBeUndefined();
      for (const answer of [first, repeatedAnswer])
        expect(answer.text).toContain(`/remotes/mfe-catalog/${expected}/remoteEntry.js`);
      expect(remotes['mfe-catalog']?.version).toBe(expected);
      countByVersion[expected] += 1;
    }
    expect(Math.min(countByVersion['1.0.0'], countByVersion['1.1.0'])).toBeGreaterThan(5);
  });

  it('to a share have a cookie that is bound to the host with https, and still read that of an earlier release', async () => {
    await activate('mfe-catalog', '1.1.0', 40);
    const env = { GATEWAY_PUBLIC_URL: 'https://shop.example' };
    const httpsGateway = await startGateway({ folders, env });
    const [first] = (await httpsGateway.get('/')).headers['set-cookie'] ?? [];
    const value = 'visitor-00000001';
    const laterCookies = [];
    for (const name of ['__Host-kinmel-visitor', 'kinmel-visitor'])
      laterCookies.push((await httpsGateway.get('/', { cookie: `${name}=${value}` })).headers['set-cookie']);
    await httpsGateway.stop();
    expect(first).toMatch(
      /^__Host-kinmel-visitor=[\w-]{16}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(laterCookies).toEqual([undefined, undefined]);
  });

  it('to a share, for admins only, do not affect visitors outside the canary', async () => {
    const adminOnly = { ...catalogDeclaration, requiredRole: 'admin' as const };
    await writeRemote(folders, adminOnly, '2.0.0');
    await activate('mfe-catalog', '2.0.0', 50);
    const visitors = Array.from(
      { length: 40 },
      (_value, index) => `visitor-${String(index).padStart(8, '0')}`,
    );
    const visitorInCanary = visitors.find((visitor) => isInCanary(visitor, 'mfe-catalog', 50));
    const visitorOutside = visitors.find((visitor) => !isInCanary(visitor, 'mfe-catalog', 50));
    const namesFor = async (visitor: string | undefined) =>
      Object.keys(
        registrySchema.parse(
          (await page('/remotes/registry.json', { cookie: `kinmel-visitor=${visitor}` })).json(),
        ).remotes,
      );
    expect(await namesFor(visitorInCanary)).not.toContain('mfe-catalog');
    expect(await namesFor(visitorOutside)).toContain('mfe-catalog');
  });

  it('without a shell answer 503, and the gateway is not ready', async () => {
    const emptyFolders = await makeFolders();
    const emptyGateway = await startGateway({ folders: emptyFolders });
    expect((await emptyGateway.get('/')).status).toBe(503);
    expect((await emptyGateway.get('/health/ready')).status).toBe(503);
    await writeShell(emptyFolders);
    await deploy(emptyFolders, 'shell', 's1');
    await waitUntil(async () => (await emptyGateway.get('/')).status === 200);
    await emptyGateway.stop();
  });
});
