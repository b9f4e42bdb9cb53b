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

// The code of every process is read, and the compiler runs; on a machine that has other things to do both take a while.
jest.setTimeout(120_000);

const repository = join(__dirname, '../../../..');
const read = (path: string) => readFileSync(join(repository, path), 'utf8');

/** Who looks up names: all that call somebody. */
const lookUps = (names: readonly string[]) => names.map((name) => `${name} -> kube-system/kube-dns:53`);
const everybody = ['gateway', ...services.map(({ name }) => name)];
const callsOfAll = [...lookUps(everybody), 'order -> 0.0.0.0/0:443'];

/** Calls beside those that follow from the configurations of the processes. */
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

/** A copy of deploy/ with secrets of its own. */
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

/** secrets.example.env, filled in as it says. */
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
}

const nameOf = (line: string): string => line.replace(/=.*/, '');
const linesIn = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
const folderOf = (folder: string, overlay: Overlay) => join(folder, 'k8s/overlays', overlay);

interface Plant {
  readonly file: string;
  readonly from: string | RegExp;
  readonly to: string;
}

/** A copy of `deploy` in which the text of one file of deploy/k8s is another. */
function planted({ file, from, to }: Plant): string {
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
  it('runs every process as its code and its configuration want it, with no more rights and calls than that', () => {
    expect(manifestFaults(buildOverlay(folderOf(deploy, overlay)), expected(overlay))).toEqual([]);
  });

  it('has objects as Kubernetes describes them', () => {
    expect(schemaFaults(buildOverlay(folderOf(deploy, overlay)))).toEqual([]);
  });

  it('runs one version of our own images, that of package.json', () => {
    const own = workloadsOf(buildOverlay(folderOf(deploy, overlay)))
      .map(({ container }) => container.image)
      .filter((image) => image.includes('kinmel-'));
    expect(own.length).toBeGreaterThan(services.length);
    const { version } = JSON.parse(read('package.json'));
    expect(new Set(own.map((image) => image.split(':').at(-1)))).toEqual(new Set([version]));
  });
});

it.each<[string, Plant, string]>([
  [
    'a variable that is missing',
    { file: 'base/order.yaml', from: /^.*CATALOG_URL.*\n/m, to: '' },
    'order: CATALOG_URL is not given',
  ],
  [
    'a required variable that is missing',
    { file: 'base/service-request.yaml', from: /^.*TRACKING_KEY.*\n/m, to: '' },
    'service-request: TRACKING_KEY: Invalid input: expected string',
  ],
  [
    'a variable that nobody reads',
    { file: 'base/offer.yaml', from: 'name: ORDER_URL', to: 'name: ORDERS_URL' },
    'offer: ORDERS_URL is not read by offer',
  ],
  [
    'a value that its configuration refuses',
    { file: 'base/settings.env', from: 'Asia/Kathmandu', to: 'Asia/Katmandoo' },
    'offer: SHOP_TIME_ZONE: expected a time zone',
  ],
  [
    'a setting that nobody is given',
    { file: 'base/settings.env', from: 'LOG_LEVEL=', to: 'SHOP_NAME=Kinmel\nLOG_LEVEL=' },
    'settings: nobody is given SHOP_NAME',
  ],
  [
    'a secret that is not there',
    { file: 'base/gateway.yaml', from: 'GATEWAY_AMQP_URL', to: 'BROKER_URL' },
    'gateway: AMQP_URL refers to BROKER_URL of Secret secrets, which is not there',
  ],
  [
    'a secret that stands in git',
    {
      file: 'base/service-request.yaml',
      from: /name: TRACKING_KEY, valueFrom.*$/m,
      to: `name: TRACKING_KEY, value: ${'A'.repeat(43)}= }`,
    },
    'service-request: TRACKING_KEY is a secret and does not come from one',
  ],
  [
    'a token of services at the gateway',
    {
      file: 'base/gateway.yaml',
      from: '          env:\n',
      to: '          env:\n            - { name: SERVICE_TOKEN, valueFrom: { secretKeyRef: { name: secrets, key: SERVICE_TOKEN } } }\n',
    },
    'gateway: SERVICE_TOKEN is not read by gateway',
  ],
  [
    'a port that is not that of the code',
    { file: 'base/catalog.yaml', from: 'containerPort: 4101', to: 'containerPort: 4111' },
    'catalog: its port is 4111, and 4101 in its code',
  ],
  [
    'a gateway that is taken off with any service',
    { file: 'base/gateway.yaml', from: '/health/live', to: '/health/ready' },
    'gateway: its readinessProbe does not ask /health/live',
  ],
  [
    'a process that an outage of others starts again',
    {
      file: 'shared/deployment.yaml',
      from: /(livenessProbe:\s+httpGet: \{ path: \/health\/)live/,
      to: '$1ready',
    },
    'auth: its livenessProbe does not ask /health/live',
  ],
  [
    'a process that is killed too early',
    {
      file: 'shared/deployment.yaml',
      from: 'terminationGracePeriodSeconds: 25',
      to: 'terminationGracePeriodSeconds: 15',
    },
    'order: it is killed before its time to finish is over',
  ],
  [
    'instances that are not told apart from others when they are spread',
    {
      file: 'shared/deployment.yaml',
      from: /matchLabelKeys: .*$/gm,
      to: 'matchLabelKeys: [pod-template-hash]',
    },
    'gateway: its instances may all lie on one node',
  ],
  [
    'no limits',
    { file: 'base/render.yaml', from: /^.*limits: .*\n/m, to: '' },
    'render: it has no requests and limits',
  ],
  [
    'a container that writes into its image',
    {
      file: 'shared/deployment.yaml',
      from: 'readOnlyRootFilesystem: true',
      to: 'readOnlyRootFilesystem: false',
    },
    'render: its container may do more than it needs',
  ],
  [
    'variables of Kubernetes beside ours',
    { file: 'shared/deployment.yaml', from: 'enableServiceLinks: false', to: 'enableServiceLinks: true' },
    'auth: it gets variables of Kubernetes that are named as ours',
  ],
  [
    'a folder that ends with its container',
    { file: 'base/catalog.yaml', from: 'mountPath: /shop/uploads', to: 'mountPath: /shop/pictures' },
    'catalog: UPLOADS_FOLDER lies in no volume',
  ],
  [
    'a gateway that may write remotes',
    {
      file: 'base/gateway.yaml',
      from: 'mountPath: /shop/remotes, readOnly: true',
      to: 'mountPath: /shop/remotes',
    },
    'gateway: it may write what it only reads',
  ],
  [
    'a call that nobody has to make',
    {
      file: 'base/network-policies.yaml',
      from: 'operator: NotIn, values: [auth]',
      to: 'operator: NotIn, values: [order]',
    },
    'policies allow auth -> auth:4100',
  ],
  [
    'a process that others of the cluster may call',
    {
      file: 'base/catalog.yaml',
      from: '- from: [',
      to: '- from: [{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: default } } }, ',
    },
    'policies allow default -> catalog:4101',
  ],
  [
    'a render process that reaches something',
    {
      file: 'base/network-policies.yaml',
      from: 'values: [render, deploy-remotes, rotate-keys]',
      to: 'values: [deploy-remotes, rotate-keys]',
    },
    'policies allow render -> kube-system/kube-dns:53',
  ],
  [
    'a call that is not allowed',
    {
      file: 'base/order.yaml',
      from: 'values: [gateway, catalog, offer]',
      to: 'values: [gateway, catalog]',
    },
    'policies do not allow offer -> order:4102',
  ],
  [
    'no default',
    {
      file: 'base/network-policies.yaml',
      from: 'podSelector: {}',
      to: 'podSelector: { matchLabels: { app.kubernetes.io/name: auth } }',
    },
    'policies allow render -> anybody',
  ],
  [
    'a service on a port of the nodes',
    {
      file: 'base/order.yaml',
      from: 'selector: { app.kubernetes.io/name: order }\n',
      to: 'selector: { app.kubernetes.io/name: order }\n  type: NodePort\n',
    },
    'Service order is open to the outside',
  ],
  [
    'a service behind the ingress',
    { file: 'overlays/production/ingress.yaml', from: 'name: gateway', to: 'name: order' },
    'order is open to the outside',
  ],
  [
    'a host without TLS',
    { file: 'overlays/production/ingress.yaml', from: 'hosts: [shop', to: 'hosts: [www' },
    'shop.kinmel.example is reached without TLS',
  ],
  [
    'a gateway that others than the ingress reach',
    {
      file: 'overlays/production/network-policies.yaml',
      from: /^ +podSelector: .*ingress-nginx.*\n/m,
      to: '',
    },
    'policies allow ingress-nginx -> gateway:8080',
  ],
  [
    'a secret whose line nobody reads',
    { file: 'overlays/production/secrets/shop.env', from: 'SMTP_URL=', to: 'MAIL_URL=' },
    'secrets: nobody is given MAIL_URL',
  ],
  [
    'one instance that may be taken away',
    { file: 'base/offer.yaml', from: /^kind: HorizontalPodAutoscaler$/m, to: 'kind: Scale' },
    'offer: 0 objects of kind HorizontalPodAutoscaler are for it',
  ],
  [
    'a budget for another process',
    {
      file: 'base/offer.yaml',
      from: /(kind: PodDisruptionBudget\n.*\nspec:\n.*name: )offer/,
      to: '$1order',
    },
    'offer: 0 objects of kind PodDisruptionBudget are for it',
  ],
  [
    'an image without version',
    { file: 'overlays/single-node/mail.yaml', from: 'mailpit:v1.30.6', to: 'mailpit:latest' },
    'mail: its image axllent/mailpit:latest has no version',
  ],
])('would be refused with %s', (_fault, plant, sentence) => {
  const overlay = plant.file.startsWith('overlays/production/') ? 'production' : 'single-node';
  const manifests = buildOverlay(folderOf(planted(plant), overlay));
  expect(manifestFaults(manifests, expected(overlay))).toContain(sentence);
});

it.each<[string, Plant, RegExp]>([
  [
    'a field that is written wrong',
    { file: 'shared/deployment.yaml', from: 'revisionHistoryLimit', to: 'revisionsHistoryLimit' },
    /revisionsHistoryLimit"' does not exist in type 'DeploymentSpec'/,
  ],
  [
    'a value of another type',
    { file: 'base/auth.yaml', from: 'containerPort: 4100', to: "containerPort: '4100'" },
    /Type 'string' is not assignable to type 'number'/,
  ],
  [
    'a field of another version',
    { file: 'base/volumes.yaml', from: /^( {2}accessModes).*$/m, to: '  storageClass: fast' },
    /storageClass"' does not exist in type 'PersistentVolumeClaimSpec'/,
  ],
  [
    'a version that Kubernetes does not have',
    { file: 'base/network-policies.yaml', from: 'networking.k8s.io/v1', to: 'networking.k8s.io/v3' },
    /Cannot find module 'kubernetes-types\/networking\/v3'/,
  ],
])('Kubernetes would refuse %s', (_fault, plant, sentence) => {
  const faults = schemaFaults(buildOverlay(folderOf(planted(plant), 'single-node')));
  expect(faults).toContainEqual(expect.stringMatching(sentence));
});

it('a word of kustomize that is not understood here is refused', () => {
  const file = 'overlays/single-node/kustomization.yaml';
  const other = planted({ file, from: 'patches:', to: 'namePrefix: our-\npatches:' });
  expect(() => buildOverlay(folderOf(other, 'single-node'))).toThrow('namePrefix');
});

const unbroken = (data: object): unknown =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [name, String(value).replaceAll('\n', '')]));

/** The same for both builds: no namespace, no hash behind generated names, lists of variables and volumes in one order. */
function comparable(manifests: readonly Manifest[]): unknown[] {
  const generated = ['settings', 'secrets', 'mongodb-passwords', 'mongodb-users', 'rabbitmq-definitions'];
  const hashed = new RegExp(`"(${generated.join('|')})-[a-z0-9]{10}"`, 'g');
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((one) => JSON.stringify(sorted(one))).toSorted();
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => name !== 'namespace')
        // kubectl breaks long values of secrets into lines.
        .map(([name, inner]) => [name, sorted(name === 'data' ? unbroken(inner) : inner)] as const)
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    );
  };
  const texts: unknown[] = JSON.parse(JSON.stringify(manifests).replaceAll(hashed, '"$1"'));
  return texts.map((one) => JSON.stringify(sorted(one))).toSorted();
}

const hasKubectl = spawnSync('kubectl', ['version', '--client'], { timeout: 60_000 }).status === 0;

// Left out only where there is no kubectl (tooling/src/test/run-rules.ts): what is checked above is then what this file builds.
(hasKubectl ? describe : describe.skip)('kubectl kustomize', () => {
  it.each(overlays)('builds %s, and the same objects as are checked here', (overlay) => {
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

  it('are those of docker-compose.yml, in the same versions', () => {
    for (const name of ['mongodb', 'rabbitmq', 'mail'])
      expect(serverOf(name)?.image).toBe(compose.services[name].image);
  });

  it('make their replica set and its users as those do', () => {
    const mongodb = serverOf('mongodb');
    const inCluster = (words: readonly string[]) => words.map((word) => word.replace('/etc/', '/tmp/'));
    expect(mongodb?.['args']).toEqual(inCluster(compose.services.mongodb.command));
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

  it('let the users of the broker do what those of docker-compose.yml may', () => {
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
  it('draws what production takes, for nobody else to read, and keeps what is there', () => {
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

  it('writes where neither git nor an image takes it along', () => {
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
