import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pauseFor } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { checkoutFolder, freeStackPorts } from '@kinmel/tooling/stack';
import { type ContainerShop, openClone, readHowTo } from '../support/containers/container-shop.ts';
import type { TrafficReport, TrafficSettings } from './traffic.ts';

/** What is read of `kubectl get pods`. */
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

/** The overlay of a clone that the cluster gets. */
const overlay = process.env.KUSTOMIZATION ?? 'deploy/k8s/overlays/single-node';

/** How this cluster gets images of the Docker engine, before their names. */
const loadImages = process.env.LOAD_IMAGES ?? 'kind load docker-image';

/** The namespace has it when a test made it: no other is touched. */
const madeByTest = 'kinmel-made-by-test=yes';

const trafficLabels = { 'app.kubernetes.io/name': 'traffic' };
const gatewayPod = { podSelector: { matchLabels: { 'app.kubernetes.io/name': 'gateway' } } };
const trafficPod = { podSelector: { matchLabels: trafficLabels } };
const gatewayPorts = [{ protocol: 'TCP', port: 8080 }];

/** A visitor in the cluster: its requests are spread over instances, which those of `port-forward` are not. */
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

/** The lines of the code block below a heading or words of a how-to. */
export function blockAfter(howTo: string, words: string): string {
  const [, block = ''] = /```\n([^]*?)```/.exec(readHowTo(howTo).split(words)[1] ?? '') ?? [];
  if (block === '') throw new Error(`${howTo} has no commands after "${words}"`);
  return block;
}

/** The shop of `deploy/k8s` in the cluster of `KUBECONFIG`. */
export async function clusterShop() {
  const { folder, env, shell, timed } = await openClone();
  const ports = await freeStackPorts();
  const json = async <Answer>(command: string): Promise<Answer> => JSON.parse(await shell(command));

  const labels = await shell(
    'kubectl get namespace kinmel --ignore-not-found --output=jsonpath={.metadata.labels}',
  );
  if (labels !== '' && !labels.includes('kinmel-made-by-test'))
    throw new Error('The cluster has a namespace kinmel that no test has made. Nothing was changed.');
  // What a run that was killed left.
  if (labels !== '') await shell('kubectl delete namespace kinmel');
  await shell(`kubectl create namespace kinmel && kubectl label namespace kinmel ${madeByTest}`);

  const shopUrl = `http://localhost:${ports.gateway}`;
  const settings = join(folder, 'deploy/k8s/base/settings.env');
  writeFileSync(settings, readFileSync(settings, 'utf8').replace(/^SHOP_URL=.*$/m, `SHOP_URL=${shopUrl}`));

  let isOpen = true;
  const children = new Set<ChildProcess>();
  function child(args: readonly string[]): ChildProcess {
    const started = spawn('kubectl', ['-n', 'kinmel', ...args], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.add(started);
    started.once('exit', () => children.delete(started));
    return started;
  }
  /** Begins again until the shop is closed: it ends with the pod that it was connected to. */
  async function keepOpen(args: readonly string[], onLine: (line: string) => void = () => undefined) {
    while (isOpen) {
      const started = child(args);
      if (started.stdout) createInterface({ input: started.stdout }).on('line', onLine);
      await new Promise((resolve) => started.once('close', resolve));
      await pauseFor(500);
    }
  }

  const ends = new Set<string>();
  const name = String.raw`{.metadata.labels.app\.kubernetes\.io/name}`;
  const codeOf = (state: string) => `{.status.containerStatuses[*].${state}.terminated.exitCode}`;
  const format = `{.metadata.uid} ${name},${codeOf('state')},${codeOf('lastState')}{"\\n"}`;
  const partOfShop = '--selector=app.kubernetes.io/part-of=kinmel';
  const open = [
    keepOpen(['get', 'pods', partOfShop, '--watch', `--output=jsonpath=${format}`], (line) => {
      const [pod = '', ...codes] = line.split(',');
      for (const code of codes) if (code !== '') ends.add(`${pod} ${code}`);
    }),
  ];

  const logs = () =>
    shell(`kubectl -n kinmel logs ${partOfShop} --tail=-1 --prefix --ignore-errors --max-log-requests=100`);
  async function waitForJob(job: string): Promise<void> {
    const conditions = `kubectl -n kinmel get job ${job} --output=jsonpath='{.status.conditions[*].type}'`;
    for (let ended = ''; !/Complete|Failed/.test(ended); ended = await shell(conditions))
      await pauseFor(1_000);
    const lines = await shell(`kubectl -n kinmel logs job/${job} --tail=30`);
    if ((await shell(conditions)).includes('Failed')) throw new Error(`The job ${job} failed:\n${lines}`);
  }

  return {
    shopUrl,
    mailUrl: `http://localhost:${ports.mailPage}`,
    folder,
    shell,
    timed,
    get secrets() {
      const secretsFile = join(folder, 'deploy/k8s/overlays/single-node/secrets/drawn.env');
      return parseEnv(readFileSync(secretsFile, 'utf8')) as Readonly<Record<string, string>>;
    },
    /** Excludes crashed servers, whose pods are removed immediately. */
    get ends() {
      return [...ends].map((end) => end.slice(end.indexOf(' ') + 1));
    },
    /** Shop and mails, at ports of this machine. */
    forward(): void {
      open.push(keepOpen(['port-forward', 'service/gateway', `${ports.gateway}:8080`]));
      open.push(keepOpen(['port-forward', 'service/mail', `${ports.mailPage}:8025`]));
    },
    logs,
    async crash(server) {
      await shell(`kubectl -n kinmel delete pod ${server}-0 --force --grace-period=0`);
      await shell(`kubectl -n kinmel rollout status statefulset/${server} --timeout=300s`);
    },
    /** A command of a how-to, for the overlay, the images and the people of this run. */
    asHere: (command: string) =>
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
    /** Requests to the gateway from inside the cluster while `work` is done. */
    async amidTraffic(
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
      const started = spawn('kubectl', ['-n', 'kinmel', 'exec', '-i', 'traffic', '--', ...program], {
        env,
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      let output = '';
      started.stdout.on('data', (chunk) => {
        output += String(chunk);
      });
      const ended = new Promise((resolve) => started.once('close', resolve));
      try {
        await work();
      } finally {
        started.stdin.end();
        await ended;
      }
      return JSON.parse(output);
    },
    async close(): Promise<void> {
      // Of a failed run.
      writeFileSync(join(dirname(folder), 'cluster.log'), await logs());
      isOpen = false;
      for (const each of children) each.kill();
      await Promise.all(open);
      await shell('kubectl delete namespace kinmel');
      if (existsSync(folder)) rmSync(folder, { recursive: true });
    },
  } satisfies ContainerShop & Record<string, unknown>;
}

export type ClusterShop = Awaited<ReturnType<typeof clusterShop>>;
