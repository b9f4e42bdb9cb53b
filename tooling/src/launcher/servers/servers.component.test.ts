import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@kinmel/testing';
import { testFolder } from '@kinmel/testing/folder';
import { connect } from 'amqplib';
import { mongo } from 'mongoose';
import { isPortFree } from '../processes/ports.ts';
import type { StackPorts } from '../services/services.ts';
import { checkoutFolder, defaultStateFolder, freeStackPorts } from '../stack.ts';
import { expectGroupsGone, isGroupAlive } from '../testing/process-groups.ts';
import { type Broker, startBroker } from './broker.ts';
import { type Database, startDatabase } from './database.ts';

jest.setTimeout(120_000);

const toolsFolder = join(defaultStateFolder, 'tools');
// Separate servers, regardless of the environment of the tests.
const env = { ...process.env, MONGODB_URI: undefined, AMQP_URL: undefined };
const { pathOf } = testFolder();
const cleanUps: (() => Promise<void>)[] = [];

const startMembers = (ports: Pick<StackPorts, 'mongodb' | 'rabbitmq'>, folder: string, replicas?: number) =>
  Promise.all([
    startDatabase({
      port: ports.mongodb,
      ...(replicas === undefined ? {} : { replicas }),
      dataFolder: pathOf(`${folder}/mongodb`),
      toolsFolder,
      logFile: pathOf(`${folder}/mongodb.log`),
      env,
    }),
    startBroker({
      port: ports.rabbitmq,
      ...(replicas === undefined ? {} : { replicas }),
      folder: pathOf(`${folder}/rabbitmq`),
      logFile: pathOf(`${folder}/rabbitmq.log`),
      env,
    }),
  ]);

async function startServers(replicas = 1): Promise<{ database: Database; broker: Broker }> {
  const [database, broker] = await startMembers(await freeStackPorts(), `of-${replicas}`, replicas);
  cleanUps.push(async () => {
    await broker.stop();
    await database.stop();
  });
  return { database, broker };
}

const groupsOf = ({ database, broker }: { database: Database; broker: Broker }) => [
  ...database.pids,
  ...broker.pids,
];

async function withClient<T>(uri: string, work: (db: mongo.Db) => Promise<T>): Promise<T> {
  const client = new mongo.MongoClient(uri);
  try {
    return await work(client.db('kept'));
  } finally {
    await client.close();
  }
}

/** The servers of `npm test` run at the same time. */
async function expectUnknownToTestServers(): Promise<void> {
  const { KINMEL_TEST_MONGODB_URI: uri = '', KINMEL_TEST_AMQP_URL: url = '' } = process.env;
  expect(await withClient(uri, (db) => db.collection('things').countDocuments())).toBe(0);
  const connection = await connect(url);
  const channel = await connection.createChannel();
  channel.on('error', () => {});
  await expect(channel.checkQueue(queue)).rejects.toThrow('NOT_FOUND');
  await connection.close();
}

const queue = 'kept.messages';
const quorum = { durable: true, arguments: { 'x-queue-type': 'quorum' } };

afterAll(() => Promise.all(cleanUps.map((cleanUp) => cleanUp())));

describe('database and broker of a stack', () => {
  it('keep what they acknowledged when they are killed, run beside other servers, and leave no process when stopped (R-01)', async () => {
    const servers = await startServers();
    const { database, broker } = servers;
    // A transaction whose service was killed is aborted after 8 s.
    const limit = { getParameter: 1, transactionLifetimeLimitSeconds: 1 };
    expect(await withClient(database.uri, (db) => db.admin().command(limit))).toMatchObject({
      transactionLifetimeLimitSeconds: 8,
    });
    await withClient(database.uri, (db) =>
      db.collection<{ _id: string }>('things').insertOne({ _id: 'one' }),
    );
    // RabbitMQ writes its list of quorum queues half a second late; only an older queue survives a crash.
    const declarer = await connect(broker.url);
    await (await declarer.createChannel()).assertQueue(queue, quorum);
    await declarer.close();
    await expectUnknownToTestServers();
    await broker.stop();
    await broker.start();

    const publisher = await connect(broker.url);
    publisher.on('error', () => {});
    const channel = await publisher.createConfirmChannel();
    channel.on('error', () => {});
    channel.sendToQueue(queue, Buffer.from('one'), { persistent: true });
    await channel.waitForConfirms();

    const killedGroups = groupsOf(servers);
    expect(killedGroups).toHaveLength(3);
    await Promise.all([database.kill(), broker.kill()]);
    await expectGroupsGone(killedGroups);
    await Promise.all([database.start(), broker.start()]);

    expect(await withClient(database.uri, (db) => db.collection('things').countDocuments())).toBe(1);
    const reader = await connect(broker.url);
    const message = await (await reader.createChannel()).get(queue, { noAck: true });
    expect(message === false ? undefined : message.content.toString()).toBe('one');
    await reader.close();

    const runningGroups = groupsOf(servers);
    expect(runningGroups.every(isGroupAlive)).toBe(true);
    await broker.stop();
    await database.stop();
    await expectGroupsGone(runningGroups);
  });

  it('of three members keep what they acknowledged when the first of each is killed, and continue to accept data', async () => {
    const { database, broker } = await startServers(3);
    const connection = await connect(broker.url);
    connection.on('error', () => {});
    const channel = await connection.createConfirmChannel();
    channel.on('error', () => {});
    await channel.assertQueue(queue, quorum);
    channel.sendToQueue(queue, Buffer.from('one'), { persistent: true });
    await channel.waitForConfirms();
    const insert = (_id: string) =>
      withClient(database.uri, (db) => db.collection<{ _id: string }>('things').insertOne({ _id }));
    await insert('one');

    const [firstOfDatabase, firstOfBroker] = [database.members[0], broker.members[0]];
    await Promise.all([firstOfDatabase?.kill(), firstOfBroker?.kill()]);
    await insert('two');
    const secondNode = await connect(broker.url.replace(/\d+$/, (port) => String(Number(port) + 1)));
    const reader = await secondNode.createChannel();
    await eventually(async () => {
      const message = await reader.get(queue, { noAck: true });
      expect(message === false ? undefined : message.content.toString()).toBe('one');
    }, 20_000);
    await secondNode.close();

    await Promise.all([firstOfDatabase?.start(), firstOfBroker?.start()]);
    expect(await withClient(database.uri, (db) => db.collection('things').countDocuments())).toBe(2);

    // A backup or a restore of the stopped shop does not know their number.
    await broker.stop();
    await database.stop();
    const again = await startMembers(await freeStackPorts(), 'of-3');
    cleanUps.push(
      () => again[1].stop(),
      () => again[0].stop(),
    );
    expect(again.map(({ members }) => members.length)).toEqual([3, 3]);
    expect(await withClient(again[0].uri, (db) => db.collection('things').countDocuments())).toBe(2);
  });

  it('are started again when they end by themselves, and not when they were stopped', async () => {
    const ports = await freeStackPorts();
    const [database, broker] = await startMembers(ports, 'kept-alive');
    cleanUps.push(
      () => broker.stop(),
      () => database.stop(),
    );
    const reports: string[] = [];
    database.keepAlive((text) => reports.push(text));
    const [pid = 0] = database.pids;
    process.kill(pid, 'SIGKILL');
    await eventually(async () => {
      await withClient(`${database.uri}&serverSelectionTimeoutMS=1000`, (db) => db.command({ ping: 1 }));
    }, 30_000);
    expect(reports).toEqual(['was ended by SIGKILL: starting it again']);
    expect(database.pids).not.toEqual([pid]);
    const [restartedPid = 0] = database.pids;
    process.kill(restartedPid, 'SIGKILL');
    await eventually(() => expect(reports).toHaveLength(2));
    // A shutdown during the restart leaves no process.
    await database.stop();
    await eventually(async () => expect(await isPortFree(ports.mongodb)).toBe(true), 30_000);
    expect(database.pids).toEqual([]);
  });

  it('refuse the data of another number of members, and leave it unchanged', async () => {
    mkdirSync(pathOf('other/mongodb'), { recursive: true });
    mkdirSync(pathOf('other/rabbitmq'), { recursive: true });
    await expect(startMembers({ mongodb: 1, rabbitmq: 1 }, 'other', 3)).rejects.toThrow(
      /is of --replicas 1, so nothing was started/,
    );
    expect(readdirSync(pathOf('other'))).toEqual(['mongodb', 'rabbitmq']);
  });

  it.each([
    ['the kernel (setpriv)', {}],
    ['the watchdog', { KINMEL_WITHOUT_SETPRIV: '1' }],
  ])('are ended by %s when their launcher is killed with SIGKILL', async (_by, settings) => {
    const folder = pathOf(Object.keys(settings).join());
    const ports = await freeStackPorts();
    const launcher = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        join(checkoutFolder, 'tooling/src/launcher/testing/hold-servers.ts'),
        folder,
        toolsFolder,
        String(ports.mongodb),
        String(ports.rabbitmq),
      ],
      { env: { ...env, ...settings }, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [line] = await once(launcher.stdout, 'data');
    const groups: number[] = JSON.parse(String(line));
    expect(groups.every(isGroupAlive)).toBe(true);

    launcher.kill('SIGKILL');
    await expectGroupsGone(groups);
    expect(await isPortFree(ports.mongodb)).toBe(true);
    expect(await isPortFree(ports.rabbitmq)).toBe(true);
  });
});
