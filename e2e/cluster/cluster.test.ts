import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleDelivery } from '@kinmel/testing/samples';
import { expect, test } from '@playwright/test';
import { aimSeconds, linesOfHowTo, openWithinMs } from '../support/containers/container-shop.ts';
import { homeTitle, visitsTo } from '../support/containers/visits.ts';
import { type ClusterShop, clusterShop, codeBlockAfter, type Pod, partOf } from './cluster.ts';

/** Steps on one shop: after a failed step the later ones cannot run. */
test.describe.configure({ mode: 'serial', retries: 0, timeout: 30 * 60_000 });

let shop: ClusterShop;
const visits = visitsTo(() => shop);

/** Restarted in this order, one after the other. */
const processes = [
  'order',
  'gateway',
  'catalog',
  'auth',
  'offer',
  'device',
  'service-request',
  'notification',
  'render',
];
const servers = ['mongodb', 'rabbitmq', 'mail'];

test.beforeAll(async () => {
  shop = await clusterShop();
});

test.afterAll(async () => {
  await shop?.close();
});

const versionOf = () =>
  /newTag: (\S+) /.exec(readFileSync(join(shop.folder, 'deploy/k8s/base/kustomization.yaml'), 'utf8'))?.[1] ??
  '';

test('the images are built and loaded, and the commands of the how-to open a shop', async () => {
  await shop.shell(codeBlockAfter('run-on-kubernetes', 'Images are built'));
  await shop.load([...processes, 'tools'].map((name) => `kinmel-${name}:${versionOf()}`));
  await shop.measureTime('the shop open from nothing', aimSeconds.open, async () => {
    for (const command of codeBlockAfter('run-on-kubernetes', '## On one node').trim().split('\n')) {
      // Runs as long as the shop does.
      if (command.includes('port-forward')) shop.forward();
      else await shop.shell(shop.adaptCommand(command));
      const [, job] = /create job \S+ (\S+)/.exec(command) ?? [];
      if (job !== undefined) await shop.waitForJob(job);
    }
    await visits.expectPage('/', homeTitle, openWithinMs);
  });
});

visits.testShopping();

const bytesOf = (amount: string) => {
  const [, number = '', unit = ''] = /^(\d+)(Mi|Gi)$/.exec(amount) ?? [];
  return Number(number) * (unit === 'Gi' ? 1024 ** 3 : 1024 ** 2);
};

test('every process has its memory limit, and runs as an unprivileged user that can only write to its volumes', async () => {
  const pods = (await shop.pods()).filter(({ status }) => status.phase === 'Running');
  expect(pods.map(partOf).toSorted()).toEqual([...processes, ...servers].toSorted());
  for (const pod of pods.filter((each) => processes.includes(partOf(each)))) {
    const inside = (command: string) =>
      shop.shell(`kubectl -n kinmel exec ${pod.metadata.name} -- sh -c '${command}'`);
    const memory =
      'cat /sys/fs/cgroup/memory.max 2>/dev/null || cat /sys/fs/cgroup/memory/memory.limit_in_bytes';
    expect([partOf(pod), Number(await inside(memory))]).toEqual([
      partOf(pod),
      bytesOf(pod.spec.containers[0]?.resources.limits.memory ?? ''),
    ]);
    await inside(
      'test "$(id -un)" = node && test -r main.mjs && for place in / /shop /tmp /usr; do ! touch "$place/x" 2>/dev/null || exit 1; done && grep -q "^CapEff:\\s*0*$" /proc/1/status && test ! -e /var/run/secrets/kubernetes.io',
    );
  }
});

/** Runs a command and waits until its job has ended; resolves with the log of the job. */
async function runTask(command: string): Promise<string> {
  await shop.shell(shop.adaptCommand(command));
  const [, job = ''] = /create job \S+ (\S+)/.exec(command) ?? [];
  await shop.waitForJob(job);
  return shop.shell(`kubectl -n kinmel logs job/${job}`);
}

const podsOf = async (name: string) => (await shop.pods()).filter((pod) => partOf(pod) === name);

const lines = linesOfHowTo('run-on-kubernetes');

/** The check of each command in the how-to. */
const checks: Readonly<Record<string, (command: string) => Promise<void>>> = {
  'deploy one remote (or `shell`) while the shop runs': (command) =>
    visits.deployHomePage(() => runTask(command)),
  'go back to the version before': (command) => visits.rollBackHomePage(() => runTask(command)),
  'rotate the token signing keys': async (command) => visits.rotateKeys(() => runTask(command)),
  'back up now, and restore': async (command) => {
    const stock = await visits.readStock(await visits.staff());
    const before = await visits.readSavedValues();
    const copy = /\d{4}-\d\d-\d\dT\d{6}Z/.exec(await runTask(command))?.[0] ?? '';
    // An order after the backup, which the copy must not contain.
    await visits.tryOrder(await visits.aShopper(), visits.productId(), randomUUID());
    await expect.poll(async () => visits.readStock(await visits.staff())).toBe(stock - 1);
    await visits.expectNoSecretLogged();
    const operator = `mongodb://operator:${shop.secrets['MONGODB_OPERATOR_PASSWORD']}@mongodb:27017/?replicaSet=rs0`;
    for (const step of codeBlockAfter('back-up-and-restore', 'On Kubernetes').trim().split('\n'))
      await shop.shell(
        step
          .replace(/copy=\S+/, `copy=${copy}`)
          .replace('mongodb://…', operator)
          .replace('=1h', '=5m'),
      );
    await shop.settled();
    await visits.expectPage('/', homeTitle, openWithinMs);
    expect(await visits.readSavedValues()).toEqual(before);
    expect(await visits.readStock(await visits.staff())).toBe(stock);
  },
  'deploy a new release': async (command) => {
    const before = (await podsOf('notification')).map(({ metadata }) => metadata.name);
    const [oldPod, nextTag] = [versionOf(), '0.1.1-test'];
    const file = join(shop.folder, 'deploy/k8s/base/kustomization.yaml');
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(
        `kinmel-notification, newTag: ${oldPod}`,
        `kinmel-notification, newTag: ${nextTag}`,
      ),
    );
    await shop.shell(`docker tag kinmel-notification:${oldPod} kinmel-notification:${nextTag}`);
    await shop.load([`kinmel-notification:${nextTag}`]);
    await runTask(command);
    await shop.shell('kubectl -n kinmel rollout status deployment/notification --timeout=300s');
    await expect
      .poll(async () => (await podsOf('notification')).map(({ metadata }) => metadata.name), {
        timeout: 60_000,
      })
      .toEqual([expect.not.stringMatching(before.join('|'))]);
  },
  'see why the shop is not ready': async (command) => {
    const isReady = /^gateway: ok\n[^]*notification: ok\n/;
    expect(await shop.shell(command)).toMatch(isReady);
    await shop.shell('kubectl -n kinmel scale deployment notification --replicas=0');
    await expect.poll(() => shop.shell(command), { timeout: 60_000 }).toContain('notification: not ready');
    await shop.shell('kubectl -n kinmel scale deployment notification --replicas=1');
    await expect.poll(() => shop.shell(command), { timeout: 120_000 }).toMatch(isReady);
  },
  // All mails of this test are read through this port forward (cluster.ts).
  'read the mails': async (command) =>
    expect(command).toBe('kubectl -n kinmel port-forward service/mail 1080:8025'),
};

test('each command of the how-to has a check', () => {
  expect(lines.map(({ aim }) => aim)).toEqual(Object.keys(checks));
});

for (const { aim, command } of lines)
  test(`how to ${aim}: the documented command works`, () => checks[aim]?.(command));

async function withTraffic(work: () => Promise<unknown>) {
  return shop.withTraffic(
    `kinmel-tools:${versionOf()}`,
    {
      host: new URL(shop.shopUrl).host,
      productId: visits.productId(),
      shoppers: await Promise.all(Array.from({ length: 8 }, () => visits.aShopper())),
      delivery: sampleDelivery,
    },
    work,
  );
}

test('each process is restarted while shoppers browse and order: no request fails', async () => {
  await visits.expectNoSecretLogged();
  const before = await visits.readSavedValues();
  const stock = await visits.readStock(await visits.staff());
  const { requests, orders, failures } = await withTraffic(async () => {
    for (const name of processes)
      await shop.shell(
        `kubectl -n kinmel rollout restart deployment/${name} && kubectl -n kinmel rollout status deployment/${name} --timeout=300s`,
      );
  });
  process.stdout.write(`\n${requests} requests, ${orders} orders\n`);
  expect(failures).toEqual([]);
  expect(requests).toBeGreaterThan(300);
  expect(orders).toBeGreaterThan(10);
  await visits.expectPage('/', homeTitle);
  await expect
    .poll(async () => visits.readStock(await visits.staff()), { timeout: 60_000 })
    .toBe(stock - orders);
  expect(await visits.readSavedValues()).toEqual(before);
});

/**
 * The gateway sends light traffic over one connection at a time, so instances get their shares in turn. With connections of one
 * second there are about forty in the counted time; with the default of 5 seconds there would be a dozen.
 */
const [connectionMs, spreadSeconds, countedSeconds] = [1_000, 35, 60];

test('order is scaled to three: each instance gets its share of light traffic', async () => {
  const counts: number[] = [];
  const setAge = (setting: string) =>
    shop.shell(
      `kubectl -n kinmel set env deployment/order CONNECTION_MAX_AGE_MS${setting} && kubectl -n kinmel rollout status deployment/order --timeout=300s`,
    );
  await setAge(`=${connectionMs}`);
  await shop.shell('kubectl -n kinmel scale deployment order --replicas=3');
  await shop.shell('kubectl -n kinmel rollout status deployment/order --timeout=300s');
  const { failures } = await withTraffic(async () => {
    await new Promise((resolve) => setTimeout(resolve, (spreadSeconds + countedSeconds) * 1_000));
    for (const { metadata } of await podsOf('order')) {
      const since = `kubectl -n kinmel logs ${metadata.name} --since=${countedSeconds}s`;
      counts.push((await shop.shell(since)).split('"path":"/api/checkout-orders/').length - 1);
    }
  });
  expect(failures).toEqual([]);
  const totalCount = counts.reduce((sum, count) => sum + count, 0);
  expect(counts).toHaveLength(3);
  for (const count of counts) expect([counts, count > totalCount / 10]).toEqual([counts, true]);
  await shop.shell('kubectl -n kinmel scale deployment order --replicas=1');
  await setAge('-');
});

test('MongoDB and RabbitMQ restart in their pods with the files that their volumes already have', async () => {
  for (const server of ['mongodb', 'rabbitmq']) {
    await shop.shell(`kubectl -n kinmel exec ${server}-0 -- sh -c 'kill 1'`);
    const status = `kubectl -n kinmel get pod ${server}-0 --output=jsonpath='{.status.containerStatuses[0].restartCount} {.status.containerStatuses[0].ready}'`;
    await expect.poll(() => shop.shell(status), { timeout: 120_000, message: server }).toBe('1 true');
  }
  await expect
    .poll(() => visits.aShopper().then(() => 'signed up', String), { timeout: 60_000 })
    .toBe('signed up');
});

test('a node is drained: pods without a volume on it move to another node', async () => {
  const nodes = (await shop.shell('kubectl get nodes --output=name')).trim().split('\n');
  test.skip(nodes.length < 2, 'the cluster has one node');
  const [oldPod] = await podsOf('notification');
  // Volumes of this overlay belong to one node, and keep their processes there.
  await shop.shell(
    `kubectl drain ${oldPod?.spec.nodeName} --ignore-daemonsets --delete-emptydir-data --pod-selector=app.kubernetes.io/name=notification`,
  );
  try {
    await shop.settled();
    const moved = (await podsOf('notification')).map(({ spec }: Pod) => spec.nodeName);
    expect(moved).not.toContain(oldPod?.spec.nodeName);
  } finally {
    await shop.shell(`kubectl uncordon ${oldPod?.spec.nodeName}`);
  }
});

visits.testCrashes();

test('no log contains a secret, and all processes exited with 0 or 143', async () => {
  await visits.expectNoSecretLogged();
  await shop.shell('kubectl -n kinmel scale deployment --all --replicas=0');
  await expect
    .poll(async () => (await shop.pods()).filter(({ status }) => status.phase === 'Running').map(partOf), {
      timeout: 120_000,
    })
    .toEqual(['mongodb', 'rabbitmq']);
  expect(shop.exits.filter((end) => !/ (0|143)$/.test(end))).toEqual([]);
  expect(shop.exits.length).toBeGreaterThan(2 * processes.length);
});
