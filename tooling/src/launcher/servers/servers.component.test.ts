import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { testFolder } from '@kinmel/testing/folder';
import { connect } from 'amqplib';
import { mongo } from 'mongoose';
import { isPortFree } from '../processes/ports.ts';
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

async function startServers(): Promise<{ database: Database; broker: Broker }> {
  const ports = await freeStackPorts();
  const [database, broker] = await Promise.all([
    startDatabase({
      port: ports.mongodb,
      dataFolder: pathOf('mongodb'),
      toolsFolder,
      logFile: pathOf('mongodb.log'),
      env,
    }),
    startBroker({
      port: ports.rabbitmq,
      folder: pathOf('rabbitmq'),
      logFile: pathOf('rabbitmq.log'),
      env,
    }),
  ]);
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

    const killed = groupsOf(servers);
    expect(killed).toHaveLength(3);
    await Promise.all([database.kill(), broker.kill()]);
    await expectGroupsGone(killed);
    await Promise.all([database.start(), broker.start()]);

    expect(await withClient(database.uri, (db) => db.collection('things').countDocuments())).toBe(1);
    const reader = await connect(broker.url);
    const message = await (await reader.createChannel()).get(queue, { noAck: true });
    expect(message === false ? undefined : message.content.toString()).toBe('one');
    await reader.close();

    const running = groupsOf(servers);
    expect(running.every(isGroupAlive)).toBe(true);
    await broker.stop();
    await database.stop();
    await expectGroupsGone(running);
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
