import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { catalogDeclaration, type Folders, makeShop, writeShell } from '@kinmel/gateway/testing';
import { recordVerifications } from '../deploy/verified-contracts.ts';
import { serviceInputs } from '../launcher/services/service-build.ts';
import { services } from '../launcher/services/services.ts';
import { webInputs } from '../launcher/web/web-build.ts';
import { type Finding, findingsOf } from './check.ts';
import { checks } from './checks.ts';
import { installChecks } from './install-checks.ts';
import type { Probe } from './machine-probe.ts';

const gigabyte = 1024 ** 3;
const today = Date.parse('2026-06-01T12:00:00Z');
const react = { version: '19.3.1', integrity: 'sha512-react' };

/** A server that the start of a shop runs. */
const serverOf = (state: string) => ({
  pid: 77,
  command: `mongod --dbpath ${state}/data/mongodb; beam.smp -home ${state}/data/rabbitmq/home`,
});

let shop: Folders;
let root: string;
let healthyProbe: Probe;

const put = (path: string, content: unknown) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
};
const putLock = (file: string, version = react.version) =>
  put(file, {
    packages: {
      '': { dependencies: { react: version } },
      'mfe-catalog': {},
      'node_modules/react': { ...react, version },
    },
  });

/** A checkout with installed packages, builds, a verified contract and a running version of the shell and a remote. */
beforeEach(async () => {
  shop = await makeShop(catalogDeclaration);
  root = mkdtempSync(join(tmpdir(), 'kinmel-doctor-'));
  symlinkSync(shop.root, join(root, '.kinmel'));
  put('package.json', { dependencies: { react: react.version } });
  putLock('package-lock.json');
  putLock('node_modules/.package-lock.json');
  put('node_modules/react/package.json', react);
  put('mfe-catalog/package.json', {});
  put('mfe-catalog/remote.json', catalogDeclaration);
  put('mfe-catalog/src/remote.tsx', 'first');
  put('services/catalog/src/main.ts', 'first');
  put('pacts/order-catalog.json', { interactions: [{ description: 'a list of products' }] });
  const [catalog] = services.filter(({ name }) => name === 'catalog');
  if (catalog) put('.kinmel/build/catalog/inputs.sha256', await serviceInputs(root, catalog));
  put('.kinmel/build/mfe-catalog.json', { inputs: await webInputs(root, 'mfe-catalog'), version: '1.0.0' });
  const contracts = { root, state: join(root, '.kinmel'), registryFolder: shop.registryFolder };
  await recordVerifications(contracts, [
    {
      file: 'services/catalog/src/consumers.contract.test.ts',
      name: 'catalog answers and publishes what order needs',
    },
  ]);
  healthyProbe = {
    root,
    state: join(root, '.kinmel'),
    env: {
      MONGODB_URI: 'mongodb://127.0.0.1/?replicaSet=rs0',
      AMQP_URL: 'amqp://guest:guest@localhost:5699',
      REGISTRY_KEYS_FILE: shop.publicKeysFile,
    },
    nodeVersion: 'v24.22.3',
    npmVersion: '11.6.1',
    now: () => today,
    timeElsewhere: async () => today + 2_000,
    freeDiskBytes: async () => 20 * gigabyte,
    freeMemoryBytes: () => 4 * gigabyte,
    isPortFree: async () => true,
    portOwner: async () => serverOf(join(root, '.kinmel')),
    chromium: () => '/usr/lib/chromium/chromium',
    git: async (command) =>
      command === 'log' ? `${today / 1_000 - 60}\n` : 'i/lf    w/lf    attr/      \tREADME.md\n',
  };
});
afterEach(async () => {
  await shop.remove();
  rmSync(root, { recursive: true, force: true });
});

const all = { ...installChecks, ...checks };

async function faultsOf(probe: Probe): Promise<Record<string, readonly Finding[]>> {
  const findingsByCheck: Record<string, readonly Finding[]> = {};
  for (const [name, check] of Object.entries(all)) {
    const findings = await findingsOf(check, probe);
    if (findings.length > 0) findingsByCheck[name] = findings;
  }
  return findingsByCheck;
}

/**
 * A fault, planted in the folders or by another probe, with the check that finds it, its message and the command that
 * fixes it.
 */
const planted: [
  fault: string,
  plant: () => Partial<Probe> | void | Promise<void>,
  check: string,
  words: RegExp,
  mend: RegExp,
][] = [
  [
    'a port taken',
    () => ({ isPortFree: async (port) => port !== 8080 }),
    'ports',
    /^port 8080, needed by the shop \(gateway\), is in use by/,
    /^npm start -- --port-offset 100$/,
  ],
  [
    'an old Node',
    () => ({ nodeVersion: 'v18.20.8' }),
    'Node and npm',
    /^Node v18.20.8 is older than 20$/,
    /^nvm install 24$/,
  ],
  [
    'an old npm',
    () => ({ npmVersion: '6.14.18' }),
    'Node and npm',
    /^npm 6.14.18 is older/,
    /^npm install --global npm$/,
  ],
  [
    'a lock file that drifted from a package.json',
    () => put('package.json', { dependencies: { react: '19.4.0' } }),
    'lock file',
    /^package-lock.json has other dependencies than package.json$/,
    /^npm install$/,
  ],
  [
    'packages that drifted from the lock file',
    () => putLock('node_modules/.package-lock.json', '18.3.1'),
    'lock file',
    /^node_modules has other versions/,
    /^npm ci$/,
  ],
  [
    'a full disk',
    () => ({ freeDiskBytes: async () => gigabyte / 2 }),
    'disk',
    /^512 MB are free/,
    /^rm -r \.kinmel\/build/,
  ],
  [
    'no memory for mongod',
    () => ({ env: {}, freeMemoryBytes: () => gigabyte / 4 }),
    'memory for MongoDB',
    /^256 MB are available/,
    /MONGODB_URI=/,
  ],
  [
    'a wrong variable of a service',
    () => ({ env: { STOCK_HOLD_SECONDS: 'long' } }),
    'environment',
    /^STOCK_HOLD_SECONDS: expected a whole number$/,
    /^unset STOCK_HOLD_SECONDS$/,
  ],
  [
    'a second React',
    () => put('mfe-catalog/node_modules/react/package.json', { version: '18.3.1' }),
    'one React',
    /^mfe-catalog\/node_modules\/react is a second copy/,
    /^rm -rf mfe-catalog\/node_modules\/react && npm dedupe$/,
  ],
  [
    'a remote of another contract number',
    async () => {
      await writeShell(shop, 's1', undefined, { contractVersion: 2 });
    },
    'remotes fit the shell',
    /^mfe-catalog 1.0.0: it has contract version 1, the shell s1 has 2$/,
    /^npm run deploy -- mfe-catalog$/,
  ],
  [
    'stale builds',
    () => {
      put('services/catalog/src/main.ts', 'second');
      put('mfe-catalog/src/remote.tsx', 'second');
    },
    'builds',
    /^older than their sources: catalog, mfe-catalog$/,
    /^npm run build -- catalog mfe-catalog$/,
  ],
  [
    'a truncated pact',
    () => put('pacts/notification-order.json', '{"consumer":'),
    'pacts',
    /^pacts\/notification-order.json: /,
    /^git checkout -- pacts\/notification-order.json$/,
  ],
  [
    'a pact that changed after it was verified',
    () => put('pacts/order-catalog.json', { interactions: [{ description: 'one product' }] }),
    'pacts',
    /^the contract of order with catalog has changed since it was verified$/,
    /^npm test -- services\/catalog\/src\/consumers.contract.test.ts$/,
  ],
  [
    'a clock ahead of other machines',
    () => ({ timeElsewhere: async () => today - 300_000 }),
    'clock',
    /^it is 300 s ahead of other machines$/,
    /timedatectl/,
  ],
  [
    'a clock behind the last commit, offline',
    () => ({ timeElsewhere: async () => undefined, now: () => today - 3_600_000 }),
    'clock',
    /^it is 3540 s behind other machines$/,
    /timedatectl/,
  ],
  [
    'a database of another shop',
    () => ({ portOwner: async (port) => (port === 27_017 ? serverOf('/other/.kinmel') : undefined) }),
    'own database and broker',
    /^MONGODB_URI leads to the server of another shop \(process 77\)$/,
    /^unset MONGODB_URI/,
  ],
  [
    'a broker of another shop',
    () => ({ portOwner: async (port) => (port === 5699 ? serverOf('/other/.kinmel') : undefined) }),
    'own database and broker',
    /^AMQP_URL leads to the server of another shop \(process 77\)$/,
    /^unset AMQP_URL/,
  ],
  [
    'a broken file in .kinmel',
    () => put('.kinmel/deployed.json', '{"mfe-cat'),
    '.kinmel',
    /^deployed.json: /,
    /^rm -r .kinmel\/deployed.json && npm start$/,
  ],
  [
    'a truncated revision of the registry',
    () => put('.kinmel/registry/000009/revision.json', '{"schema":'),
    '.kinmel',
    /^registry\/000009\/revision.json: /,
    /^rm -r .kinmel\/registry\/000009 && npm start$/,
  ],
  [
    'a changed byte of an active remote',
    () => put('.kinmel/remotes/mfe-catalog/1.0.0/remoteEntry.js', 'other'),
    '.kinmel',
    /remoteEntry.js is not what was built$/,
    /^rm -rf .kinmel\/remotes\/mfe-catalog\/1.0.0 && npm start$/,
  ],
  [
    'an active shell that is gone',
    () => rmSync(join(shop.root, 'shell', 's1'), { recursive: true }),
    '.kinmel',
    /^shell s1 has no readable shell.json$/,
    /^rm -rf .kinmel\/shell\/s1 && npm start$/,
  ],
  [
    'no browser',
    () => ({ chromium: () => undefined }),
    'browser for tests',
    /^no Chromium/,
    /^sudo apt-get install .* chromium/,
  ],
  [
    'line ends of Windows',
    () => ({
      git: async (command) => (command === 'log' ? '' : 'i/lf    w/crlf  attr/      \tshell/src/main.tsx\n'),
    }),
    'line ends',
    /^1 with those of Windows, such as shell\/src\/main.tsx$/,
    /core\.autocrlf false && sed/,
  ],
];

it('finds nothing in a healthy checkout', async () => {
  expect(await faultsOf(healthyProbe)).toEqual({});
});

it.each(planted)(
  'names only %s, with the command that fixes it',
  async (_fault, plant, check, message, mend) => {
    const faults = await faultsOf({ ...healthyProbe, ...(await plant()) });
    expect(faults).toEqual({
      [check]: [{ fault: expect.stringMatching(message), mend: expect.stringMatching(mend) }],
    });
  },
);

it('has a planted fault for each of its fifteen checks', () => {
  const names = Object.keys(all);
  expect(names).toHaveLength(15);
  expect([...new Set(planted.map(([, , check]) => check))].toSorted()).toEqual(names.toSorted());
});

it('finds nothing in `.kinmel` before the first start', async () => {
  const env = { ...healthyProbe.env, REGISTRY_KEYS_FILE: join(root, 'none.pem') };
  expect(await faultsOf({ ...healthyProbe, env })).toEqual({});
});

it('ignores the ports and the memory that its own running shop uses', async () => {
  put('.kinmel/running.json', { pid: process.pid, shop: 'http://localhost:8080' });
  expect(
    await faultsOf({ ...healthyProbe, env: {}, isPortFree: async () => false, freeMemoryBytes: () => 0 }),
  ).toEqual({});
});

it('reports when something cannot be checked', async () => {
  const faults = await faultsOf({
    ...healthyProbe,
    freeDiskBytes: () => Promise.reject(new Error('no such device')),
  });
  expect(faults.disk?.[0]?.fault).toBe('could not be checked: no such device');
});
