import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { aimSeconds, linesOfHowTo, openWithinMs, readHowTo } from '../support/containers/container-shop.ts';
import { homeTitle, visitsTo } from '../support/containers/visits.ts';
import { type ComposeShop, type Container, composeShop } from './compose.ts';

/** Steps on one shop: after a failed step the later ones cannot run. */
test.describe.configure({ mode: 'serial', retries: 0, timeout: 20 * 60_000 });

let shop: ComposeShop;
const visits = visitsTo(() => shop);

test.beforeAll(async () => {
  shop = await composeShop();
});

test.afterAll(async () => {
  await shop?.close();
});

test('the images are built and open a shop', async () => {
  await shop.shell('docker compose build');
  await shop.measureTime('the shop open from nothing', aimSeconds.open, async () => {
    await shop.shell('docker compose up --build --detach');
    await visits.expectPage('/', homeTitle, openWithinMs);
  });
});

visits.testShopping();

const nameOf = ({ Config }: Container) => Config.Labels['com.docker.compose.service'] ?? '';

test('every container has its limits; those with our code run as an unprivileged user that cannot change the program', async () => {
  const services = await shop.config();
  // The first check of a container comes ten seconds after its start.
  const starting = async () =>
    (await shop.containers()).filter(({ State }) => State.Health?.Status === 'starting').map(nameOf);
  await expect.poll(starting, { timeout: 120_000 }).toEqual([]);
  const containers = await shop.containers();
  expect(containers.map(nameOf).toSorted()).toEqual(Object.keys(services).toSorted());
  for (const container of containers) {
    const name = nameOf(container);
    const { State, Config, HostConfig } = container;
    const { build, deploy, restart } = services[name] ?? {};
    const { cpus, memory } = deploy?.resources.limits ?? {};
    expect([name, HostConfig.NanoCpus, HostConfig.Memory]).toEqual([
      name,
      Number(cpus) * 1e9,
      Number(memory),
    ]);
    expect([name, State.Health?.Status, State.Status]).toEqual(
      restart === 'no' ? [name, undefined, 'exited'] : [name, 'healthy', 'running'],
    );
    if (build === undefined) continue;
    expect([name, Config.User, HostConfig.CapDrop, HostConfig.SecurityOpt]).toEqual([
      name,
      'node',
      ['ALL'],
      ['no-new-privileges:true'],
    ]);
    expect([name, HostConfig.ReadonlyRootfs]).toEqual([name, !['deploy-remotes', 'gateway'].includes(name)]);
    if (restart !== 'no')
      await shop.shell(
        `docker compose exec -T ${name} sh -c 'test "$(id -un)" = node && test -r main.mjs && ! test -w main.mjs && ! test -w .'`,
      );
  }
});

/** Waits for the end of the deployments of a start, which could still activate other versions. */
const expectDeployed = () =>
  expect
    .poll(
      async () => (await shop.containers()).find((each) => nameOf(each) === 'deploy-remotes')?.State.Status,
      { timeout: openWithinMs },
    )
    .toBe('exited');

const lines = linesOfHowTo('run-in-containers');

/** Ends the containers by a command, and opens the shop again. */
async function openAgainAfter(command: string): Promise<void> {
  await shop.shell(command);
  await shop.measureTime('the shop open again', aimSeconds.open, async () => {
    await shop.shell('docker compose up --detach');
    await visits.expectPage('/', homeTitle, openWithinMs);
  });
  await expectDeployed();
}

/** The check of each command in the how-to. */
const checks: Readonly<Record<string, (command: string) => Promise<void>>> = {
  'stop, and open again': openAgainAfter,
  'deploy one remote (or `shell`) while the shop runs': (command) =>
    visits.deployHomePage(() => shop.shell(command)),
  'go back to the version before': (command) => visits.rollBackHomePage(() => shop.shell(command)),
  'rotate the token signing keys': (command) => visits.rotateKeys(() => shop.shell(command)),
  'back up, and restore': async (command) => {
    const stock = await visits.readStock(await visits.staff());
    const before = await visits.readSavedValues();
    const copy = /\d{4}-\d\d-\d\dT\d{6}Z/.exec(await shop.shell(command))?.[0] ?? '';
    // An order after the backup, which the copy must not contain.
    await visits.tryOrder(await visits.aShopper(), visits.productId(), randomUUID());
    await expect.poll(async () => visits.readStock(await visits.staff())).toBe(stock - 1);
    const [, steps = ''] =
      /^\| in containers \|[^|]+\| (.+) \|$/m.exec(readHowTo('back-up-and-restore')) ?? [];
    for (const [, step = ''] of steps.matchAll(/`([^`]+)`/g))
      await shop.shell(step.replace(/COPY=\S+/, `COPY=${copy}`).replace(/ up$/, ' up --detach'));
    await visits.expectPage('/', homeTitle, openWithinMs);
    await expectDeployed();
    expect(await visits.readSavedValues()).toEqual(before);
    expect(await visits.readStock(await visits.staff())).toBe(stock);
  },
  'see why the shop is not ready': async (command) => {
    const isReady = /^gateway: ok\n[^]*notification: ok\n/;
    expect(await shop.shell(command)).toMatch(isReady);
    await shop.shell('docker compose stop notification');
    await expect.poll(() => shop.shell(command), { timeout: 60_000 }).toContain('notification: not ready');
    await shop.shell('docker compose start notification');
    await expect.poll(() => shop.shell(command), { timeout: 60_000 }).toMatch(isReady);
  },
  'start with empty data': async (command) => {
    await shop.shell(command);
    // Backups outlive the data.
    expect((await shop.volumes()).trim()).toBe('kinmel-test_backups');
  },
};
const emptyData = 'start with empty data';

test('each command of the how-to has a check', () => {
  expect(lines.map(({ aim }) => aim)).toEqual(Object.keys(checks));
});

for (const { aim, command } of lines.filter((line) => line.aim !== emptyData))
  test(`how to ${aim}: the documented command works`, () => checks[aim]?.(command));

visits.testCrashes();

test('after a stop and a start the shop has all its data, and a rolled-back remote stays rolled back', async () => {
  const before = await visits.readSavedValues();
  await visits.expectNoSecretLogged();
  await openAgainAfter('docker compose down');
  expect(await visits.readSavedValues()).toEqual(before);
});

test('no log contains a secret, and all processes exited with 0 or 143, except the killed servers', async () => {
  await visits.expectNoSecretLogged();
  await checks[emptyData]?.(lines.find(({ aim }) => aim === emptyData)?.command ?? '');
  const codes = shop.exits.filter((end) => !/ (0|143)$/.test(end));
  expect(codes.toSorted()).toEqual(['mongodb 137', 'rabbitmq 137']);
  expect(shop.exits.length).toBeGreaterThan(Object.keys(await shop.config()).length);
});
