import { drainMs } from '@kinmel/service-kit';
import type { HorizontalPodAutoscaler } from 'kubernetes-types/autoscaling/v2.d.ts';
import type { ConfigMap, EnvVar, Service } from 'kubernetes-types/core/v1.d.ts';
import type { Ingress } from 'kubernetes-types/networking/v1.d.ts';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.d.ts';
import type { Manifest } from './build-overlay.ts';
import { allowedCalls } from './network-calls.ts';
import { type Workload, workloadsOf } from './pods.ts';
import type { KnownProcess } from './processes.ts';

export interface ExpectedOverlay {
  readonly processes: readonly KnownProcess[];
  /** Calls from and to systems outside of the shop. */
  readonly outsideCalls: readonly string[];
  /** Instances of each process that must stay available. */
  readonly leastInstances: number;
}

type Values = Readonly<Record<string, string>>;

/** Values of a generated ConfigMap or Secret. */
function valuesIn(manifests: readonly Manifest[], kind: 'ConfigMap' | 'Secret', name: string): Values {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
  const { data = {} } = (found ?? {}) as ConfigMap;
  if (kind === 'ConfigMap') return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString('utf8')]),
  );
}

/** Value of a container's variable; undefined for a missing optional one. */
function valueOf(
  { name, value, valueFrom }: EnvVar,
  manifests: readonly Manifest[],
): { value?: string | undefined; fault?: string } {
  if (valueFrom === undefined) return { value };
  const [kind, ref] = valueFrom.secretKeyRef
    ? (['Secret', valueFrom.secretKeyRef] as const)
    : (['ConfigMap', valueFrom.configMapKeyRef] as const);
  const found = ref && valuesIn(manifests, kind, ref.name ?? '')[ref.key];
  if (found === undefined && ref?.optional !== true)
    return { fault: `${name} refers to ${ref?.key} of ${kind} ${ref?.name}, which does not exist` };
  return { value: found };
}

const secretName = /(TOKEN|KEY|PASSWORD|SECRET|MONGODB_URI|AMQP_URL|SMTP_URL|REDIS_URL)$/;

function environmentFaults(
  { container, name }: Workload,
  manifests: readonly Manifest[],
  process?: KnownProcess,
): string[] {
  const faults: string[] = [];
  const given: Record<string, string> = {};
  for (const variable of container.env ?? []) {
    if (variable.name in given) faults.push(`${variable.name} is given twice`);
    const { value, fault } = valueOf(variable, manifests);
    if (fault) faults.push(fault);
    given[variable.name] = value ?? '';
    if (secretName.test(variable.name) && variable.valueFrom?.secretKeyRef === undefined)
      faults.push(`${variable.name} is a secret and does not come from one`);
  }
  if (process === undefined) return faults;
  if (container.envFrom !== undefined) faults.push('it has envFrom; variables must be listed');
  const unknown = Object.keys(given).filter((variable) => !(variable in process.config.shape));
  faults.push(...unknown.map((variable) => `${variable} is not read by ${name}`));
  const environment = Object.fromEntries(
    Object.entries({ ...process.imageEnvironment, ...given }).filter(([, value]) => value !== ''),
  );
  const read = process.config.safeParse(environment);
  for (const issue of read.error?.issues ?? [])
    faults.push(`${issue.path.join('.')}: ${issue.message.replace(/, received .*/, '')}`);
  // Defaults are for one machine; in a cluster the address must be set.
  const neighbours = Object.entries(read.data ?? {}).filter(
    ([variable, value]) =>
      variable !== 'GATEWAY_METRICS_HOST' &&
      variable !== process.urlVariable &&
      /127\.0\.0\.1/.test(String(value)),
  );
  faults.push(...neighbours.map(([variable]) => `${variable} is not given`));
  const folders = Object.entries(environment).filter(
    ([variable]) => variable.endsWith('_FOLDER') && variable in process.config.shape,
  );
  for (const [variable, folder] of folders) {
    const isMounted = (container.volumeMounts ?? []).some(
      ({ mountPath }) => folder === mountPath || folder.startsWith(`${mountPath}/`),
    );
    if (!isMounted) faults.push(`${variable} lies in no volume`);
  }
  return faults;
}

/**
 * Builds remotes, so it writes into its image; it has the key that signs, and no network (tasks.yaml, network-policies.yaml).
 */
const builder = 'deploy-remotes';

/** The faults whose condition does not hold. */
const faultsOf = (rules: readonly (readonly [holds: unknown, fault: string])[]): string[] =>
  rules.filter(([holds]) => !holds).map(([, fault]) => fault);

/** Least privilege for every pod. */
function rightsFaults({ name, pod, container }: Workload): string[] {
  const wanted = {
    pod: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    container: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: name !== builder,
      capabilities: { drop: ['ALL'] },
    },
  };
  const isGiven = (context: object | undefined, rights: object) =>
    Object.entries(rights).every(
      ([key, value]) => JSON.stringify(Reflect.get(context ?? {}, key)) === JSON.stringify(value),
    );
  const { requests, limits } = container.resources ?? {};
  return faultsOf([
    [isGiven(pod.securityContext, wanted.pod), 'its pod may be more than it needs'],
    [isGiven(container.securityContext, wanted.container), 'its container may do more than it needs'],
    [pod.automountServiceAccountToken === false, 'it gets a Kubernetes API token'],
    [pod.enableServiceLinks === false, 'it gets service variables of Kubernetes that collide with its own'],
    [requests && limits, 'it has no resource requests and limits'],
    [/:v?\d[\w.-]*$/.test(container.image ?? ''), `its image ${container.image} has no version`],
  ]);
}

function processFaults({ pod, container, kind, labels }: Workload, process: KnownProcess): string[] {
  const spread = (pod.topologySpreadConstraints ?? []).filter(
    ({ labelSelector, matchLabelKeys = [] }) =>
      Object.entries(labelSelector?.matchLabels ?? {}).every(([key, value]) => labels[key] === value) &&
      matchLabelKeys.includes('app.kubernetes.io/name'),
  );
  const port = container.ports?.find(({ name }) => name === 'http')?.containerPort;
  const preStopMs = (container.lifecycle?.preStop?.sleep?.seconds ?? 0) * 1000;
  const probes = [
    ['startupProbe', container.startupProbe, '/health/live'],
    ['livenessProbe', container.livenessProbe, '/health/live'],
    ['readinessProbe', container.readinessProbe, process.readyPath],
  ] as const;
  const isReadOnly = (container.volumeMounts ?? []).every(({ readOnly }) => readOnly);
  const graceMs = (pod.terminationGracePeriodSeconds ?? 30) * 1000;
  return faultsOf([
    [kind === 'Deployment', `it is a ${kind}`],
    [pod.serviceAccountName === process.name, 'it has no service account of its own'],
    [
      container.image?.split(':')[0]?.endsWith(`kinmel-${process.name}`),
      'it runs the image of another process',
    ],
    [port === process.port, `its port is ${port}, and ${process.port} in its code`],
    ...probes.map(
      ([name, probe, path]) =>
        [
          probe?.httpGet?.path === path && probe.httpGet.port === 'http',
          `its ${name} does not ask ${path}`,
        ] as const,
    ),
    // The health check waits one second for each part (checkHealth).
    [
      (container.readinessProbe?.timeoutSeconds ?? 1) > 1,
      'its readinessProbe has a time-out that is too short',
    ],
    [preStopMs >= 5000, 'it has no preStop delay'],
    [graceMs > preStopMs + drainMs, 'its terminationGracePeriodSeconds is too short'],
    [
      spread.some(({ topologyKey }) => topologyKey === 'kubernetes.io/hostname'),
      'its instances may all run on one node',
    ],
    [
      isReadOnly || !['gateway', 'render'].includes(process.name),
      'it may write to a volume that it only reads',
    ],
  ]);
}

/** Enough instances run, also while nodes are drained. */
function instanceFaults(
  manifests: readonly Manifest[],
  { processes, leastInstances }: ExpectedOverlay,
): string[] {
  const of = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
  const autoscalers = of('HorizontalPodAutoscaler')
    .flatMap((manifest) => (manifest as HorizontalPodAutoscaler).spec ?? [])
    .filter(({ scaleTargetRef }) => scaleTargetRef.kind === 'Deployment');
  const scaled = autoscalers.map(({ scaleTargetRef }) => scaleTargetRef.name);
  const guarded = of('PodDisruptionBudget')
    .flatMap((manifest) => (manifest as PodDisruptionBudget).spec ?? [])
    .filter(({ maxUnavailable }) => maxUnavailable === 1)
    .map(({ selector }) => selector?.matchLabels?.['app.kubernetes.io/name']);
  const counted = [
    ['HorizontalPodAutoscaler', scaled],
    ['PodDisruptionBudget', guarded],
  ] as const;
  return [
    ...processes.flatMap(({ name }) =>
      counted.flatMap(([kind, names]) => {
        const count = names.filter((one) => one === name).length;
        return count === 1 ? [] : [`${name}: ${count} objects of kind ${kind} are for it`];
      }),
    ),
    ...autoscalers
      .filter(({ minReplicas = 1, maxReplicas }) => minReplicas < leastInstances || maxReplicas < minReplicas)
      .map(
        ({ scaleTargetRef, minReplicas }) => `${scaleTargetRef.name}: ${minReplicas} instances are too few`,
      ),
  ];
}

function reachFaults(
  manifests: readonly Manifest[],
  workloads: readonly Workload[],
  { processes, outsideCalls }: ExpectedOverlay,
): string[] {
  const faults: string[] = [];
  for (const manifest of manifests.filter(({ kind }) => kind === 'Service')) {
    const { metadata } = manifest;
    const { type = 'ClusterIP', selector, ports = [] } = (manifest as Service).spec ?? {};
    if (type !== 'ClusterIP') faults.push(`Service ${metadata.name} is open to the outside`);
    if (selector?.['app.kubernetes.io/name'] !== metadata.name)
      faults.push(`Service ${metadata.name} selects another process`);
    const process = processes.find(({ name }) => name === metadata.name);
    if (process && ports.some(({ port }) => port !== process.port))
      faults.push(`Service ${metadata.name} has another port than ${process.port}`);
  }
  for (const manifest of manifests.filter(({ kind }) => kind === 'Ingress')) {
    const { tls = [], rules = [] } = (manifest as Ingress).spec ?? {};
    const hosts = tls.flatMap((one) => one.hosts ?? []);
    for (const { host = '', http } of rules) {
      if (!hosts.includes(host)) faults.push(`${host} is reached without TLS`);
      for (const { backend } of http?.paths ?? [])
        if (backend.service?.name !== 'gateway')
          faults.push(`${backend.service?.name} is open to the outside`);
    }
  }
  const inside = new Set(workloads.map(({ name }) => name));
  const wanted = new Set([
    ...processes
      .flatMap(({ name, calls }) => calls.map((called) => [name, called] as const))
      .filter(([, called]) => inside.has(called.split(':')[0] ?? ''))
      .map(([name, called]) => `${name} -> ${called}`),
    ...outsideCalls,
  ]);
  const allowed = allowedCalls(manifests, workloads);
  faults.push(
    ...allowed.filter((call) => !wanted.has(call)).map((call) => `policies allow ${call}`),
    ...[...wanted].filter((call) => !allowed.includes(call)).map((call) => `policies do not allow ${call}`),
  );
  return faults;
}

/** All faults of the objects of an overlay, one sentence each. */
export function manifestFaults(manifests: readonly Manifest[], expected: ExpectedOverlay): string[] {
  const workloads = workloadsOf(manifests);
  const { processes } = expected;
  const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  const claims = new Set(names.filter((name) => name.startsWith('PersistentVolumeClaim ')));
  const used = new Set(
    workloads.flatMap(({ container }) =>
      (container.env ?? []).flatMap(
        ({ valueFrom }) => (valueFrom?.configMapKeyRef ?? valueFrom?.secretKeyRef)?.key ?? [],
      ),
    ),
  );
  const unused = (kind: 'ConfigMap' | 'Secret', name: string) =>
    Object.keys(valuesIn(manifests, kind, name))
      .filter((key) => !used.has(key))
      .map((key) => `${name}: no process gets ${key}`);
  return [
    ...names
      .filter((name, index) => names.indexOf(name) !== index)
      .map((name) => `${name} stands there twice`),
    ...processes
      .filter(({ name }) => !workloads.some((workload) => workload.name === name))
      .map(({ name }) => `${name} does not run`),
    ...processes
      .filter(({ name }) => !names.includes(`Service ${name}`) || !names.includes(`ServiceAccount ${name}`))
      .map(({ name }) => `${name} has no Service or no ServiceAccount`),
    ...unused('ConfigMap', 'settings'),
    ...unused('Secret', 'secrets'),
    ...workloads.flatMap((workload) => {
      const process = processes.find(({ name }) => name === workload.name);
      const missing = (workload.pod.volumes ?? [])
        .flatMap(({ persistentVolumeClaim: claim }) => claim?.claimName ?? [])
        .filter((claim) => !claims.has(`PersistentVolumeClaim ${claim}`));
      return [
        ...rightsFaults(workload),
        ...environmentFaults(workload, manifests, process),
        ...(process ? processFaults(workload, process) : []),
        ...missing.map((claim) => `volume ${claim} does not exist`),
      ].map((fault) => `${workload.name}: ${fault}`);
    }),
    ...instanceFaults(manifests, expected),
    ...reachFaults(manifests, workloads, expected),
  ];
}
