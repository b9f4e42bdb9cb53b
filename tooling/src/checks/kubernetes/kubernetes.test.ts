import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { refuseSampleSecrets } from '@kinmel/service-kit';
import { parse, parseAllDocuments } from 'yaml';
import { services } from '../../launcher/services/services.ts';
import { buildOverlay, type Manifest } from './build-overlay.ts';
import { type ExpectedOverlay, manifestFaults } from './manifest-faults.ts';
import { workloadsOf } from './pods.ts';
import { type KnownProcess, readProcesses } from './processes.ts';
import { schemaFaults } from './schema-faults.ts';

// Loads the code of every process and runs the compiler.
jest.setTimeout(120_000);

const repository = join(__dirname, '../../../..');
const read = (path: string) => readFileSync(join(repository, path), 'utf8');

/** DNS lookups of processes that call others. */
const lookUps = (names: readonly string[]) => names.map((name) => `${name} -> kube-system/kube-dns:53`);
const everybody = ['gateway', ...services.map(({ name }) => name)];
const callsOfAll = [...lookUps(everybody), 'order -> 0.0.0.0/0:443', 'device -> 0.0.0.0/0:443'];

/** Calls that do not follow from the configuration of the processes. */
const outsideCalls = {
  'single-node': [
    ...callsOfAll,
    ...lookUps(['seed', 'mongodb', 'rabbitmq', 'mail']),
    'seed -> mongodb:27017',
    'mongodb -> mongodb:27017',
  ],
  production: [
    ...callsOfAll,
    'ingress-nginx/ingress-nginx -> gateway:8080',
    ...services.map(({ name }) => `${name} -> 10.20.0.0/16:27017`),
    ...[...services.map(({ name }) => name), 'gateway'].map((name) => `${name} -> 10.20.0.0/16:5671`),
    'gateway -> 10.20.0.0/16:6379',
    'notification -> 10.20.0.0/16:465',
  ],
} as const;
type Overlay = keyof typeof outsideCalls;
const overlays: readonly Overlay[] = ['single-node', 'production'];

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kinmel-k8s-'));
  folders.push(folder);
  return folder;
}

/** A copy of deploy/ with its own secrets. */
function deployFolder(): string {
  const folder = newFolder();
  cpSync(join(repository, 'deploy'), folder, {
    recursive: true,
    filter: (path) => !path.endsWith('/secrets'),
  });
  execFileSync('sh', [join(folder, 'k8s/make-secrets.sh')]);
  writeProductionSecrets(folder);
  return folder;
}

/** Fills in secrets.example.env. */
function writeProductionSecrets(folder: string): void {
  const drawn = linesIn(join(folderOf(folder, 'single-node'), 'secrets/shop.env'));
  const production = folderOf(folder, 'production');
  const filledIn = linesIn(join(production, 'secrets.example.env')).map(
    (line) =>
      drawn.find((other) => /^\w+=<\w+>$/.test(line) && nameOf(other) === nameOf(line)) ??
      line.replaceAll(/<\w+>/g, 'own'),
  );
  mkdirSync(join(production, 'secrets'));
  writeFileSync(join(production, 'secrets/shop.env'), `${filledIn.join('\n')}\n`);
  for (const file of ['release-key', 'trusted-keys'])
    cpSync(join(folderOf(folder, 'single-node'), 'secrets', file), join(production, 'secrets', file));
}

const nameOf = (line: string): string => line.replace(/=.*/, '');
const linesIn = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
const folderOf = (folder: string, overlay: Overlay) => join(folder, 'k8s/overlays', overlay);

/** A copy of `deploy` in which one file of deploy/k8s is changed. */
function planted(file: string, from: string | RegExp, to: string): string {
  const folder = newFolder();
  cpSync(deploy, folder, { recursive: true });
  const path = join(folder, 'k8s', file);
  const text = readFileSync(path, 'utf8');
  if (text.replace(from, to) === text) throw new Error(`${file} has nothing like ${from}`);
  writeFileSync(path, text.replace(from, to));
  return folder;
}

let processes: KnownProcess[];
let deploy: string;
beforeAll(async () => {
  processes = await readProcesses();
  deploy = deployFolder();
});
const expected = (overlay: Overlay): ExpectedOverlay => ({
  processes,
  outsideCalls: outsideCalls[overlay],
  leastInstances: overlay === 'production' ? 2 : 1,
});

describe.each(overlays)('deploy/k8s/overlays/%s', (overlay) => {
  it('runs every process as its code and configuration require, with minimal rights and calls', () => {
    expect(manifestFaults(buildOverlay(folderOf(deploy, overlay)), expected(overlay))).toEqual([]);
  });

  it('has objects that match the Kubernetes API', () => {
    expect(schemaFaults(buildOverlay(folderOf(deploy, overlay)))).toEqual([]);
  });

  it('runs our own images in the version of package.json', () => {
    const own = workloadsOf(buildOverlay(folderOf(deploy, overlay)))
      .map(({ container }) => container.image ?? '')
      .filter((image) => image.includes('kinmel-'));
    expect(own.length).toBeGreaterThan(services.length);
    const { version } = JSON.parse(read('package.json'));
    expect(new Set(own.map((image) => image.split(':').at(-1)))).toEqual(new Set([version]));
  });
});

/** Faults by changed file, with the text that is replaced and its replacement. */
const plantedFaults: Record<string, readonly [fault: string, from: string | RegExp, to: string][]> = {
  'base/order.yaml': [
    ['order: CATALOG_URL is not given', /^.*CATALOG_URL.*\n/m, ''],
    ['policies do not allow offer -> order:4102', 'catalog, offer]', 'catalog]'],
    ['Service order is open to the outside', /(selector: \{ app.*: order \}\n)/, '$1  type: NodePort\n'],
  ],
  'base/service-request.yaml': [
    ['service-request: TRACKING_KEY: Invalid input: expected string', /^.*TRACKING_KEY.*\n/m, ''],
    [
      'service-request: TRACKING_KEY is a secret and does not come from one',
      /(name: TRACKING_KEY), valueFrom.*$/m,
      `$1, value: ${'A'.repeat(43)}= }`,
    ],
  ],
  'base/offer.yaml': [
    ['offer: ORDERS_URL is not read by offer', 'name: ORDER_URL', 'name: ORDERS_URL'],
    ['offer: 0 objects of kind HorizontalPodAutoscaler are for it', /^kind: Horizontal.*$/m, 'kind: Scale'],
  ],
  'base/settings.env': [
    ['offer: SHOP_TIME_ZONE: expected a time zone', 'Asia/Kathmandu', 'Asia/Katmandoo'],
    ['settings: no process gets SHOP_NAME', 'LOG_LEVEL=', 'SHOP_NAME=Kinmel\nLOG_LEVEL='],
  ],
  'base/gateway.yaml': [
    ['gateway: AMQP_URL refers to URL of Secret secrets, which does not exist', 'GATEWAY_AMQP_URL', 'URL'],
    ['gateway: its readinessProbe does not ask /health/live', '/health/live', '/health/ready'],
    ['gateway: it may write to a volume that it only reads', 'remotes, readOnly: true', 'remotes'],
  ],
  'base/catalog.yaml': [
    ['catalog: its port is 4111, and 4101 in its code', 'containerPort: 4101', 'containerPort: 4111'],
    ['catalog: UPLOADS_FOLDER lies in no volume', '/shop/uploads', '/shop/pictures'],
  ],
  'base/render.yaml': [['render: it has no resource requests and limits', /^.*limits: .*\n/m, '']],
  'base/network-policies.yaml': [
    ['policies allow auth -> auth:4100', 'NotIn, values: [auth]', 'NotIn, values: [order]'],
    [
      'policies allow render -> anybody',
      'podSelector: {}',
      'podSelector: { matchLabels: { app.kubernetes.io/name: auth } }',
    ],
  ],
  'shared/deployment.yaml': [
    ['order: its terminationGracePeriodSeconds is too short', 'Seconds: 25', 'Seconds: 15'],
    ['gateway: its instances may all run on one node', /(matchLabelKeys: \[)app.*name, /g, '$1'],
    ['render: its container may do more than it needs', 'Filesystem: true', 'Filesystem: false'],
    [
      'auth: it gets service variables of Kubernetes that collide with its own',
      'Links: false',
      'Links: true',
    ],
  ],
  'overlays/production/ingress.yaml': [
    ['order is open to the outside', 'name: gateway', 'name: order'],
    ['shop.kinmel.example is reached without TLS', 'hosts: [shop', 'hosts: [www'],
  ],
  'overlays/production/network-policies.yaml': [
    ['policies allow ingress-nginx -> gateway:8080', /^ +podSelector: .*ingress-nginx.*\n/m, ''],
  ],
  'overlays/production/secrets/shop.env': [['secrets: no process gets MAIL_URL', 'SMTP_URL=', 'MAIL_URL=']],
  'overlays/single-node/mail.yaml': [
    ['mail: its image axllent/mailpit:latest has no version', /mailpit:v.*/, 'mailpit:latest'],
  ],
};

it.each(Object.entries(plantedFaults).flatMap(([file, rows]) => rows.map((row) => [file, ...row] as const)))(
  'in a changed %s finds "%s"',
  (file, fault, from, to) => {
    const overlay = file.startsWith('overlays/production/') ? 'production' : 'single-node';
    const manifests = buildOverlay(folderOf(planted(file, from, to), overlay));
    expect(manifestFaults(manifests, expected(overlay))).toContain(fault);
  },
);

it.each([
  [
    'shared/deployment.yaml',
    "sHistoryLimit\"' does not exist in type 'DeploymentSpec'",
    'revisionHistory',
    'revisionsHistory',
  ],
  [
    'base/network-policies.yaml',
    "Cannot find module 'kubernetes-types/networking/v3'",
    'k8s.io/v1',
    'k8s.io/v3',
  ],
])('in a changed %s finds the schema fault %s', (file, fault, from, to) => {
  const faults = schemaFaults(buildOverlay(folderOf(planted(file, from, to), 'single-node')));
  expect(faults).toContainEqual(expect.stringContaining(fault));
});

it('refuses a field of kustomize that is not supported', () => {
  const file = 'overlays/single-node/kustomization.yaml';
  const other = planted(file, 'patches:', 'namePrefix: our-\npatches:');
  expect(() => buildOverlay(folderOf(other, 'single-node'))).toThrow('namePrefix');
});

const unbroken = (data: object): unknown =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [name, String(value).replaceAll('\n', '')]));

/** Without namespace and name hashes, lists sorted. */
function comparable(manifests: readonly Manifest[]): unknown[] {
  const generated = [
    'settings',
    'secrets',
    'release-keys',
    'mongodb-passwords',
    'mongodb-users',
    'rabbitmq-definitions',
  ];
  const hashed = new RegExp(`"(${generated.join('|')})-[a-z0-9]{10}"`, 'g');
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((one) => JSON.stringify(sorted(one))).toSorted();
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => name !== 'namespace')
        // kubectl wraps long values of secrets.
        .map(([name, inner]) => [name, sorted(name === 'data' ? unbroken(inner) : inner)] as const)
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    );
  };
  const texts: unknown[] = JSON.parse(JSON.stringify(manifests).replaceAll(hashed, '"$1"'));
  return texts.map((one) => JSON.stringify(sorted(one))).toSorted();
}

const hasKubectl = spawnSync('kubectl', ['version', '--client'], { timeout: 60_000 }).status === 0;

// Skipped only without kubectl (tooling/src/test/run-rules.ts).
(hasKubectl ? describe : describe.skip)('kubectl kustomize', () => {
  it.each(overlays)('builds the same objects as build-overlay.ts for %s', (overlay) => {
    const folder = folderOf(deploy, overlay);
    const text = execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
    const built = parseAllDocuments(text).map((document): Manifest => document.toJS());
    const [one, other] = [comparable(built), comparable(buildOverlay(folder))];
    expect(one.filter((object) => !other.includes(object))).toEqual([]);
    expect(isDeepStrictEqual(one, other)).toBe(true);
  });
});

describe('the servers of the overlay for one node', () => {
  const compose = parse(read('docker-compose.yml'));
  const workloads = () => workloadsOf(buildOverlay(folderOf(deploy, 'single-node')));
  const serverOf = (name: string) => workloads().find((workload) => workload.name === name)?.container;

  it('have the images of docker-compose.yml', () => {
    for (const name of ['mongodb', 'rabbitmq', 'mail'])
      expect(serverOf(name)?.image).toBe(compose.services[name].image);
  });

  it('create their replica set and users like docker-compose.yml', () => {
    const mongodb = serverOf('mongodb');
    const inCluster = (words: readonly string[]) => words.map((word) => word.replace('/etc/', '/tmp/'));
    expect(mongodb?.args).toEqual(inCluster(compose.services.mongodb.command));
    expect(mongodb?.startupProbe).toMatchObject({
      exec: { command: compose.services.mongodb.healthcheck.test.slice(1) },
    });
    const secrets = folderOf(deploy, 'single-node');
    const passwords = readFileSync(join(secrets, 'secrets/mongodb.env'), 'utf8');
    const wanted = Object.keys(compose.services.mongodb.environment).filter((name) =>
      name.endsWith('PASSWORD'),
    );
    const given = passwords.trim().split('\n');
    expect(given.map((line) => line.replace(/=.*/, '')).toSorted()).toEqual(wanted.toSorted());
  });

  it('have broker users with the permissions of docker-compose.yml', () => {
    const own = JSON.parse(
      readFileSync(join(folderOf(deploy, 'single-node'), 'secrets/definitions.json'), 'utf8'),
    );
    const theirs = JSON.parse(compose.configs['rabbitmq-definitions'].content.replaceAll('$$', '$'));
    const withoutPasswords = ({ users, ...rest }: { users: { name: string; tags: string }[] }) => ({
      ...rest,
      users: users.map(({ name, tags }) => ({ name, tags })),
    });
    expect(withoutPasswords(own)).toEqual(withoutPasswords(theirs));
  });
});

describe('make-secrets.sh', () => {
  it('draws secrets that production accepts, readable by the owner only, and keeps existing ones', () => {
    const folder = join(folderOf(deploy, 'single-node'), 'secrets');
    const text = () => readFileSync(join(folder, 'shop.env'), 'utf8');
    appendFileSync(join(folder, 'shop.env'), 'STRIPE_SECRET_KEY=sk_test_of_their_own\n');
    const before = text();
    execFileSync('sh', [join(deploy, 'k8s/make-secrets.sh')]);
    expect(text()).toBe(before);
    for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    const values = Object.fromEntries(
      before
        .trim()
        .split('\n')
        .map((line) => line.split(/=(.*)/s)),
    );
    expect(() => refuseSampleSecrets({ ...values, NODE_ENV: 'production' })).not.toThrow();
    expect(text()).not.toBe(
      readFileSync(join(deployFolder(), 'k8s/overlays/single-node/secrets/shop.env'), 'utf8'),
    );
  });

  it('writes to files that are neither in git nor in images', () => {
    const linesOf = (path: string) => read(path).split('\n');
    expect(linesOf('.gitignore')).toContain('deploy/k8s/overlays/*/secrets/');
    expect(linesOf('.dockerignore')).toContain('deploy/k8s/overlays/*/secrets');
    const files = readdirSync(join(repository, 'deploy/k8s'), { recursive: true, encoding: 'utf8' });
    const withSecret = files
      .filter((path) => path.endsWith('.yaml'))
      .filter((path) => /^kind: Secret/m.test(read(join('deploy/k8s', path))));
    expect(withSecret).toEqual([]);
  });
});
