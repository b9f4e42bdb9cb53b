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
import { parseEnv } from 'node:util';
import { drainMs, refuseSampleSecrets } from '@kinmel/service-kit';
import type { PodSpec, PodTemplateSpec } from 'kubernetes-types/core/v1.d.ts';
import { parse, parseAllDocuments } from 'yaml';
import { deployedProcess } from '../../documents/deployment.ts';
import { configSchemaOf } from '../../launcher/services/config-schema.ts';
import { gateway, render, services } from '../../launcher/services/services.ts';
import { type Manifest, manifestsIn } from './manifests.ts';
import { allowedCalls, type Labels } from './network-calls.ts';
import { schemaFaults } from './schema-faults.ts';

// Loads the configuration of every process and runs the compiler.
jest.setTimeout(120_000);

const repository = join(__dirname, '../../../..');
const read = (path: string) => readFileSync(join(repository, path), 'utf8');
const parts = [...services, render, gateway];

/** DNS lookups of processes that call others. */
const lookUps = (names: readonly string[]) => names.map((name) => `${name} -> kube-system/kube-dns:53`);
const everybody = ['gateway', ...services.map(({ name }) => name)];
const backups = ['backup', 'restore'];
const callsOfAll = [
  ...lookUps([...everybody, ...backups]),
  'order -> 0.0.0.0/0:443',
  'device -> 0.0.0.0/0:443',
];

/** Calls that do not follow from the configuration of the processes. */
const outsideCalls = {
  'single-node': [
    ...callsOfAll,
    ...lookUps(['seed', 'mongodb', 'rabbitmq', 'mail']),
    ...[...services.map(({ name }) => name), 'seed', 'mongodb', ...backups].map(
      (name) => `${name} -> mongodb:27017`,
    ),
    ...[...everybody, ...backups].map((name) => `${name} -> rabbitmq:5672`),
    'notification -> mail:1025',
  ],
  production: [
    ...callsOfAll,
    ...lookUps(['deploy-remotes']),
    'ingress-nginx/ingress-nginx -> gateway:8080',
    ...[...services.map(({ name }) => name), ...backups].map((name) => `${name} -> 10.20.0.0/16:27017`),
    ...[...everybody, ...backups].map((name) => `${name} -> 10.20.0.0/16:5671`),
    'gateway -> 10.20.0.0/16:6379',
    'notification -> 10.20.0.0/16:465',
    ...[
      'auth',
      'catalog',
      'offer',
      'order',
      'service-request',
      'device',
      'gateway',
      'deploy-remotes',
      'backup',
      'restore',
    ].map((name) => `${name} -> 10.20.0.0/16:443`),
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
  const drawnLines = linesIn(join(folderOf(folder, 'single-node'), 'secrets/shop.env'));
  const production = folderOf(folder, 'production');
  const filledLines = linesIn(join(production, 'secrets.example.env')).map(
    (line) =>
      drawnLines.find((other) => /^\w+=<\w+>$/.test(line) && nameOf(other) === nameOf(line)) ??
      line.replaceAll(/<\w+>/g, 'own'),
  );
  mkdirSync(join(production, 'secrets'));
  writeFileSync(join(production, 'secrets/shop.env'), `${filledLines.join('\n')}\n`);
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
function changedDeploy(file: string, from: string | RegExp, to: string): string {
  const folder = newFolder();
  cpSync(deploy, folder, { recursive: true });
  const path = join(folder, 'k8s', file);
  const text = readFileSync(path, 'utf8');
  if (text.replace(from, to) === text) throw new Error(`${file} has nothing like ${from}`);
  writeFileSync(path, text.replace(from, to));
  return folder;
}

let deploy: string;
beforeAll(() => {
  deploy = deployFolder();
});

/** The objects and patches of an overlay, by the folder of deploy/k8s that they are in. */
function manifestsOf(folder: string, overlay: Overlay) {
  const inFolder = (path: string) =>
    readdirSync(join(folder, 'k8s', path))
      .filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml')
      .flatMap((file) => manifestsIn(join(folder, 'k8s', path, file)));
  return {
    base: [...inFolder('base'), ...(overlay === 'single-node' ? inFolder('sample-data') : [])],
    shared: inFolder('shared'),
    own: inFolder(`overlays/${overlay}`),
  };
}

function podOf({ spec }: Manifest): PodTemplateSpec | undefined {
  const { template, jobTemplate } = (spec ?? {}) as {
    template?: PodTemplateSpec;
    jobTemplate?: { spec: { template: PodTemplateSpec } };
  };
  return template ?? jobTemplate?.spec.template;
}

/** Least privilege: for the servers of an overlay, and what all processes and tasks share. */
function rightsFaults({ shared, own }: ReturnType<typeof manifestsOf>): string[] {
  const expected = {
    securityContext: expect.objectContaining({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    }),
    automountServiceAccountToken: false,
    enableServiceLinks: false,
  };
  const expectedContainer = {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  };
  return [...shared, ...own].flatMap((manifest) => {
    const pod: PodSpec | undefined = podOf(manifest)?.spec;
    // build-task.yaml changes one field of cron-job.yaml.
    if (pod === undefined || pod.securityContext === undefined) return [];
    const name = `${manifest.kind} ${manifest.metadata.name}`;
    const [container, ...others] = pod.containers;
    return [
      ...(expect.objectContaining(expected).asymmetricMatch(pod) ? [] : [`${name}: its pod`]),
      ...(expect.objectContaining(expectedContainer).asymmetricMatch(container?.securityContext ?? {})
        ? []
        : [`${name}: its container`]),
      ...(others.length > 0 ? [`${name}: a second container`] : []),
      ...(own.includes(manifest) && !/:v?\d[\w.-]*$/.test(container?.image ?? '')
        ? [`${name}: its version`]
        : []),
      ...(own.includes(manifest) && !(container?.resources?.requests && container.resources.limits)
        ? [`${name}: its resources`]
        : []),
    ];
  });
}

/** Calls that policies allow and no configuration has, or the other way round. */
async function callFaults(
  { base, own }: ReturnType<typeof manifestsOf>,
  overlay: Overlay,
): Promise<string[]> {
  const described = await Promise.all(parts.map((part) => deployedProcess(repository, part)));
  const needed = new Set<string>([
    ...described.flatMap(({ name, calls }) =>
      calls.map((called) => `${name} -> ${called.name}:${called.port}`),
    ),
    ...outsideCalls[overlay],
  ]);
  const labels = [...base, ...own].flatMap((manifest): Labels[] => {
    const pod = podOf(manifest);
    return pod === undefined ? [] : [pod.metadata?.labels ?? {}];
  });
  const allowed = allowedCalls([...base, ...own], labels);
  return [
    ...allowed.filter((call) => !needed.has(call)).map((call) => `policies allow ${call}`),
    ...[...needed].filter((call) => !allowed.includes(call)).map((call) => `policies do not allow ${call}`),
  ];
}

describe.each(overlays)('deploy/k8s/overlays/%s', (overlay) => {
  const all = () => Object.values(manifestsOf(deploy, overlay)).flat();

  it('gives pods no more rights than they need', () => {
    expect(rightsFaults(manifestsOf(deploy, overlay))).toEqual([]);
  });

  it('allows the calls that the configuration of a process has, and no other', async () => {
    expect(await callFaults(manifestsOf(deploy, overlay), overlay)).toEqual([]);
  });

  it('has objects that match the Kubernetes API', () => {
    expect(schemaFaults(all())).toEqual([]);
  });

  it('can be reached only through the gateway, with TLS', () => {
    for (const { kind, spec, metadata } of all()) {
      const {
        type = 'ClusterIP',
        tls = [],
        rules = [],
      } = (spec ?? {}) as {
        type?: string;
        tls?: { hosts: string[] }[];
        rules?: { host: string; http: { paths: { backend: { service: { name: string } } }[] } }[];
      };
      if (kind === 'Service') expect([metadata.name, type]).toEqual([metadata.name, 'ClusterIP']);
      if (kind !== 'Ingress') continue;
      for (const { host, http } of rules) {
        expect(tls.flatMap(({ hosts }) => hosts)).toContain(host);
        expect(http.paths.map(({ backend }) => backend.service.name)).toEqual(['gateway']);
      }
      // nginx adds HttpOnly and the path; the prefix also needs Secure and no domain.
      const cookieSettings = Object.entries(metadata.annotations ?? {}).flatMap(([name, value]) => {
        const setting = /session-cookie-(name|secure|path|domain|samesite)$/.exec(name)?.[1];
        return setting === undefined ? [] : [[setting, value]];
      });
      expect(Object.fromEntries(cookieSettings)).toEqual({
        name: expect.stringMatching(/^__Host-/),
        secure: 'true',
        path: '/',
        samesite: 'Lax',
      });
    }
  });

  it('has settings that the processes accept, and every secret that they need', async () => {
    const valuesIn = (path: string) =>
      Object.fromEntries(linesIn(join(deploy, 'k8s', path)).map((line) => line.split(/=(.*)/s)));
    const settings = {
      ...valuesIn('base/settings.env'),
      ...(overlay === 'production' ? valuesIn('overlays/production/settings.env') : {}),
    };
    const secrets = valuesIn(`overlays/${overlay}/secrets/shop.env`);
    const used = new Set(['BACKUP_MONGODB_URI']);
    for (const part of parts) {
      const { shape } = await configSchemaOf(part.folder);
      const { variables } = await deployedProcess(repository, part);
      for (const { name, kubernetes } of variables) {
        const [, kind, key = ''] =
          /(configMap|secret)KeyRef: \{ name: \w+, key: (\w+)/.exec(kubernetes) ?? [];
        if (kind === undefined) continue;
        used.add(key);
        const value = (kind === 'secret' ? secrets : settings)[key] || undefined;
        if (!kubernetes.includes('optional: true') && kind === 'secret')
          expect([key, value]).toEqual([key, expect.any(String)]);
        const { error } = shape[name].safeParse(value);
        expect([name, error?.issues]).toEqual([name, undefined]);
      }
    }
    expect(Object.keys({ ...settings, ...secrets }).filter((key) => !used.has(key))).toEqual([]);
  });
});

it('processes are stopped slowly enough to finish, spread over nodes, and never all evicted', () => {
  const inShared = (file: string) => manifestsIn(join(deploy, 'k8s/shared', `${file}.yaml`))[0];
  const pod = podOf(inShared('deployment') as Manifest)?.spec;
  const [container] = pod?.containers ?? [];
  const waitMs = Number(parseEnv(read('deploy/k8s/base/settings.env')).DRAIN_WAIT_MS);
  expect(waitMs).toBeGreaterThanOrEqual(5000);
  expect((pod?.terminationGracePeriodSeconds ?? 0) * 1000).toBeGreaterThan(waitMs + drainMs);
  // The health check waits one second for each part (checkHealth).
  expect(container?.readinessProbe?.timeoutSeconds).toBeGreaterThan(1);
  expect(pod?.topologySpreadConstraints).toContainEqual(
    expect.objectContaining({
      topologyKey: 'kubernetes.io/hostname',
      matchLabelKeys: expect.arrayContaining(['app.kubernetes.io/name']),
    }),
  );
  for (const probe of [container?.startupProbe, container?.livenessProbe])
    expect(probe?.httpGet).toEqual({ path: '/health/live', port: 'http' });
  expect(inShared('autoscaler')).toMatchObject({ spec: { minReplicas: 2 } });
  expect(inShared('disruption-budget')).toMatchObject({ spec: { maxUnavailable: 1 } });
});

it.each([
  ['shared/deployment.yaml', 'Deployment any: its container', 'Filesystem: true', 'Filesystem: false'],
  ['shared/cron-job.yaml', 'CronJob any: its pod', 'Links: false', 'Links: true'],
  ['overlays/single-node/mail.yaml', 'Deployment mail: its version', /mailpit:v.*/, 'mailpit:latest'],
  ['base/order.yaml', 'policies do not allow offer -> order:4102', 'offer, service', 'service'],
  [
    'base/network-policies.yaml',
    'policies allow deploy-remotes -> anybody',
    'podSelector: {}',
    'podSelector: { matchLabels: { app.kubernetes.io/name: auth } }',
  ],
])('in a changed %s finds "%s"', async (file, fault, from, to) => {
  const changed = manifestsOf(changedDeploy(file, from, to), 'single-node');
  expect([...rightsFaults(changed), ...(await callFaults(changed, 'single-node'))]).toContain(fault);
});

it.each([
  ['shared/deployment.yaml', 'sHistoryLimit"', 'revisionHistory', 'revisionsHistory'],
  [
    'base/network-policies.yaml',
    "Cannot find module 'kubernetes-types/networking/v3'",
    'k8s.io/v1',
    'k8s.io/v3',
  ],
])('in a changed %s finds the schema fault %s', (file, fault, from, to) => {
  const faults = schemaFaults(
    Object.values(manifestsOf(changedDeploy(file, from, to), 'single-node')).flat(),
  );
  expect(faults).toContainEqual(expect.stringContaining(fault));
});

const hasKubectl = spawnSync('kubectl', ['version', '--client'], { timeout: 60_000 }).status === 0;

// Skipped only without kubectl (tooling/src/test/run-rules.ts).
(hasKubectl ? describe : describe.skip)('kubectl kustomize', () => {
  it.each(overlays)('builds every process for %s', (overlay) => {
    const text = execFileSync('kubectl', ['kustomize', folderOf(deploy, overlay)], { encoding: 'utf8' });
    for (const { name } of parts) expect(text).toMatch(new RegExp(`image: \\S*kinmel-${name}:\\d`));
    for (const [, image = ''] of text.matchAll(/^\s+(?:- )?image: (\S+)/gm)) expect(image).toMatch(/:v?\d/);
    // A Job cannot be changed, so that an apply with another image would stop at it.
    expect(text).not.toMatch(/^kind: Job$/m);
  });

  it.each(overlays)('adds monitoring to %s as a component', (overlay) => {
    const folder = newFolder();
    cpSync(deploy, folder, { recursive: true });
    const file = join(folderOf(folder, overlay), 'kustomization.yaml');
    appendFileSync(file, 'components: [../../monitoring]\n');
    const text = execFileSync('kubectl', ['kustomize', folderOf(folder, overlay)], { encoding: 'utf8' });
    for (const kind of ['PodMonitor', 'PrometheusRule']) expect(text).toContain(`kind: ${kind}`);
    expect(text).toContain('grafana_dashboard: "1"');
    expect(text).toContain('- containerPort: 9464');
  });

  it('has no volume for pictures, receipts and releases in production, only for signing keys and backups', () => {
    const text = execFileSync('kubectl', ['kustomize', folderOf(deploy, 'production')], { encoding: 'utf8' });
    const objects = parseAllDocuments(text).map((document) => document.toJS() as Manifest);
    const claims = objects.filter(({ kind }) => kind === 'PersistentVolumeClaim');
    const shared = ['auth-keys', 'backups'];
    expect(claims.map(({ metadata }) => metadata.name).toSorted()).toEqual(shared);
    const used = objects
      .flatMap((object) => podOf(object)?.spec?.volumes ?? [])
      .flatMap(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? []);
    expect([...new Set(used)].toSorted()).toEqual(shared);
  });

  it.each(overlays)(
    'runs the backup of %s by itself, which writes copies only, and no other task',
    (overlay) => {
      const tasks = parseAllDocuments(
        execFileSync('kubectl', ['kustomize', folderOf(deploy, overlay)], { encoding: 'utf8' }),
      )
        .map((document) => document.toJS() as Manifest)
        .filter(({ kind }) => kind === 'CronJob');
      const scheduled = tasks.filter(({ spec }) => (spec as { suspend: boolean }).suspend === false);
      expect(
        scheduled.map(({ metadata, spec }) => [metadata.name, (spec as { schedule: string }).schedule]),
      ).toEqual([['backup', '17 3 * * *']]);
      const writable = scheduled.flatMap((task) => podOf(task)?.spec?.containers[0]?.volumeMounts ?? []);
      expect(writable.flatMap(({ name, readOnly }) => (readOnly ? [] : [name])).toSorted()).toEqual([
        'backups',
        'tmp',
      ]);
    },
  );

  it('requests less than two cores for one node, and has no autoscaler', () => {
    const folder = folderOf(deploy, 'single-node');
    const objects = parseAllDocuments(
      execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' }),
    ).map((document) => document.toJS() as Manifest);
    const milliCores = objects
      .flatMap((object) => podOf(object)?.spec?.containers ?? [])
      .map(({ resources }) => /^(\d+)m$/.exec(String(resources?.requests?.['cpu']))?.[1]);
    expect(milliCores).not.toContain(undefined);
    // The rest is for the cluster itself: kind requests 950 m.
    expect(milliCores.reduce((sum, each) => sum + Number(each), 0)).toBeLessThanOrEqual(1_050);
    expect(objects.map(({ kind }) => kind)).not.toContain('HorizontalPodAutoscaler');
  });
});

describe('the component deploy/k8s/monitoring', () => {
  const objects = () => manifestsIn(join(deploy, 'k8s/monitoring/monitors.yaml'));

  it('lets only Prometheus read the metrics of every process', () => {
    const policies = objects().filter(({ kind }) => kind === 'NetworkPolicy');
    expect(schemaFaults(policies)).toEqual([]);
    const prometheus = {
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } },
      podSelector: { matchLabels: { 'app.kubernetes.io/name': 'prometheus' } },
    };
    const ports = policies.map(({ spec, metadata }) => {
      const { ingress, podSelector } = spec as {
        ingress: [{ from: unknown; ports: [{ port: string }] }];
        podSelector: unknown;
      };
      expect([metadata.name, ingress]).toEqual([
        metadata.name,
        [expect.objectContaining({ from: [prometheus] })],
      ]);
      return [podSelector, ingress[0].ports[0].port];
    });
    const monitored = objects()
      .filter(({ kind }) => kind === 'PodMonitor')
      .map(({ spec }) => {
        const { selector, podMetricsEndpoints } = spec as {
          selector: object;
          podMetricsEndpoints: [{ port: string }];
        };
        return [selector, podMetricsEndpoints[0].port];
      });
    expect(ports).toEqual(monitored);
  });
});

describe('the servers of the overlay for one node', () => {
  const compose = parse(read('docker-compose.yml'));
  const serverOf = (name: string) =>
    manifestsIn(join(folderOf(deploy, 'single-node'), `${name}.yaml`)).flatMap(
      (manifest) => podOf(manifest)?.spec?.containers ?? [],
    )[0];

  it('have the images of docker-compose.yml', () => {
    for (const name of ['mongodb', 'rabbitmq', 'mail'])
      expect(serverOf(name)?.image).toBe(compose.services[name].image);
  });

  it('create their replica set and users like docker-compose.yml', () => {
    const mongodb = serverOf('mongodb');
    const inCluster = (words: readonly string[]) => words.map((word) => word.replace('/etc/', '/tmp/'));
    expect(mongodb?.args).toEqual(inCluster(compose.services.mongodb.command));
    expect(mongodb?.startupProbe?.exec?.command?.at(-1)).toBe(
      compose.services.mongodb.healthcheck.test.at(-1),
    );
    const secrets = folderOf(deploy, 'single-node');
    const passwords = readFileSync(join(secrets, 'secrets/mongodb.env'), 'utf8');
    const expectedNames = Object.keys(compose.services.mongodb.environment).filter((name) =>
      name.endsWith('PASSWORD'),
    );
    const actualNames = passwords.trim().split('\n');
    expect(actualNames.map((line) => line.replace(/=.*/, '')).toSorted()).toEqual(expectedNames.toSorted());
  });

  it('have broker users with the permissions of docker-compose.yml', () => {
    const ownDefinitions = JSON.parse(
      readFileSync(join(folderOf(deploy, 'single-node'), 'secrets/definitions.json'), 'utf8'),
    );
    const composeDefinitions = JSON.parse(
      compose.configs['rabbitmq-definitions'].content.replaceAll('$$', '$'),
    );
    const withoutPasswords = ({ users, ...rest }: { users: { name: string; tags: string }[] }) => ({
      ...rest,
      users: users.map(({ name, tags }) => ({ name, tags })),
    });
    expect(withoutPasswords(ownDefinitions)).toEqual(withoutPasswords(composeDefinitions));
  });
});

describe('make-secrets.sh', () => {
  it('creates secrets that production accepts, readable by the owner only, and keeps existing ones', () => {
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
