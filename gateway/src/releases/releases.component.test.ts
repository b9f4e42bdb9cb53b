import {
  type AnswerOf,
  changeRelease,
  createPreview,
  listReleaseChanges,
  listReleases,
  problemSchema,
  releaseAudit,
} from '@kinmel/contracts';
import { type TestTokens, testTokens } from '@kinmel/testing/servers';
import {
  adminDeclaration,
  catalogDeclaration,
  type Folders,
  makeShop,
  writeRemote,
} from '../testing/remote-folder.ts';
import { type Answer, blockOf, type RunningGateway, startGateway } from '../testing/running-gateway.ts';
import { type StubService, sendJson, startStub } from '../testing/stub-service.ts';

const part = 'mfe-catalog';
const shop = 'http://shop.example';

let tokens: TestTokens;
let auth: StubService;
let folders: Folders;
let gateway: RunningGateway;
/** Auth's answer about the account of a token. */
let account: { status: number; role: 'user' | 'admin'; provedAt?: string };

const person = (id: string) => ({
  id: '6600000000000000000000a1',
  _id: '6600000000000000000000a1',
  email: `${id}@kinmel.example`,
  fullName: id === 'admin-2' ? 'Hari Thapa' : 'Sunita\tGurung',
  name: '',
  phone: '',
  number: '',
  dateOfBirth: null,
  location: '',
  bio: '',
  gender: null,
  profileImage: '',
  isAdmin: account.role === 'admin',
  role: account.role,
  provedAt: account.provedAt,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
});

const start = (env: Record<string, string> = {}) =>
  startGateway({
    folders,
    env: {
      JWKS_FILE: tokens.jwksFile,
      AUTH_URL: auth.url,
      RELEASE_KEY_FILE: folders.privateKeyFile,
      GATEWAY_PUBLIC_URL: shop,
      ...env,
    },
  });

beforeEach(async () => {
  tokens = testTokens();
  account = { status: 200, role: 'admin' };
  auth = await startStub((req, res) => {
    if (account.status === 200)
      return sendJson(req, res, { success: true, data: person(req.url?.split('/').at(-1) ?? '') });
    res.writeHead(account.status).end('{}');
  });
  folders = await makeShop(catalogDeclaration, adminDeclaration);
  await writeRemote(folders, catalogDeclaration, '2.0.0', (build) => {
    build.builtAt = '2026-02-01T00:00:00.000Z';
    build.pacts = {};
  });
  gateway = await start();
});
afterEach(async () => {
  await gateway.stop();
  await auth.kill();
  tokens.cleanUp();
});

const call = (method: string, path: string, body?: unknown, token: string | undefined = tokens.admin()) =>
  gateway.send(method, path, {
    headers: {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const change = (fields: Record<string, unknown>, token?: string) =>
  call('POST', changeRelease.path, { part, why: 'a test', expectedRevision: 3, ...fields }, token);
const activate = { action: 'activate', version: '2.0.0' };

const dataOf = (answer: Answer): AnswerOf<typeof listReleases>['data'] => {
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
  return listReleases.answer.parse(answer.json()).data;
};
const partIn = (answer: Answer) => dataOf(answer).parts.find((each) => each.part === part);
const refusalOf = (answer: Answer) => {
  const { code, message, details } = problemSchema.parse(answer.json());
  return { status: answer.status, code, message, details };
};
const activeVersion = async () => {
  const { remotes } = blockOf(await gateway.get('/'), 'registry') as {
    remotes: Record<string, { version: string }>;
  };
  return remotes[part]?.version;
};
const revision = async () => (await gateway.context.registry.current())?.revision;

it('asks auth without counting a request as activity that its page has marked as background (AUTH-S9)', async () => {
  const backgroundHeaderOf = async (headers: Record<string, string>) => {
    const authorization = `Bearer ${tokens.admin()}`;
    await gateway.send('GET', listReleases.path, { headers: { authorization, ...headers } });
    return auth.requests.at(-1)?.headers['x-background'];
  };
  expect(await backgroundHeaderOf({ 'x-background': '1' })).toBe('1');
  expect(await backgroundHeaderOf({})).toBeUndefined();
});

describe('the list of releases', () => {
  it('has each part with its owner, who activated it, and its versions with size, change and contracts', async () => {
    await writeRemote(folders, catalogDeclaration, '2.1.0', (build) => {
      build.builtAt = '2026-03-01T00:00:00.000Z';
    });
    const { revision: number, parts, freeze } = dataOf(await call('GET', listReleases.path));
    expect([number, freeze, parts.map((each) => each.part)]).toEqual([3, null, ['shell', part, 'mfe-admin']]);
    const release = parts.find((each) => each.part === part);
    expect(release).toMatchObject({ owner: 'catalog team', version: '1.0.0', who: 'Asha Rai' });
    expect(release).not.toHaveProperty('canary');
    expect(release).not.toHaveProperty('keys');
    expect(release?.versions).toMatchObject([
      { version: '2.1.0', state: 'kept', pacts: ['order'], bytesChange: 0, builder: 'test' },
      { version: '2.0.0', state: 'kept', pacts: [] },
      { version: '1.0.0', state: 'active', bytesChange: null, commit: 'a'.repeat(40) },
    ]);
    expect(release?.versions[0]?.bytes).toBeGreaterThan(600);
    expect(release?.versions[0]).not.toHaveProperty('figures');
  });

  it('has the figures of each version once browsers have reported them', async () => {
    const report = { kind: 'vital', part, version: '1.0.0', page: '/', vital: { name: 'LCP', value: 1800 } };
    expect((await gateway.send('POST', '/reports', { body: JSON.stringify(report) })).status).toBe(204);
    const { versions = [] } = partIn(await call('GET', listReleases.path)) ?? {};
    expect(versions.map(({ version, figures }) => [version, figures])).toEqual([
      ['2.0.0', undefined],
      ['1.0.0', { visitors: 0, failingVisitors: 0, lcpMs: 1800 }],
    ]);
  });
});

describe('a change', () => {
  it('activates a version for the next page load, and records who, why and from where', async () => {
    expect(await activeVersion()).toBe('1.0.0');
    const after = await change(activate);
    expect(partIn(after)).toMatchObject({ version: '2.0.0', previous: '1.0.0', who: 'Sunita Gurung' });
    expect(await activeVersion()).toBe('2.0.0');
    expect((await gateway.context.registry.current())?.from).toEqual({
      host: expect.any(String),
      userId: 'admin-1',
    });
    expect(partIn(await change({ action: 'rollback', expectedRevision: 4 }))?.version).toBe('1.0.0');
    expect(await activeVersion()).toBe('1.0.0');
  });

  it('needs a password that was entered in the last ten minutes (AUTH-P7)', async () => {
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    account.provedAt = minutesAgo(11);
    expect(refusalOf(await change(activate))).toMatchObject({ status: 403, code: 'proof-needed' });
    expect([await activeVersion(), await revision()]).toEqual(['1.0.0', 3]);
    expect((await call('GET', listReleases.path)).status).toBe(200);
    account.provedAt = minutesAgo(9);
    expect(partIn(await change(activate))?.version).toBe('2.0.0');
  });

  it('starts a canary, takes its steps, and ends it', async () => {
    const canary = { action: 'canary', version: '2.0.0', sharePercent: 5, steps: { shares: [25, 100] } };
    expect(partIn(await change(canary))?.canary).toMatchObject({ sharePercent: 5 });
    const step = await change({ action: 'step', expectedRevision: 4 });
    expect(partIn(step)).toMatchObject({ version: '1.0.0', canary: { sharePercent: 25 } });
    const rolledBack = await change({ action: 'rollback', expectedRevision: 5 });
    expect(partIn(rolledBack)?.version).toBe('1.0.0');
    expect(partIn(rolledBack)).not.toHaveProperty('canary');
  });

  it('of a frozen part can only be a rollback until the freeze is ended', async () => {
    dataOf(await change(activate));
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const frozenAnswer = await change({ action: 'freeze', until, why: 'the sale', expectedRevision: 4 });
    expect(partIn(frozenAnswer)?.freeze).toEqual({ until, who: 'Sunita Gurung', why: 'the sale' });
    expect(refusalOf(await change({ ...activate, version: '1.0.0', expectedRevision: 5 }))).toMatchObject({
      status: 409,
      code: 'conflict',
      message: `${part} is frozen until ${until} by Sunita Gurung: the sale`,
    });
    expect(partIn(await change({ action: 'rollback', expectedRevision: 5 }))?.version).toBe('1.0.0');
    const all = await change({ part: 'all', action: 'freeze', until, expectedRevision: 6 });
    expect(dataOf(all).freeze).toMatchObject({ until });
    expect(dataOf(await change({ part: 'all', action: 'unfreeze', expectedRevision: 7 })).freeze).toBeNull();
    expect(partIn(await change({ action: 'unfreeze', expectedRevision: 8 }))?.freeze).toBeNull();
  });

  it('of two people at once succeeds for one, and tells the other who made which change', async () => {
    const second = tokens.admin('admin-2');
    const answers = await Promise.all([
      change(activate),
      change({ action: 'freeze', until: '2999-01-01T00:00:00.000Z' }, second),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const refusedAnswer = answers.find(({ status }) => status === 409) as Answer;
    const winner = (await gateway.context.registry.current()) as { who: string; action: string };
    expect(refusalOf(refusedAnswer)).toMatchObject({
      code: 'version-conflict',
      message: `${winner.who} was faster: ${winner.action} of ${part} ("a test"). Nothing of yours was changed.`,
    });
    expect(await revision()).toBe(4);
    expect(dataOf(await call('GET', listReleases.path)).revision).toBe(4);
  });

  it.each([
    ['an unknown action', { action: 'delete' }, 'action'],
    ['a retired part', { action: 'retire' }, 'action'],
    ['no reason', { ...activate, why: '' }, 'why'],
    ['a reason of two lines', { ...activate, why: 'a\nb' }, 'why'],
    ['a part with ..', { ...activate, part: '../mfe-catalog' }, 'part'],
    ['a part in capitals', { ...activate, part: 'MFE-catalog' }, 'part'],
    ['all parts', { ...activate, part: 'all' }, 'part'],
    ['a version with ..', { ...activate, version: '../2.0.0' }, 'version'],
    ['a version of markup', { ...activate, version: '<b>' }, 'version'],
    ['a share below 1', { action: 'canary', version: '2.0.0', sharePercent: 0 }, 'sharePercent'],
    ['a share above 100', { action: 'canary', version: '2.0.0', sharePercent: 101 }, 'sharePercent'],
    ['a further field', { ...activate, who: 'root' }, ''],
    ['no revision', { ...activate, expectedRevision: undefined }, 'expectedRevision'],
    ['an invalid time', { action: 'freeze', until: 'tomorrow' }, 'until'],
  ])('with %s is refused with the name of the field and changes nothing', async (_, body, path) => {
    const { status, code, details } = refusalOf(await change(body));
    expect({ status, code, path: details?.[0]?.path }).toEqual({
      status: 400,
      code: 'invalid-request',
      path,
    });
    expect(await revision()).toBe(3);
  });

  it.each([
    [
      'an unknown version',
      { ...activate, version: '9.9.9' },
      'conflict',
      'mfe-catalog 9.9.9 has no readable version.json',
    ],
    [
      'a time in the past',
      { action: 'freeze', until: '2020-01-01T00:00:00.000Z' },
      'conflict',
      'in the past',
    ],
    ['no earlier version', { action: 'rollback' }, 'conflict', 'has no earlier version'],
    [
      'a stale revision',
      { ...activate, expectedRevision: 2 },
      'version-conflict',
      'Asha Rai was faster: deploy of mfe-admin',
    ],
  ])('with %s is refused with its reason and changes nothing', async (_, body, code, text) => {
    expect(refusalOf(await change(body))).toMatchObject({
      status: 409,
      code,
      message: expect.stringContaining(text),
    });
    expect(await revision()).toBe(3);
    expect(await activeVersion()).toBe('1.0.0');
  });

  it('is refused by a gateway without a private key', async () => {
    await gateway.stop();
    folders = await makeShop(catalogDeclaration);
    gateway = await startGateway({ folders, env: { JWKS_FILE: tokens.jwksFile, AUTH_URL: auth.url } });
    expect(refusalOf(await change({ ...activate, expectedRevision: 2 }))).toMatchObject({
      status: 503,
      code: 'service-unavailable',
      message: expect.stringContaining('RELEASE_KEY_FILE'),
    });
  });
});

describe('a preview link', () => {
  const preview = (body: unknown) => call('POST', createPreview.path, body);

  it('shows the version to the browser that opens it', async () => {
    const answer = await preview({ part, version: '2.0.0' });
    const { url } = createPreview.answer.parse(answer.json()).data;
    expect(url).toMatch(/^http:\/\/shop\.example\/preview\?token=/);
    const entered = await gateway.get(url.slice(shop.length));
    const cookie = String(entered.headers['set-cookie']).split(';')[0] ?? '';
    const page = await gateway.get('/', { cookie });
    expect(blockOf(page, 'registry')).toMatchObject({ remotes: { [part]: { version: '2.0.0' } } });
    expect(await activeVersion()).toBe('1.0.0');
  });

  it.each([
    ['an unknown version', { part, version: '9.9.9' }, 409],
    ['a path', { part, version: '../1.0.0' }, 400],
    ['another part', { part: 'mfe-<b>', version: '1.0.0' }, 400],
    ['a further field', { part, version: '2.0.0', shop: 'https://elsewhere.example' }, 400],
  ])('is refused for %s', async (_what, body, status) => {
    expect((await preview(body)).status).toBe(status);
  });
});

describe('admin calls', () => {
  const calls = [listReleases, listReleaseChanges, changeRelease, createPreview, releaseAudit].map(
    ({ id, method, path }) => [id, method, path] as const,
  );
  const callers: readonly (readonly [string, () => string, number, Partial<typeof account>?])[] = [
    ['an admin', () => tokens.admin(), 200],
    ['a visitor', () => '', 401],
    ['a customer', () => tokens.customer(), 403],
    ['a customer whom auth calls an admin', () => tokens.customer(), 403, { role: 'admin' }],
    ['a former admin', () => tokens.admin(), 403, { role: 'user' }],
    ['an ended session', () => tokens.admin(), 401, { status: 401 }],
    ['a deleted account', () => tokens.admin(), 401, { status: 404 }],
    ['an admin while auth fails', () => tokens.admin(), 503, { status: 500 }],
    ['a forged token', () => tokens.foreign(), 401],
    ['an unsigned token', () => tokens.algNone(), 401],
    ['the cookie of admin files as a token', () => tokens.adminFiles(), 401],
  ];

  it.each(
    calls.flatMap(([id, method, path]) =>
      callers.map(([who, token, status, accountChange]) => ({
        id,
        who,
        method,
        path,
        token,
        status,
        accountChange,
      })),
    ),
  )('$id by $who is answered $status', async ({ id, method, path, token, status, accountChange }) => {
    account = { ...account, ...accountChange };
    const bodies: Readonly<Record<string, unknown>> = {
      [changeRelease.id]: { part, why: 'a test', expectedRevision: 3, ...activate },
      [createPreview.id]: { part, version: '2.0.0' },
    };
    expect((await call(method, path, bodies[id], token())).status).toBe(status);
    expect(await revision()).toBe(id === changeRelease.id && status === 200 ? 4 : 3);
  });

  it('are refused while auth does not answer', async () => {
    await auth.kill();
    expect(refusalOf(await change(activate))).toMatchObject({ status: 503, code: 'service-unavailable' });
    await auth.start();
  });
});

describe('the timeline', () => {
  it('has the changes of a part, newest first, in pages', async () => {
    dataOf(await change({ ...activate, why: 'cheaper list' }));
    const read = async (query: string) =>
      listReleaseChanges.answer.parse((await call('GET', `${listReleaseChanges.path}${query}`)).json());
    const { data, pagination } = await read(`?part=${part}&limit=1`);
    expect(data).toEqual([
      {
        revision: 4,
        at: expect.any(String),
        action: 'deploy',
        part,
        version: '2.0.0',
        who: 'Sunita Gurung',
        why: 'cheaper list',
        from: { host: expect.any(String), userId: 'admin-1' },
      },
    ]);
    expect(pagination).toEqual({ page: 1, limit: 1, total: 2, totalPages: 2, hasPrev: false, hasNext: true });
    expect((await read(`?part=${part}&limit=1&page=2`)).data).toMatchObject([
      { revision: 2, version: '1.0.0' },
    ]);
    expect((await read('')).data.map((each) => each.revision)).toEqual([4, 3, 2, 1]);
  });
});

describe('the audit trail', () => {
  const read = async (query: string) =>
    releaseAudit.answer.parse((await call('GET', `${releaseAudit.path}${query}`)).json());

  it('has every revision with person, change and reason, in pages that neither skip nor repeat', async () => {
    dataOf(await change({ ...activate, why: 'cheaper list' }));
    const first = await read('?limit=3');
    expect(first.data[0]).toEqual({
      id: '000000000000000000000004',
      at: expect.any(String),
      person: { id: 'admin-1', name: 'Sunita Gurung' },
      action: 'deployRelease',
      record: { kind: 'release', id: part },
      changes: [{ field: 'activeVersion', before: '1.0.0', after: '2.0.0', isPersonal: false }],
      note: 'cheaper list',
      requestId: '',
    });
    const secondPage = await read(`?limit=3&cursor=${first.next}`);
    expect([...first.data, ...secondPage.data].map(({ id }) => Number(id))).toEqual([4, 3, 2, 1]);
    expect(secondPage.next).toBeNull();
  });

  it('filters by person, record, kind and time', async () => {
    dataOf(await change(activate));
    const revisions = async (query: string) => (await read(query)).data.map(({ id }) => Number(id));
    expect(await revisions('?person=admin-1')).toEqual([4]);
    expect(await revisions('?record=mfe-admin')).toEqual([3]);
    expect(await revisions('?kind=release')).toHaveLength(4);
    expect(await revisions('?kind=order')).toEqual([]);
    expect(await revisions('?from=2999-01-01T00:00:00Z')).toEqual([]);
    expect(await revisions('?to=2020-01-01T00:00:00Z')).toEqual([]);
  });
});
