import { fakeDate } from '@kinmel/testing/fake-date';
import { openRegistry } from '../registry/open-registry.ts';
import {
  catalogDeclaration,
  deploy,
  type Folders,
  makeShop,
  record,
  writeRemote,
} from '../testing/remote-folder.ts';
import { type RunningGateway, startGateway, waitUntil } from '../testing/running-gateway.ts';

const part = 'mfe-catalog';
const cookieName = 'kinmel-visitor=';
const halfHourMs = 30 * 60_000;

let folders: Folders;
let gateways: RunningGateway[];

const advance = (ms: number) => jest.setSystemTime(Date.now() + ms);

const startOne = (env: Record<string, string>) =>
  startGateway({
    folders,
    env: {
      GATEWAY_TRUSTED_PROXIES: '1',
      GATEWAY_WRITES_PER_MINUTE: '1000000',
      ...env,
    },
  });

beforeEach(async () => {
  fakeDate(Date.now(), true);
  folders = await makeShop(catalogDeclaration);
  for (const version of ['2.0.0', '3.0.0']) await writeRemote(folders, catalogDeclaration, version);
  gateways = [];
});
afterEach(async () => {
  jest.useRealTimers();
  for (const gateway of gateways) await gateway.stop();
});

async function startTwo(): Promise<void> {
  const env = { RELEASE_KEY_FILE: folders.privateKeyFile };
  gateways = [await startOne(env), await startOne(env)];
}

const history = () => openRegistry(folders).history();
const activePart = async () => (await history()).at(-1)?.active[part];
const automaticChanges = async () => (await history()).filter(({ isAutomatic }) => isAutomatic);
const refreshAll = () => Promise.all(gateways.map(({ context }) => context.remotes.refresh()));

const checkAll = () => Promise.all(gateways.map(({ context }) => context.rollouts.check()));

/** One of the two gateways, as chosen by a load balancer. */
const gatewayOf = (index: number) => gateways[index % gateways.length] as RunningGateway;

/** Each visitor has a network of their own, unless the test names one. */
const addressOf = (index: number) => `10.0.${index % 250}.1`;

async function visit(index: number): Promise<{ cookie: string; version: string }> {
  const page = await gatewayOf(index).get('/', { 'x-forwarded-for': addressOf(index) });
  const cookie = /kinmel-visitor=[\w-]+/.exec(String(page.headers['set-cookie']))?.[0] ?? '';
  const version = /"name":"mfe-catalog","version":"([^"]+)"/.exec(page.text)?.[1] ?? '';
  return { cookie, version };
}

async function report(index: number, cookie: string, version: string, address = addressOf(index)) {
  const body = JSON.stringify({ kind: 'error-boundary', part, version, page: '/' });
  const headers = { cookie, 'x-forwarded-for': address };
  return gatewayOf(index).send('POST', '/reports', { headers, body });
}

/** Visitors arrive, and everyone who gets this version reports a failure. */
async function visitsThatFail(count: number, failing: string | undefined): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const { cookie, version } = await visit(index);
    // Refused once the version is no longer active.
    if (version === failing) await report(index, cookie, version);
  }
}

async function startCanary(shares: readonly number[], version = '2.0.0'): Promise<void> {
  const registry = openRegistry(folders);
  const expectedRevision = (await registry.current())?.revision ?? 0;
  const [sharePercent = 0, ...laterShares] = shares;
  const steps = laterShares.length === 0 ? undefined : { shares: laterShares, everyMinutes: 30 };
  const change = { action: 'canary', part, version, sharePercent, steps } as const;
  await registry.activate({ ...record, ...change, expectedRevision });
  await refreshAll();
}

it('a bad canary under visits over two gateways is rolled back automatically, once, with its figures as reason', async () => {
  await startTwo();
  await startCanary([50]);
  // Both see at the same time that the budget is exceeded.
  for (let index = 0; index < 160; index += 1) {
    const { cookie, version } = await visit(index);
    if (version !== '2.0.0') continue;
    gatewayOf(index).context.rollouts.counts.countFailure(
      part,
      version,
      cookie.slice(cookieName.length),
      addressOf(index),
    );
  }
  await checkAll();

  const [rollback, ...others] = await automaticChanges();
  expect(others).toEqual([]);
  expect(rollback).toMatchObject({ action: 'rollback', part, who: 'gateway', isAutomatic: true });
  expect(rollback?.why).toMatch(
    /^2\.0\.0: \d+ of \d+ visitors \(\d+\.\d %\) in \d+ networks reported failures, of the version before 0 of \d+ visitors \(0\.0 %\)$/,
  );
  expect(await activePart()).toMatchObject({ version: '1.0.0' });
  expect((await activePart())?.canary).toBeUndefined();
  await refreshAll();
  expect((await visit(1)).version).toBe('1.0.0');
  const figures = await Promise.all(gateways.map(({ context }) => context.metrics.registry.metrics()));
  expect(figures.join('')).toContain(
    'gateway_automatic_changes_total{part="mfe-catalog",action="rollback",outcome="done"} 1',
  );
});

it('reports alone roll back a version in its first hour, to the one before', async () => {
  await startTwo();
  await deploy(folders, part, '2.0.0');
  await refreshAll();
  await visitsThatFail(60, '2.0.0');
  await waitUntil(async () => (await automaticChanges()).length > 0);
  expect(await activePart()).toMatchObject({ version: '1.0.0' });
  expect(await automaticChanges()).toHaveLength(1);
});

it('a good canary goes through its steps to all visitors, each when its time has come and visitors have seen it', async () => {
  await startTwo();
  await startCanary([50, 75, 100]);
  const shares: (number | undefined)[] = [];
  const step = async () => {
    advance(halfHourMs);
    await checkAll();
    await refreshAll();
    shares.push((await activePart())?.canary?.sharePercent);
  };
  await step();
  expect(shares).toEqual([50]);
  for (let index = 0; index < 160; index += 1) await visit(index);
  await checkAll();
  expect((await activePart())?.canary?.sharePercent).toBe(75);
  await checkAll();
  expect((await activePart())?.canary?.sharePercent).toBe(75);
  await step();
  expect(shares).toEqual([50, undefined]);
  expect(await activePart()).toMatchObject({ version: '2.0.0', previous: '1.0.0' });
  expect((await automaticChanges()).map(({ action, revision }) => [action, revision])).toEqual([
    ['step', 4],
    ['step', 5],
  ]);
});

it('a canary makes no automatic step while the version before is over the budget, and is rolled back in spite of forged reports of one address', async () => {
  await startTwo();
  await startCanary([50, 100]);
  await visitsThatFail(160, '1.0.0');
  advance(halfHourMs);
  await checkAll();
  expect(await automaticChanges()).toEqual([]);
  expect((await activePart())?.canary?.sharePercent).toBe(50);
  for (const { context } of gateways) context.rollouts.counts.keepOnly([]);
  const countFailure = (version: string, index: number, address: string) => {
    for (const { context } of gateways)
      context.rollouts.counts.countFailure(part, version, `${version}-${index}`, address);
  };
  for (let index = 0; index < 220; index += 1) countFailure('1.0.0', index, '203.0.113.7');
  for (const { context } of gateways)
    for (let index = 0; index < 100; index += 1)
      context.rollouts.counts.countPage(part, '1.0.0', `base-${index}`);
  for (let index = 0; index < 100; index += 1) countFailure('2.0.0', index, addressOf(index));
  await checkAll();
  expect((await automaticChanges()).map(({ action }) => action)).toEqual(['rollback']);
});

it('a visitor of the canary keeps its version while the share grows', async () => {
  await startTwo();
  await startCanary([50, 75]);
  const visitors = await Promise.all(Array.from({ length: 160 }, (_, index) => visit(index)));
  advance(halfHourMs);
  await checkAll();
  await refreshAll();
  expect((await activePart())?.canary?.sharePercent).toBe(75);
  for (const [index, { cookie, version }] of visitors.entries()) {
    const secondPage = await gatewayOf(index + 1).get('/', { cookie });
    if (version === '2.0.0') expect(secondPage.text).toContain('"version":"2.0.0"');
  }
});

it('a frozen canary makes no step, but is still rolled back', async () => {
  await startTwo();
  await startCanary([50, 100]);
  const registry = openRegistry(folders);
  const expectedRevision = (await registry.current())?.revision ?? 0;
  const freeze = {
    action: 'freeze',
    part,
    until: new Date(Date.now() + 10 * halfHourMs).toISOString(),
  } as const;
  await registry.activate({ ...record, ...freeze, expectedRevision });
  await refreshAll();
  for (let index = 0; index < 160; index += 1) await visit(index);
  advance(halfHourMs);
  await checkAll();
  expect(await automaticChanges()).toEqual([]);
  for (const { logLines } of gateways)
    expect(logLines.join('')).not.toContain('could not be changed automatically');
  await visitsThatFail(160, '2.0.0');
  await waitUntil(async () => (await automaticChanges()).length > 0);
  expect((await activePart())?.canary).toBeUndefined();
});

it('10,000 forged reports change nothing on an old version, and end a canary at most', async () => {
  await startTwo();
  const forge = async (count: number, versions: readonly string[], networks: number) => {
    for (let index = 0; index < count; index += 1) {
      // Separate visitors, because each counts in the network of its first report.
      const cookie = `kinmel-visitor=${`${networks}n${index}`.padStart(16, 'x')}`;
      const version = versions[index % versions.length] ?? '';
      await report(index, cookie, version, `10.1.${index % networks}.1`);
    }
    await checkAll();
  };
  await deploy(folders, part, '2.0.0');
  advance(4 * halfHourMs);
  await refreshAll();
  const before = await history();
  await forge(4000, ['2.0.0'], 250);
  expect(await history()).toEqual(before);

  await startCanary([50], '3.0.0');
  // From fewer networks than the limit.
  await forge(3000, ['3.0.0', '2.0.0'], 4);
  expect(await automaticChanges()).toEqual([]);
  await forge(2000, ['3.0.0'], 250);
  expect((await automaticChanges()).map(({ action }) => action)).toEqual(['rollback']);
  expect(await activePart()).toMatchObject({ version: '2.0.0' });
  expect((await activePart())?.canary).toBeUndefined();
  await forge(1000, ['2.0.0'], 250);
  expect(await automaticChanges()).toHaveLength(1);
}, 300_000);

it('without the private key a gateway logs once what it would do, and changes nothing', async () => {
  const keylessGateway = await startOne({});
  gateways = [keylessGateway];
  await startCanary([100]);
  await visitsThatFail(40, '2.0.0');
  for (let count = 0; count < 3; count += 1) await keylessGateway.context.rollouts.check();
  expect(await automaticChanges()).toEqual([]);
  const lines = keylessGateway.logLines.filter((line) => line.includes('could not be changed automatically'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('Without a private key nothing is changed.');
});

it('visitors are counted and have the cookie only while a release is observed', async () => {
  await startTwo();
  expect((await gatewayOf(0).get('/')).headers['set-cookie']).toBeUndefined();
  await deploy(folders, part, '2.0.0');
  await refreshAll();
  const first = await gatewayOf(0).get('/');
  expect(String(first.headers['set-cookie'])).toMatch(/kinmel-visitor=[\w-]{16}; Path=\/;/);
  expect(first.headers['cache-control']).toBe('private, no-cache');
  // The second one is answered from the cache, before Express.
  const second = await gatewayOf(0).get('/');
  expect(second.headers['set-cookie']).toBeDefined();
  expect(second.headers['set-cookie']).not.toEqual(first.headers['set-cookie']);
  expect(gatewayOf(0).context.rollouts.counts.figuresOf(part, '2.0.0').visitors).toBe(2);
  advance(4 * halfHourMs);
  const laterPage = await gatewayOf(0).get('/');
  expect(laterPage.headers['set-cookie']).toBeUndefined();
  expect(laterPage.headers['cache-control']).toBe('no-cache');
});
