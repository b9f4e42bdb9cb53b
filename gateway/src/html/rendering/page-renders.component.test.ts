import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Registry, RemoteBuild, RemoteDeclaration, ServerFile } from '@kinmel/contracts';
import { testTokens } from '@kinmel/testing/servers';
import { isInCanary } from '../../registry/canary.ts';
import { openRegistry } from '../../registry/open-registry.ts';
import { integrityOf } from '../../registry/versions/build-files.ts';
import {
  adminDeclaration,
  cartDeclaration,
  catalogDeclaration,
  deploy,
  type Folders,
  makeFolders,
  record,
  shellTemplate,
  writeFiles,
  writeRemote,
  writeShell,
} from '../../testing/remote-folder.ts';
import { blockOf, type RunningGateway, startGateway, waitUntil } from '../../testing/running-gateway.ts';
import { type StubService, sendJson, startStub } from '../../testing/stub-service.ts';

/** A request that the stub of the render process received. */
interface RenderRequest {
  readonly rollback: number;
  readonly shell: string;
  readonly remotes: Record<string, string>;
  readonly remote?: string;
  readonly address: string;
  readonly registry: { readonly remotes: Record<string, { readonly version: string }> };
  readonly firstData: Record<string, unknown>;
}

/** Pages with secrets in their addresses. */
const secretLinksDeclaration: RemoteDeclaration = {
  ...cartDeclaration,
  name: 'mfe-services',
  pages: [
    { path: '/request-links/:token', title: 'Your request', parameters: ['more'], firstData: [] },
    { path: '/resetpassword', title: 'New password', parameters: ['token'], firstData: [] },
    { path: '/framed', title: 'Framed', ownFrame: true, firstData: [] },
  ],
  widgets: [],
};

const id = '65a000000000000000000001';
const tokens = testTokens();
const admin = { cookie: `kinmel-admin-files=${tokens.adminFiles()}` };
const code = 'exports.modules = {};';
const serverFile = (file: string): ServerFile => ({
  file,
  integrity: integrityOf(Buffer.from(code)),
  bytes: code.length,
});
const template = shellTemplate.replace('id="root"', 'id="app"');

let folders: Folders;
let gateway: RunningGateway;
let render: StubService;
let renderRequests: RenderRequest[];
let productName: string;
let renderPage: (page: RenderRequest) => Promise<string>;

async function write(declaration: RemoteDeclaration, version: string): Promise<RemoteBuild> {
  const folder = join(folders.remotesFolder, declaration.name, version);
  await writeFiles(folder, { 'server/remote.cjs': code });
  return writeRemote(folders, declaration, version, (build) => {
    build.server = serverFile('server/remote.cjs');
  });
}

async function activate(remote: string, version: string, sharePercent?: number): Promise<void> {
  const revision = await deploy(folders, remote, version, sharePercent);
  await gateway.context.remotes.refresh();
  expect(gateway.context.remotes.revision).toBe(revision);
}

async function start(env: Record<string, string> = {}, prerenders = false): Promise<void> {
  gateway = await startGateway({
    folders,
    env: { JWKS_FILE: tokens.jwksFile, RENDER_URL: render.url, GATEWAY_RENDER_MS: '5000', ...env },
    settings: { prerenders },
  });
  gateway.catalog.answer = (req, res) => {
    const product = { _id: id, name: productName };
    sendJson(req, res, { success: true, data: [product] }, productName);
  };
}

beforeEach(async () => {
  folders = await makeFolders();
  for (const version of ['s1', 's2']) {
    await writeFiles(join(folders.shellsFolder, version), { 'server/shell.cjs': code });
    await writeShell(folders, version, template, { server: serverFile('server/shell.cjs') });
  }
  await deploy(folders, 'shell', 's1');
  for (const version of ['1.0.0', '1.1.0']) await write(catalogDeclaration, version);
  await write(cartDeclaration, '1.0.0');
  await write(adminDeclaration, '1.0.0');
  for (const remote of ['mfe-catalog', 'mfe-cart-checkout', 'mfe-admin'])
    await deploy(folders, remote, '1.0.0');
  renderRequests = [];
  productName = 'Phone';
  renderPage = async ({ address, remotes, firstData }) =>
    `<main>${address} of mfe-catalog ${remotes['mfe-catalog']} with ${JSON.stringify(firstData).length > 2}</main>`;
  render = await startStub((req, res, body) => {
    if (req.url !== '/internal/pages') return void res.end('{}');
    const page = JSON.parse(body.toString('utf8')) as RenderRequest;
    renderRequests.push(page);
    renderPage(page).then(
      (html) => res.end(JSON.stringify({ success: true, html })),
      () => res.writeHead(503).end('{}'),
    );
  });
});

afterEach(async () => {
  await gateway.stop();
  await render.kill();
});
afterAll(() => tokens.cleanUp());

const home = (headers: Record<string, string> = {}) => gateway.get('/', headers);

describe('server rendering', () => {
  it('sends the server files to a render process that cannot read them', async () => {
    const received: object[] = [];
    render.answer = (req, res, body) => {
      const { files } = JSON.parse(body.toString('utf8')) as { files?: object };
      if (files === undefined) return void res.writeHead(409).end('{}');
      received.push(files);
      res.end(JSON.stringify({ success: true, html: '<main>rendered with sent files</main>' }));
    };
    await start();
    expect((await home()).text).toContain('rendered with sent files');
    expect(received.at(-1)).toEqual({ shell: code, 'mfe-catalog': code, 'mfe-cart-checkout': code });
  });

  it('passes the last automatic rollback to the render process, but not one by hand', async () => {
    await start();
    await home();
    expect(renderRequests.at(-1)?.rollback).toBe(0);
    const registry = openRegistry(folders);
    const rollBack = async (version: string, isAutomatic: boolean) => {
      await activate('mfe-catalog', '1.1.0');
      const expectedRevision = gateway.context.remotes.revision;
      const change = {
        ...record,
        action: 'rollback',
        part: 'mfe-catalog',
        version,
        expectedRevision,
      } as const;
      const { revision } = await registry.activate(isAutomatic ? { ...change, isAutomatic } : change);
      await gateway.context.remotes.refresh();
      await home();
      return revision;
    };
    await rollBack('1.0.0', false);
    expect(renderRequests.at(-1)?.rollback).toBe(0);
    const revision = await rollBack('1.0.0', true);
    expect(renderRequests.at(-1)?.rollback).toBe(revision);
  });

  it('sends versions, registry and first-view data of the page, inserts the HTML into the app element, inlines its styles and lowers the priority of scripts', async () => {
    await start();
    renderPage = async () => '<main>rendered<div data-widget="mfe-cart-checkout/add-to-cart"></div></main>';
    const answer = await home();
    const { text, headers } = answer;
    expect(text).toContain('<div id="app" data-rendered><main>rendered<div data-widget=');
    const head = text.slice(0, text.indexOf('</head>'));
    const [, style = ''] = /<style data-href="page-home\.33333333\.css">(.*?)<\/style>/s.exec(head) ?? [];
    expect(style).toContain('color: blue');
    expect(headers['content-security-policy']).toContain(
      `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    );
    // No request for a file of a remote may block the first paint.
    expect(head).not.toMatch(/rel="stylesheet" href="\/remotes\//);
    expect(head).not.toContain('as="style"');
    expect(text).not.toMatch(/"css":\{"sync":\["/);
    // Widgets in the rendered HTML are hydrated with it.
    expect(head).toContain('/remotes/mfe-cart-checkout/1.0.0/add-to-cart.22222222.js');
    const scripts = head.match(/<(?:script|link rel="preload" as="script")[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(3);
    for (const script of scripts) expect(script).toContain('fetchpriority="low"');
    expect(renderRequests).toEqual([
      expect.objectContaining({
        shell: 's1',
        remotes: { 'mfe-catalog': '1.0.0', 'mfe-cart-checkout': '1.0.0' },
        remote: 'mfe-catalog',
        address: '/',
        registry: blockOf(answer, 'registry'),
        firstData: blockOf(answer, 'first-data'),
      }),
    ]);
  });

  it('does not render a page with parameters beyond those of its first-view data, or with any when it declares none', async () => {
    await start();
    for (const path of ['/', '/guides/care'])
      expect((await gateway.get(path)).text).toContain('data-rendered');
    for (const path of ['/?confirm=x', '/?confirm=y', '/guides/care?utm_source=x'])
      expect((await gateway.get(path)).text).not.toContain('data-rendered');
    expect(renderRequests).toHaveLength(2);
  });

  it('shares the rendering with addresses that have parameters which the page does not read', async () => {
    await start();
    const { headers } = await home();
    for (const name of [
      'gad_source',
      'srsltid',
      'gbraid',
      'mc_cid',
      'ttclid',
      'ref',
      'utm_source',
      'anything',
    ]) {
      expect((await gateway.get(`/?${name}=s3cret&${name}=again`)).headers.etag).toBe(headers.etag);
      const { text } = await gateway.get(`/search-results?${name}=s3cret&search=pixel`);
      expect(text).toContain('data-rendered');
    }
    expect(renderRequests.map(({ address }) => address)).toEqual(['/', '/search-results?search=pixel']);
  });

  it('lists the parameters of each page in the registry', async () => {
    await start();
    const { remotes } = (await gateway.get('/remotes/registry.json')).json() as Registry;
    expect(remotes['mfe-catalog']?.pages.map(({ path, parameters }) => [path, parameters])).toEqual([
      ['/', ['confirm']],
      ['/productdetails', ['id']],
      ['/search-results', ['search', 'page']],
      ['/guides/:topic', undefined],
    ]);
  });

  it('caches a rendered page until an event drops one of its answers', async () => {
    await start();
    await home();
    expect((await home()).text).toContain('data-rendered');
    expect(renderRequests).toHaveLength(1);
    productName = 'Other';
    gateway.feed.announce({ type: 'product.updated', aggregateId: id });
    expect((await home()).text).toContain('Other');
    expect(renderRequests).toHaveLength(2);
    expect(JSON.stringify(renderRequests[1]?.firstData)).toContain('Other');
    // An event that changes no answer causes no rendering.
    const { headers } = await home();
    gateway.feed.announce({ type: 'product.updated', aggregateId: id });
    expect((await home()).headers.etag).toBe(headers.etag);
    expect(renderRequests).toHaveLength(2);
  });

  it('renders once for concurrent requests, and one page without its address for all unknown ones', async () => {
    await start();
    const answers = await Promise.all(Array.from({ length: 20 }, () => home()));
    for (const { text } of answers) expect(text).toContain('data-rendered');
    expect(renderRequests).toHaveLength(1);
    const [page, otherPage] = [await gateway.get('/no/such<b>here'), await gateway.get('/nothing-here')];
    expect([page.status, otherPage.status, renderRequests.length]).toEqual([404, 404, 2]);
    expect([renderRequests[1]?.address, renderRequests[1]?.remote]).toEqual(['/page-not-found', undefined]);
    expect(page.headers.etag).toBe(otherPage.headers.etag);
  });

  it('sends declared parameters only, and nothing about the visitor', async () => {
    await start();
    const personal = {
      cookie: 'kinmel-refresh=s3cret; other=s3cret',
      authorization: 'Bearer s3cret',
      'x-forwarded-for': '9.9.9.9',
    };
    const { text } = await gateway.get('/search-results?search=pixel&utm=s3cret', personal);
    expect(text).toContain('data-rendered');
    expect(renderRequests[0]?.address).toBe('/search-results?search=pixel');
    expect(JSON.stringify(renderRequests)).not.toMatch(/s3cret|9\.9\.9\.9/);
    for (const { headers } of render.requests) {
      expect(JSON.stringify(headers)).not.toMatch(/s3cret|9\.9\.9\.9/);
      // All of them are set by fetch itself.
      expect(Object.keys(headers).toSorted().join(' ')).toBe(
        'accept accept-encoding accept-language connection content-length content-type host sec-fetch-mode user-agent',
      );
    }
    expect(text).not.toContain('s3cret');
  });

  it('renders one frame for all tracking links, without their tokens (SIL-49)', async () => {
    await write(secretLinksDeclaration, '1.0.0');
    await start();
    await activate('mfe-services', '1.0.0');
    const pages = await Promise.all(
      [
        '/request-links/s3cret-key',
        '/request-links/s3cret-other/',
        '/request-links/s3cret-key?utm_source=s3cret',
      ].map((path) => gateway.get(path)),
    );
    for (const { text, headers } of pages) {
      expect(text).toContain('data-rendered');
      expect(text).not.toContain('s3cret');
      expect(headers['referrer-policy']).toBe('no-referrer');
    }
    expect(new Set(pages.map(({ headers }) => headers.etag)).size).toBe(1);
    expect(renderRequests.map(({ address }) => address)).toEqual(['/request-links/:token']);
    expect(JSON.stringify(renderRequests)).not.toContain('s3cret');
  });

  it.each(['/resetpassword?token=s3cret', '/request-links/s3cret-key?more=s3cret', '/framed'])(
    'does not render pages with a secret in their requests or with their own frame: %s',
    async (path) => {
      await write(secretLinksDeclaration, '1.0.0');
      await start();
      await activate('mfe-services', '1.0.0');
      expect((await gateway.get(path)).status).toBe(200);
      expect((await gateway.get(path)).text).not.toContain('data-rendered');
      expect(renderRequests).toEqual([]);
    },
  );

  it('renders the same page for an admin, without the back office', async () => {
    await start();
    expect((await home(admin)).text).toContain('data-rendered');
    expect(renderRequests[0]?.remotes).not.toHaveProperty('mfe-admin');
    expect((await gateway.get('/admin/dashboard', admin)).text).not.toContain('data-rendered');
    expect(renderRequests).toHaveLength(1);
    expect((await home()).text).not.toContain('mfe-admin');
  });

  it('leaves versions without a server file to the browser', async () => {
    await writeRemote(folders, catalogDeclaration, '2.0.0');
    await start();
    await activate('mfe-catalog', '2.0.0');
    expect((await home()).text).not.toContain('data-rendered');
    expect((await gateway.get('/cart')).text).toContain('data-rendered');
    expect(renderRequests.map(({ remotes }) => remotes)).toEqual([{ 'mfe-cart-checkout': '1.0.0' }]);
  });
});

describe('prerendering', () => {
  const prerenderedPaths = () => renderRequests.map(({ address }) => address).toSorted();
  const isCached = (path: string) =>
    gateway.context.htmlPages.findCached({ url: path } as IncomingMessage) !== undefined;

  it('renders pages without parameters before their first request', async () => {
    await start({ GATEWAY_RENDER_MS: '0' }, true);
    await waitUntil(() => ['/', '/cart', '/search-results'].every(isCached));
    expect(prerenderedPaths()).toEqual(['/', '/cart', '/search-results']);
    for (const path of ['/', '/cart', '/search-results'])
      expect((await gateway.get(path)).text).toContain('data-rendered');
    expect(renderRequests).toHaveLength(3);
    // Only requests of visitors are counted.
    expect(await gateway.context.metrics.registry.metrics()).toMatch(
      /gateway_rendered_pages_total\{outcome="late"\} 0/,
    );
  });

  it('renders again after a deployment, with its versions', async () => {
    await start({}, true);
    await waitUntil(() => ['/', '/cart', '/search-results'].every(isCached));
    renderRequests = [];
    await activate('mfe-catalog', '1.1.0');
    await waitUntil(() => ['/', '/cart', '/search-results'].every(isCached));
    expect(prerenderedPaths()).toEqual(['/', '/cart', '/search-results']);
    expect(new Set(renderRequests.map(({ remotes }) => remotes['mfe-catalog']))).toEqual(new Set(['1.1.0']));
  });

  it('renders the pages of a canary too, with its version', async () => {
    await start({}, true);
    await waitUntil(() => ['/', '/cart', '/search-results'].every(isCached));
    renderRequests = [];
    await activate('mfe-catalog', '1.1.0', 1);
    await waitUntil(() => renderRequests.length === 6);
    const rendered = renderRequests.map(({ address, remotes }) => `${address} ${remotes['mfe-catalog']}`);
    expect(rendered.toSorted()).toEqual(
      ['/', '/cart', '/search-results'].flatMap((path) => [`${path} 1.0.0`, `${path} 1.1.0`]),
    );
  });

  it('waits for the render process and the services', async () => {
    await render.kill();
    await start({}, true);
    gateway.catalog.answer = (_req, res) => res.writeHead(503).end();
    await render.start();
    await waitUntil(() => isCached('/cart'));
    expect(prerenderedPaths()).toEqual(['/cart']);
    gateway.catalog.answer = (req, res) => sendJson(req, res, { success: true, data: [] });
    await waitUntil(() => isCached('/') && isCached('/search-results'));
    expect(prerenderedPaths()).toEqual(['/', '/cart', '/search-results']);
  }, 20_000);

  it('does not retry a page that failed, so that no circuit opens', async () => {
    const workingRender = renderPage;
    renderPage = (page) => (page.address === '/' ? Promise.reject(new Error('broken')) : workingRender(page));
    let isCatalogUp = false;
    await start({}, true);
    gateway.catalog.answer = (req, res) => {
      if (isCatalogUp || req.url !== '/api/products') sendJson(req, res, { success: true, data: [] });
      else res.writeHead(503).end();
    };
    await waitUntil(() => isCached('/cart'));
    isCatalogUp = true;
    // In each round this page comes after the broken one.
    await waitUntil(() => isCached('/search-results'));
    expect(prerenderedPaths()).toEqual(['/', '/cart', '/search-results']);
  });
});

describe('a page is hydrated by the versions that have rendered it', () => {
  const visitors = Array.from({ length: 40 }, (_, index) => `visitor-${String(index).padStart(8, '0')}`);

  async function rollBack(part: string): Promise<void> {
    const registry = openRegistry(folders);
    const expectedRevision = (await registry.current())?.revision ?? 0;
    const version = (await registry.current())?.active[part]?.version;
    const { revision } = await registry.activate({
      ...record,
      action: 'rollback',
      part,
      ...(version === undefined ? {} : { version }),
      expectedRevision,
    });
    await gateway.context.remotes.refresh();
    expect(gateway.context.remotes.revision).toBe(revision);
  }

  async function visit(visitor: string) {
    const answer = await gateway.get('/', { cookie: `kinmel-visitor=${visitor}` });
    expect(answer.status).toBe(200);
    const { remotes } = blockOf(answer, 'registry') as Registry;
    const [, shell = 'none', catalog = 'none'] = /by (s\d) and ([\d.]+)</.exec(answer.text) ?? [];
    return {
      rendered: `${shell} and ${catalog}`,
      hydrated: `${/src="\/shell\/(s\d)\/main\.js"/.exec(answer.text)?.[1]} and ${remotes['mfe-catalog']?.version}`,
      visitor,
    };
  }

  it('also in a canary of the shell, and while versions change between request and rendering', async () => {
    let mayRender = Promise.withResolvers<void>();
    let startedCount = 0;
    renderPage = async ({ shell, remotes }) => {
      startedCount += 1;
      await mayRender.promise;
      return `<main>rendered by ${shell} and ${remotes['mfe-catalog']}</main>`;
    };
    await start();
    const changes = [
      () => activate('shell', 's2', 50),
      () => activate('mfe-catalog', '1.1.0', 50),
      () => rollBack('shell'),
      () => activate('shell', 's2'),
      () => activate('mfe-catalog', '1.1.0'),
      () => activate('shell', 's1', 30),
      () => rollBack('shell'),
      () => activate('shell', 's1'),
    ];
    const renderedVersions = new Set<string>();
    for (const [index, change] of changes.entries()) {
      mayRender = Promise.withResolvers<void>();
      startedCount = 0;
      productName = `Phone ${index}`;
      gateway.feed.announce({ type: 'product.updated', aggregateId: id });
      const visitsBefore = visitors.map(visit);
      await waitUntil(() => startedCount > 0);
      await change();
      mayRender.resolve();
      for (const { rendered, hydrated } of [
        ...(await Promise.all(visitsBefore)),
        ...(await Promise.all(visitors.map(visit))),
      ]) {
        expect(rendered).toBe(hydrated);
        renderedVersions.add(rendered);
      }
    }
    expect([...renderedVersions].toSorted()).toEqual(
      ['s1', 's2'].flatMap((shell) => ['1.0.0', '1.1.0'].map((catalog) => `${shell} and ${catalog}`)),
    );
  });

  it('with a stable choice of the shell for each visitor', async () => {
    await start();
    renderPage = async ({ shell, remotes }) =>
      `<main>rendered by ${shell} and ${remotes['mfe-catalog']}</main>`;
    await activate('shell', 's2', 40);
    for (const visitor of visitors) {
      const expected = isInCanary(visitor, 'shell', 40) ? 's2 and 1.0.0' : 's1 and 1.0.0';
      expect(await visit(visitor)).toEqual({ visitor, rendered: expected, hydrated: expected });
    }
  });
});

it('a canary of the shell that an active remote does not fit is refused, and so is a remote that does not fit it', async () => {
  const imports = { '@kinmel/web-kit': ['Link'] };
  const offering = { offers: { '@kinmel/web-kit': ['Link'] } };
  for (const version of ['s3', 's4']) await writeShell(folders, version, template, offering);
  await writeShell(folders, 's5', template);
  await deploy(folders, 'shell', 's3');
  await writeRemote(folders, catalogDeclaration, '1.2.0', (build) => Object.assign(build, { imports }));
  await deploy(folders, 'mfe-catalog', '1.2.0');
  await expect(deploy(folders, 'shell', 's5', 5)).rejects.toThrow(
    'mfe-catalog 1.2.0: it imports @kinmel/web-kit, which the shell s5 does not share',
  );
  await deploy(folders, 'shell', 's4', 100);
  await writeRemote(folders, cartDeclaration, '1.2.0', (build) =>
    Object.assign(build, { imports: { '@kinmel/web-kit': ['toast'] } }),
  );
  await expect(deploy(folders, 'mfe-cart-checkout', '1.2.0')).rejects.toThrow(
    'it imports toast of @kinmel/web-kit, the shell s4 does not offer it',
  );
  await start();
  expect((await gateway.get('/cart', { cookie: 'kinmel-visitor=visitor-00000001' })).text).toContain(
    '/shell/s4/main.js',
  );
});

describe('a page whose rendering', () => {
  it('is late is sent without it, and the next request gets it', async () => {
    let finish: (html: string) => void = () => undefined;
    renderPage = () => new Promise((resolve) => (finish = resolve));
    await start({ GATEWAY_RENDER_MS: '1' });
    const first = await home();
    expect([first.status, first.text.includes('data-rendered')]).toEqual([200, false]);
    expect(first.text).toContain('id="kinmel-first-data"');
    finish('<main>late</main>');
    await waitUntil(async () => (await home()).text.includes('<main>late</main>'));
    expect(renderRequests).toHaveLength(1);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('broken'))],
    ['has no HTML', () => Promise.resolve(undefined as unknown as string)],
  ])('%s is sent without it, and rendered again', async (_what, broken: () => Promise<string>) => {
    await start();
    const workingRender = renderPage;
    renderPage = broken;
    expect((await home()).text).not.toContain('data-rendered');
    renderPage = workingRender;
    await waitUntil(async () => (await home()).text.includes('data-rendered'));
  });

  it('is unavailable is sent without it, and rendered again when the render process is back', async () => {
    await start();
    await render.kill();
    const pages = await Promise.all(Array.from({ length: 30 }, () => home()));
    for (const { status, text } of pages)
      expect([status, text.includes('data-rendered')]).toEqual([200, false]);
    await render.start();
    await waitUntil(async () => (await home()).text.includes('data-rendered'));
    expect(await gateway.context.metrics.registry.metrics()).toMatch(
      /gateway_rendered_pages_total\{outcome="failed"\} [1-9]/,
    );
  }, 20_000);

  it('is based on outdated answers is not sent', async () => {
    let finish: (html: string) => void = () => undefined;
    const workingRender = renderPage;
    renderPage = () => new Promise((resolve) => (finish = resolve));
    await start({ GATEWAY_RENDER_MS: '1' });
    await home();
    renderPage = workingRender;
    productName = 'Other';
    gateway.feed.announce({ type: 'product.updated', aggregateId: id });
    finish('<main>of the old phone</main>');
    await waitUntil(async () => (await home()).text.includes('data-rendered'));
    expect((await home()).text).not.toContain('of the old phone');
  });
});
