import { readFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createLogger, createMetrics } from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import { renderConfigSchema } from './config.ts';
import { createRenderProcess } from './render-process.ts';
import { setsThatFit } from './sets/version-sets.ts';
import { makeServerFolder, pageRunning, plainRemote, type ServerFolder } from './testing/server-folder.ts';

const registry = { schema: 1, revision: 1, remotes: {} };

let folder: ServerFolder;
let server: Server;
let stop: () => Promise<void>;
let logLines: string[];
let restarts: number;

async function post(path: string, body: unknown): Promise<{ status: number; text: string }> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, method: 'POST', agent: false }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (part: string) => {
        text += part;
      });
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text }));
      incoming.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
}

interface PageRequest {
  readonly shell?: string;
  readonly remotes?: Record<string, string>;
  readonly address?: string;
  readonly firstData?: Record<string, unknown>;
}

const setOf = (
  shell = 's1',
  remotes: Record<string, string> = { 'mfe-one': '1.0.0', 'mfe-two': '1.0.0' },
) => ({
  shell,
  remotes,
  hashes: folder.hashesOf(shell, remotes),
});

/**
 * Requests a page of `mfe-one`, or of the remote at the start of the address. Like a gateway with the same folders, it
 * has no other server files to send.
 */
async function render(pageRequest: PageRequest = {}): Promise<{ status: number; text: string }> {
  const address = pageRequest.address ?? '/mfe-one/page';
  const remote = address.split('/')[1];
  const request = {
    ...setOf(pageRequest.shell, pageRequest.remotes),
    ...(remote === 'none' ? {} : { remote }),
    address,
    registry,
    firstData: pageRequest.firstData ?? {},
  };
  const answer = await post('/internal/pages', request);
  return answer.status === 409 ? post('/internal/pages', { ...request, files: {} }) : answer;
}

const htmlOf = ({ text }: { text: string }) => (JSON.parse(text) as { html: string }).html;

async function readMetrics(): Promise<string> {
  const { port } = server.address() as AddressInfo;
  return (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
}

/** The memory limits are above the usage of these tests. */
async function start(env: Record<string, string> = {}): Promise<void> {
  logLines = [];
  restarts = 0;
  const logger = createLogger({
    service: 'render',
    level: 'debug',
    destination: { write: (line) => logLines.push(line) },
  });
  const config = renderConfigSchema.parse({
    REMOTES_FOLDER: folder.remotesFolder,
    SHELLS_FOLDER: folder.shellsFolder,
    RENDER_LIMIT_MS: '1500',
    RENDER_MEGABYTES: '48',
    RENDER_PROCESS_MEGABYTES: '4096',
    ...env,
  });
  const renderProcess = createRenderProcess(config, logger, createMetrics('render').registry, () => {
    restarts += 1;
  });
  stop = renderProcess.stop;
  server = createServer(renderProcess.listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

async function stopServer(): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await stop();
}

beforeEach(async () => {
  folder = await makeServerFolder();
  await folder.writeShell('s1');
  await folder.writeRemote('mfe-one', '1.0.0', plainRemote('one'));
  await folder.writeRemote('mfe-two', '1.0.0', plainRemote('two'));
  await start();
});

afterEach(async () => {
  await stopServer();
  await folder.remove();
});

describe('a page', () => {
  it('is rendered by the requested versions, with one shared copy of their common modules', async () => {
    expect(htmlOf(await render())).toBe('<main>one by the one React</main>');
    expect(htmlOf(await render({ address: '/mfe-two/page' }))).toBe('<main>two by the one React</main>');
    expect(htmlOf(await render({ address: '/none' }))).toBe('<h1>Page not found</h1>');
    expect(await readMetrics()).toMatch(
      /render_page_seconds_count\{.*remote="mfe-one",outcome="rendered"\} 1/,
    );
    expect(await readMetrics()).toMatch(/render_workers_total\{what="started".*\} 1/);
  });

  it('gets the address, the registry and the first-view answers as sent', async () => {
    const answers = { '/api/x?a=1': { text: '</script><b>\u2028\ud800"', list: [1, null] } };
    await folder.writeRemote(
      'mfe-one',
      '2.0.0',
      pageRunning('return JSON.stringify([request.address, request.registry, request.firstData]);'),
    );
    const answer = await render({ remotes: { 'mfe-one': '2.0.0' }, firstData: answers });
    const html = htmlOf(answer).slice('<main>'.length, -'</main>'.length);
    expect(JSON.parse(html)).toEqual(['/mfe-one/page', registry, answers]);
  });

  it('has picture addresses in the folder of its version', async () => {
    await folder.writeRemote('mfe-one', '2.0.0', pageRunning('return kinmelFolder;'));
    expect(htmlOf(await render({ remotes: { 'mfe-one': '2.0.0' } }))).toBe(
      '<main>/remotes/mfe-one/2.0.0/</main>',
    );
  });

  it('never mixes versions: each set of versions has its own code', async () => {
    await folder.writeRemote('mfe-one', '2.0.0', plainRemote('one, second'));
    const pages = await Promise.all([
      render(),
      render({ remotes: { 'mfe-one': '2.0.0', 'mfe-two': '1.0.0' } }),
      render(),
    ]);
    expect(pages.map(htmlOf)).toEqual([
      '<main>one by the one React</main>',
      '<main>one, second by the one React</main>',
      '<main>one by the one React</main>',
    ]);
  });

  it('with a script element is refused, because only the gateway may add scripts', async () => {
    await folder.writeRemote(
      'mfe-one',
      '2.0.0',
      pageRunning("return '<script id=kinmel-registry></script>';"),
    );
    expect(await render({ remotes: { 'mfe-one': '2.0.0' } })).toMatchObject({ status: 503 });
  });
});

describe('a remote whose server build', () => {
  const remotes = { 'mfe-one': '2.0.0', 'mfe-two': '1.0.0' };
  const faults: [what: string, body: string, outcome: string][] = [
    ['throws', "throw new Error('broken build');", 'threw'],
    ['throws while it renders', pageRunning("throw new Error('broken page');"), 'threw'],
    ['hangs while it loads', 'for (;;) {}', 'threw'],
    ['hangs while it renders', pageRunning('for (;;) {}'), 'hung'],
    ['never resolves', pageRunning('await new Promise(() => {});'), 'hung'],
    [
      'allocates without end',
      pageRunning('const all = []; for (;;) all.push(new Array(1e5).fill(all.length));'),
      'out-of-memory',
    ],
    ['requires a Node module', pageRunning("return require('node:fs').readdirSync('/').join();"), 'threw'],
    ['reads the process', pageRunning('return process.env.PATH;'), 'threw'],
    ['generates code from strings', pageRunning("return new Function('return 1')();"), 'threw'],
  ];

  it.each(faults)(
    '%s: its pages fail, those of other remotes are rendered, and the metrics report it',
    async (_what, body, outcome) => {
      await folder.writeRemote('mfe-one', '2.0.0', body);
      const [broken, other] = await Promise.all([
        render({ remotes }),
        render({ remotes, address: '/mfe-two/page' }),
      ]);
      expect(broken.status).toBe(503);
      expect(JSON.parse(broken.text)).toMatchObject({ success: false, code: 'service-unavailable' });
      expect(htmlOf(other)).toBe('<main>two by the one React</main>');
      expect(await readMetrics()).toMatch(
        new RegExp(`render_page_seconds_count\\{.*remote="mfe-one",outcome="${outcome}"\\} 1`),
      );
    },
    30_000,
  );

  const run = "('return globalThis')()";
  it.each([
    'setTimeout',
    'queueMicrotask',
    'structuredClone',
    'atob',
    'console.error',
    'performance.now',
    'require',
    'request',
    'request.registry',
    'request.loadRemoteModule',
    'module',
    'exports',
    'URL',
    'AbortController',
    'new URL("http://a").toString',
    'new ReadableStream().getReader().read()',
    '(async () => {})',
    '(await caught(() => require("no")))',
    '(await caught(() => request.loadRemoteModule("no", "no")))',
    '(await caught(() => new URL("no")))',
    '(await caught(() => structuredClone(() => {})))',
    '(await caught(() => import("node:child_process")))',
  ])('leaves the sandbox by the constructor of %s: it gets nothing', async (value) => {
    await folder.writeRemote(
      'mfe-one',
      '2.0.0',
      pageRunning(`
        const caught = async (run) => { try { await run(); } catch (error) { return error; } };
        const found = [];
        let each = ${value};
        for (let depth = 0; depth < 4 && each; depth += 1) {
          each = each.constructor;
          try { found.push(await each${run}); } catch {}
        }
        return found.length > 0 ? 'the realm of the worker' : 'nothing';`),
    );
    expect(htmlOf(await render({ remotes }))).toBe('<main>nothing</main>');
  });

  it('calls the network: its pages fail, and no call is made', async () => {
    const { port } = server.address() as AddressInfo;
    const call = `return (await fetch('http://127.0.0.1:${port}/health/live')).text();`;
    await folder.writeRemote('mfe-one', '2.0.0', pageRunning(call));
    expect((await render({ remotes })).status).toBe(503);
    expect(logLines.join('')).toContain('fetch is not defined');
  });

  it('allocates without end while loading: after a few failures the set is loaded without it', async () => {
    await folder.writeRemote(
      'mfe-one',
      '2.0.0',
      'const all = []; for (;;) all.push(new Array(1e5).fill(all.length));',
    );
    let other = await render({ remotes, address: '/mfe-two/page' });
    for (let count = 0; other.status !== 200 && count < 8; count += 1)
      other = await render({ remotes, address: '/mfe-two/page' });
    expect(htmlOf(other)).toBe('<main>two by the one React</main>');
    expect(await readMetrics()).toMatch(/render_breaker_open\{remote="mfe-one".*\} 1/);
  }, 60_000);

  it('fails repeatedly is not tried for a while, and its requests are answered at once', async () => {
    await folder.writeRemote('mfe-one', '2.0.0', pageRunning("throw new Error('broken page');"));
    for (let count = 0; count < 5; count += 1) await render({ remotes });
    await render({ remotes });
    expect(await readMetrics()).toMatch(/remote="mfe-one",outcome="breaker-open"\} [1-9]/);
    expect(await readMetrics()).toMatch(/render_breaker_open\{remote="mfe-one".*\} 1/);
    expect(htmlOf(await render({ remotes, address: '/mfe-two/page' }))).toContain('two');
  });

  it.each([
    ['is missing', '9.9.9'],
    ['differs from the build', '2.0.0'],
  ])('%s: the pages of other remotes are rendered', async (_what, version) => {
    await folder.writeRemote('mfe-one', '2.0.0', plainRemote('one'));
    await folder.changeRemote('mfe-one', '2.0.0', plainRemote('changed'));
    const set = { 'mfe-one': version, 'mfe-two': '1.0.0' };
    expect((await render({ remotes: set })).status).toBe(503);
    expect(htmlOf(await render({ remotes: set, address: '/mfe-two/page' }))).toContain('two');
    expect(await readMetrics()).toMatch(/render_code_faults_total\{remote="mfe-one".*\} [1-9]/);
  });
});

it('a worker that a page has crashed is replaced, and the next page is rendered', async () => {
  await folder.writeRemote(
    'mfe-one',
    '2.0.0',
    pageRunning("if (request.address.endsWith('hang')) for (;;) {} return 'again';"),
  );
  const remotes = { 'mfe-one': '2.0.0' };
  const [hungAnswer, nextAnswer] = await Promise.all([
    render({ remotes, address: '/mfe-one/hang' }),
    render({ remotes, address: '/mfe-one/page' }),
  ]);
  expect(hungAnswer.status).toBe(503);
  expect(htmlOf(nextAnswer)).toBe('<main>again</main>');
}, 30_000);

it('a shell without a server file renders nothing, and the metrics report it', async () => {
  expect((await render({ shell: 's0' })).status).toBe(503);
  await folder.writeShell('s2', "throw new Error('broken shell');");
  expect((await render({ shell: 's2' })).status).toBe(503);
  expect(await readMetrics()).toMatch(/remote="mfe-one",outcome="(unusable|ended)"\} [12]/);
  expect(htmlOf(await render())).toContain('one');
});

it('a page sees no state of an earlier one: timers end with their page', async () => {
  const timerCode =
    'globalThis.left ??= 0; setTimeout(() => { globalThis.left += 1; }, 0); return String(globalThis.left);';
  await folder.writeRemote('mfe-one', '2.0.0', pageRunning(timerCode));
  const remotes = { 'mfe-one': '2.0.0' };
  for (let count = 0; count < 3; count += 1) expect(htmlOf(await render({ remotes }))).toBe('<main>0</main>');
});

describe('sets of versions', () => {
  /** Restarts with memory for this many sets. */
  const restartWithMemoryFor = async (sets: number) => {
    await stopServer();
    await start({ RENDER_MEGABYTES: String(Math.floor(3900 / sets)) });
  };
  const workersStarted = async () =>
    /render_workers_total\{what="started".*\} (\d+)/.exec(await readMetrics())?.[1];
  /** Versions of both remotes in two canary releases. */
  const canaries = [
    { 'mfe-one': '1.0.0', 'mfe-two': '1.0.0' },
    { 'mfe-one': '2.0.0', 'mfe-two': '1.0.0' },
    { 'mfe-one': '1.0.0', 'mfe-two': '2.0.0' },
    { 'mfe-one': '2.0.0', 'mfe-two': '2.0.0' },
  ];

  beforeEach(async () => {
    for (const version of ['2.0.0', '3.0.0', '4.0.0', '5.0.0'])
      for (const name of ['mfe-one', 'mfe-two'])
        await folder.writeRemote(name, version, plainRemote(version));
  });

  it('of two concurrent canaries stay loaded, and every page is rendered', async () => {
    const { RENDER_PROCESS_MEGABYTES: processMegabytes, RENDER_MEGABYTES: megabytes } =
      renderConfigSchema.parse({});
    const sets = setsThatFit({ processMegabytes, megabytes });
    expect(sets).toBeGreaterThanOrEqual(canaries.length);
    await restartWithMemoryFor(sets);
    const statuses: number[] = [];
    for (let round = 0; round < 12; round += 1)
      for (const remotes of canaries) statuses.push((await render({ remotes })).status);
    expect(statuses).toEqual(Array.from({ length: 48 }, () => 200));
    expect(await workersStarted()).toBe('4');
  });

  it('beyond the memory limit do not evict each other: the first ones stay', async () => {
    await restartWithMemoryFor(2);
    for (let round = 0; round < 12; round += 1) {
      const statuses: number[] = [];
      for (const remotes of canaries) statuses.push((await render({ remotes })).status);
      expect(statuses).toEqual([200, 200, 503, 503]);
    }
    expect(await workersStarted()).toBe('2');
    expect(await readMetrics()).toMatch(/render_page_seconds_count\{.*outcome="not-now"\} 24/);
    expect(await readMetrics()).toMatch(/render_sets\{[^}]*\} 2/);
  });

  it('that become frequent evict the rarest one', async () => {
    await restartWithMemoryFor(2);
    const [commonSet, rareSet, nextSet] = canaries as [object, object, object];
    const renderSet = (remotes: object) => render({ remotes: remotes as Record<string, string> });
    for (const remotes of [commonSet, commonSet, rareSet])
      expect((await renderSet(remotes)).status).toBe(200);
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await renderSet(nextSet)).status);
    expect(statuses).toEqual([503, 503, 200, 200]);
    expect((await renderSet(commonSet)).status).toBe(200);
    expect((await renderSet(rareSet)).status).toBe(503);
    expect(await workersStarted()).toBe('3');
  });

  it('that become active are loaded at once, and pages in progress of the previous set are still rendered', async () => {
    await restartWithMemoryFor(1);
    const earlierPages = canaries
      .slice(0, 1)
      .flatMap((remotes) => [render({ remotes }), render({ remotes })]);
    await eventually(async () => expect(await workersStarted()).toBe('1'));
    expect((await post('/internal/sets', setOf('s1', { 'mfe-one': '5.0.0' }))).status).toBe(200);
    expect((await Promise.all(earlierPages)).map(htmlOf)).toEqual([
      '<main>one by the one React</main>',
      '<main>one by the one React</main>',
    ]);
    expect(htmlOf(await render({ remotes: { 'mfe-one': '5.0.0' } }))).toBe(
      '<main>5.0.0 by the one React</main>',
    );
    expect(await readMetrics()).toMatch(/render_sets\{[^}]*\} 1/);
  });
});

it('ends after another automatic rollback, and renders nothing until then', async () => {
  const postWithRollback = (path: string, rollback: number) =>
    post(path, { ...setOf(), rollback, address: '/none', registry, firstData: {} });
  // A starting process receives rollbacks from before its start.
  expect((await postWithRollback('/internal/sets', 4)).status).toBe(200);
  expect((await postWithRollback('/internal/pages', 4)).status).toBe(200);
  // The request of a gateway that has not read the newest revision.
  expect((await postWithRollback('/internal/pages', 0)).status).toBe(200);
  expect(restarts).toBe(0);
  expect((await postWithRollback('/internal/pages', 7)).status).toBe(503);
  expect((await postWithRollback('/internal/sets', 7)).status).toBe(503);
  expect(restarts).toBe(2);
});

it('preloads a set before its first page', async () => {
  const answer = await post('/internal/sets', setOf('s1', { 'mfe-one': '1.0.0' }));
  expect(answer).toEqual({ status: 200, text: '{"success":true}' });
  expect(await readMetrics()).toMatch(/render_workers_total\{what="started".*\} 1/);
});

it.each([
  ['/internal/pages', 'no json', 400, 'invalid-json'],
  ['/internal/pages', {}, 400, 'invalid-request'],
  [
    '/internal/pages',
    { shell: '../..', remotes: {}, hashes: {}, address: '/', registry, firstData: {} },
    400,
    'invalid-request',
  ],
  ['/internal/sets', { shell: 's1', remotes: {} }, 400, 'invalid-request'],
  ['/internal/sets', { shell: 's1', remotes: { '../x': '1' }, hashes: {} }, 400, 'invalid-request'],
  ['/internal/pages', `"${'x'.repeat(32 * 1024 * 1024)}"`, 413, 'too-large'],
  ['/elsewhere', {}, 404, 'not-found'],
])('%s with %j is refused with a problem answer', async (path, body, status, code) => {
  const answer = await post(path, body);
  expect([answer.status, (JSON.parse(answer.text) as { code: string }).code]).toEqual([status, code]);
});

it('asks for server files that it cannot read, and renders with those that it is sent', async () => {
  await stopServer();
  const { shellsFolder, remotesFolder } = folder;
  await start({ REMOTES_FOLDER: '/nowhere', SHELLS_FOLDER: '/nowhere' });
  const remotes = { 'mfe-one': '1.0.0' };
  expect((await post('/internal/sets', setOf('s1', remotes))).status).toBe(409);
  const files = {
    shell: await readFile(join(shellsFolder, 's1/server/shell.cjs'), 'utf8'),
    'mfe-one': await readFile(join(remotesFolder, 'mfe-one/1.0.0/server/remote.cjs'), 'utf8'),
  };
  const otherFiles = { ...files, shell: `${files.shell};` };
  const sendFiles = (sentFiles: object) =>
    post('/internal/sets', { ...setOf('s1', remotes), files: sentFiles });
  expect((await sendFiles(otherFiles)).status).toBe(503);
  expect((await sendFiles(files)).status).toBe(200);
  expect(htmlOf(await render({ remotes }))).toContain('one by the one React');
});

it('loads a set anew when a gateway sends the file of a remote that another could not', async () => {
  const { remotesFolder } = folder;
  await stopServer();
  await start({ REMOTES_FOLDER: '/nowhere' });
  const set = setOf('s1', { 'mfe-one': '1.0.0' });
  const page = { ...set, remote: 'mfe-one', address: '/mfe-one/page', registry, firstData: {} };
  const shell = await readFile(join(folder.shellsFolder, 's1/server/shell.cjs'), 'utf8');
  const remoteFile = await readFile(join(remotesFolder, 'mfe-one/1.0.0/server/remote.cjs'), 'utf8');
  expect((await post('/internal/pages', { ...page, files: { shell } })).status).toBe(503);
  expect((await post('/internal/pages', page)).status).toBe(503);
  expect(
    htmlOf(await post('/internal/pages', { ...page, files: { shell, 'mfe-one': remoteFile } })),
  ).toContain('one by');
  expect(htmlOf(await post('/internal/pages', page))).toContain('one by');
});

it('asks again for a server file that newer ones have replaced', async () => {
  await stopServer();
  await start({ REMOTES_FOLDER: '/nowhere', SHELLS_FOLDER: '/nowhere' });
  const shell = await readFile(join(folder.shellsFolder, 's1/server/shell.cjs'), 'utf8');
  const sets = (set: object, files?: object) => post('/internal/sets', { ...set, files });
  const first = setOf('s1', {});
  expect((await sets(first, { shell })).status).toBe(200);
  expect((await sets(first)).status).toBe(200);
  const names = Array.from({ length: 40 }, (_, index) => `mfe-${'a'.repeat(index + 1)}`);
  for (const name of names) await folder.writeRemote(name, '1.0.0', plainRemote(name));
  const newer = setOf('s0', Object.fromEntries(names.map((name) => [name, '1.0.0'])));
  const files = Object.fromEntries(names.map((name) => [name, plainRemote(name)]));
  expect((await sets(newer, files)).status).toBe(503);
  expect((await sets(first)).status).toBe(409);
  expect((await sets(first, { shell })).status).toBe(200);
});
