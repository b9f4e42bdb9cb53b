import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pauseFor } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { checkoutFolder, freeStackPorts } from '@kinmel/tooling/stack';
import { type ContainerShop, openClone, readHowTo } from '../support/containers/container-shop.ts';
import type { TrafficReport, TrafficSettings } from './traffic.ts';

/** The fields that tests read from `kubectl get pods`. */
export interface Pod {
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly spec: {
    readonly nodeName: string;
    readonly containers: readonly {
      readonly resources: { readonly limits: { readonly memory: string } };
    }[];
  };
  readonly status: { readonly phase: string };
}

export const partOf = ({ metadata }: Pod) => metadata.labels['app.kubernetes.io/name'] ?? '';

/** The Kustomize overlay of the clone that is applied to the cluster. */
const overlay = process.env.KUSTOMIZATION ?? 'deploy/k8s/overlays/single-node';

/** The command that loads images of the Docker engine into this cluster; their names are appended. */
const loadImages = process.env.LOAD_IMAGES ?? 'kind load docker-image';

/** Label of a namespace that a test created; a namespace without it is never deleted. */
const testNamespaceLabel = 'kinmel-made-by-test=yes';

const trafficLabels = { 'app.kubernetes.io/name': 'traffic' };
const gatewayPod = { podSelector: { matchLabels: { 'app.kubernetes.io/name': 'gateway' } } };
const trafficPod = { podSelector: { matchLabels: trafficLabels } };
const gatewayPorts = [{ protocol: 'TCP', port: 8080 }];

/** A client in the cluster: its requests are spread over instances, unlike those through `port-forward`. */
const trafficObjects = (image: string) => [
  {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'traffic', labels: trafficLabels },
    spec: {
      automountServiceAccountToken: false,
      terminationGracePeriodSeconds: 0,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          name: 'traffic',
          image,
          imagePullPolicy: 'IfNotPresent',
          command: ['sleep', 'infinity'],
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
        },
      ],
    },
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: 'traffic' },
    spec: {
      ...trafficPod,
      policyTypes: ['Egress'],
      egress: [{ to: [gatewayPod], ports: gatewayPorts }],
    },
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: 'traffic-to-gateway' },
    spec: {
      ...gatewayPod,
      policyTypes: ['Ingress'],
      ingress: [{ from: [trafficPod], ports: gatewayPorts }],
    },
  },
];

/** The lines of the first code block after a heading or phrase of a how-to. */
export function codeBlockAfter(howTo: string, words: string): string {
  const [, block = ''] = /```\n([^]*?)```/.exec(readHowTo(howTo).split(words)[1] ?? '') ?? [];
  if (block === '') throw new Error(`${howTo} has no commands after "${words}"`);
  return block;
}

/** The shop of `deploy/k8s` in the cluster of `KUBECONFIG`. */
export async function clusterShop() {
  const { folder, env, shell, measureTime } = await openClone();
  const ports = await freeStackPorts();
  const json = async <Answer>(command: string): Promise<Answer> => JSON.parse(await shell(command));

  const labels = await shell(
    'kubectl get namespace kinmel --ignore-not-found --output=jsonpath={.metadata.labels}',
  );
  if (labels !== '' && !labels.includes('kinmel-made-by-test'))
    throw new Error('The cluster has a namespace kinmel that no test has created. Nothing was changed.');
  // Left over from a killed run.
  if (labels !== '') await shell('kubectl delete namespace kinmel');
  await shell(`kubectl create namespace kinmel && kubectl label namespace kinmel ${testNamespaceLabel}`);

  const shopUrl = `http://localhost:${ports.gateway}`;
  const settings = join(folder, 'deploy/k8s/base/settings.env');
  writeFileSync(settings, readFileSync(settings, 'utf8').replace(/^SHOP_URL=.*$/m, `SHOP_URL=${shopUrl}`));

  let isOpen = true;
  const children = new Set<ChildProcess>();
  function startKubectl(args: readonly string[]): ChildProcess {
    const kubectl = spawn('kubectl', ['-n', 'kinmel', ...args], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.add(kubectl);
    kubectl.once('exit', () => children.delete(kubectl));
    return kubectl;
  }
  /** Restarts the command until the shop is closed, because kubectl exits when its pod is replaced. */
  async function keepOpen(args: readonly string[], onLine: (line: string) => void = () => undefined) {
    while (isOpen) {
      const kubectl = startKubectl(args);
      if (kubectl.stdout) createInterface({ input: kubectl.stdout }).on('line', onLine);
      await new Promise((resolve) => kubectl.once('close', resolve));
      await pauseFor(500);
    }
  }

  const exits = new Set<string>();
  const name = String.raw`{.metadata.labels.app\.kubernetes\.io/name}`;
  const codeOf = (state: string) => `{.status.containerStatuses[*].${state}.terminated.exitCode}`;
  const format = `{.metadata.uid} ${name},${codeOf('state')},${codeOf('lastState')}{"\\n"}`;
  const partOfShop = '--selector=app.kubernetes.io/part-of=kinmel';
  const backgroundCommands = [
    keepOpen(['get', 'pods', partOfShop, '--watch', `--output=jsonpath=${format}`], (line) => {
      const [pod = '', ...codes] = line.split(',');
      for (const code of codes) if (code !== '') exits.add(`${pod} ${code}`);
    }),
  ];

  const logs = () =>
    shell(`kubectl -n kinmel logs ${partOfShop} --tail=-1 --prefix --ignore-errors --max-log-requests=100`);
  async function waitForJob(job: string): Promise<void> {
    const conditions = `kubectl -n kinmel get job ${job} --output=jsonpath='{.status.conditions[*].type}'`;
    for (let types = ''; !/Complete|Failed/.test(types); types = await shell(conditions))
      await pauseFor(1_000);
    const lines = await shell(`kubectl -n kinmel logs job/${job} --tail=30`);
    if ((await shell(conditions)).includes('Failed')) throw new Error(`The job ${job} failed:\n${lines}`);
  }

  return {
    shopUrl,
    mailUrl: `http://localhost:${ports.mailPage}`,
    folder,
    shell,
    measureTime,
    get secrets() {
      const secretsFile = join(folder, 'deploy/k8s/overlays/single-node/secrets/drawn.env');
      return parseEnv(readFileSync(secretsFile, 'utf8')) as Readonly<Record<string, string>>;
    },
    /** Excludes crashed servers, whose pods are removed immediately. */
    get exits() {
      return [...exits].map((end) => end.slice(end.indexOf(' ') + 1));
    },
    /** Makes the shop and the mail catcher reachable at ports of this machine. */
    forward(): void {
      backgroundCommands.push(keepOpen(['port-forward', 'service/gateway', `${ports.gateway}:8080`]));
      backgroundCommands.push(keepOpen(['port-forward', 'service/mail', `${ports.mailPage}:8025`]));
    },
    logs,
    async crash(server) {
      await shell(`kubectl -n kinmel delete pod ${server}-0 --force --grace-period=0`);
      await shell(`kubectl -n kinmel rollout status statefulset/${server} --timeout=300s`);
    },
    /** Adapts a command of a how-to to the overlay, the image loader and the placeholders of this run. */
    adaptCommand: (command: string) =>
      command
        .replaceAll('deploy/k8s/overlays/single-node', overlay)
        .replaceAll('kind load docker-image', loadImages)
        .replaceAll(/<who>|<why>/g, 'a test'),
    waitForJob,
    load: (images: readonly string[]) => shell(`${loadImages} ${images.join(' ')}`),
    pods: async () =>
      (await json<{ items: readonly Pod[] }>(`kubectl -n kinmel get pods ${partOfShop} --output=json`)).items,
    async settled(): Promise<void> {
      await shell('kubectl -n kinmel wait --for=condition=Available --timeout=600s deployment --all');
    },
    /** Runs `work` while a pod of the cluster sends requests to the gateway. */
    async withTraffic(
      image: string,
      settings: TrafficSettings,
      work: () => Promise<unknown>,
    ): Promise<TrafficReport> {
      const list = { apiVersion: 'v1', kind: 'List', items: trafficObjects(image) };
      const file = join(folder, '.kinmel-traffic.json');
      writeFileSync(file, JSON.stringify(list));
      await shell(`kubectl -n kinmel apply -f ${file}`);
      await shell('kubectl -n kinmel wait --for=condition=Ready --timeout=120s pod/traffic');
      const source = readFileSync(join(checkoutFolder, 'e2e/cluster/traffic.ts'), 'utf8');
      const program = ['node', '--input-type=module-typescript', '--eval', source, JSON.stringify(settings)];
      const kubectl = spawn('kubectl', ['-n', 'kinmel', 'exec', '-i', 'traffic', '--', ...program], {
        env,
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      let output = '';
      kubectl.stdout.on('data', (chunk) => {
        output += String(chunk);
      });
      const exit = new Promise((resolve) => kubectl.once('close', resolve));
      try {
        await work();
      } finally {
        kubectl.stdin.end();
        await exit;
      }
      return JSON.parse(output);
    },
    async close(): Promise<void> {
      // Log for diagnosing a failed run.
      writeFileSync(join(dirname(folder), 'cluster.log'), await logs());
      isOpen = false;
      for (const child of children) child.kill();
      await Promise.all(backgroundCommands);
      await shell('kubectl delete namespace kinmel');
      if (existsSync(folder)) rmSync(folder, { recursive: true });
    },
  } satisfies ContainerShop & Record<string, unknown>;
}

export type ClusterShop = Awaited<ReturnType<typeof clusterShop>>;
