import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { catalogEvents } from '@kinmel/contracts';
import { createLogger, createRabbitBus, createRabbitListener } from '@kinmel/service-kit';
import { type ConfirmChannel, connect } from 'amqplib';
import { mongo } from 'mongoose';
import { parse } from 'yaml';
import { type Child, startChild } from '../launcher/processes/child-process.ts';
import { isListening } from '../launcher/processes/ports.ts';
import { waitFor } from '../launcher/processes/wait.ts';
import { type Broker, startBroker } from '../launcher/servers/broker.ts';
import { findMongod } from '../launcher/servers/mongod-binary.ts';
import { services } from '../launcher/services/services.ts';
import { defaultStateFolder, freeStackPorts } from '../launcher/stack.ts';

jest.setTimeout(120_000);

// Checks the users of docker-compose.yml on real servers.
const repository = join(__dirname, '../../..');
const read = (path: string) => readFileSync(join(repository, path), 'utf8');
const passwordOf = (variable: string) => `password-of-${variable.toLowerCase()}`;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kinmel-users-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Name of a service in variables and database names. */
const identifierOf = (service: string) => service.replaceAll('-', '_');
const variableOf = (service: string) => `MONGODB_${identifierOf(service).toUpperCase()}_PASSWORD`;

describe('the broker users of docker-compose.yml', () => {
  const logger = createLogger({ service: 'test', level: 'silent' });
  let broker: Broker;
  let port = 0;
  const urlFor = (user: string) =>
    `amqp://${user}:${passwordOf(`RABBITMQ_${user.toUpperCase()}_PASSWORD`)}@127.0.0.1:${port}`;
  const event = {
    eventId: '00000000-0000-4000-8000-000000000000',
    type: catalogEvents.productUpdated.type,
    version: 1,
    aggregateId: '65a000000000000000000001',
    aggregateVersion: 1,
    occurredAt: '2026-01-01T00:00:00.000Z',
    data: {},
  };

  beforeAll(async () => {
    const { content } = parse(read('docker-compose.yml')).configs['rabbitmq-definitions'];
    const definitions = String(content)
      .replace(/\$\{(\w+):\?[^}]*\}/g, (_all, name: string) => passwordOf(name))
      .replaceAll('$$', '$');
    ({ rabbitmq: port } = await freeStackPorts());
    broker = await startBroker({
      port,
      folder: join(folder, 'rabbitmq'),
      logFile: join(folder, 'rabbitmq.log'),
      definitions,
      env: { ...process.env, AMQP_URL: undefined },
    });
  });
  afterAll(() => broker?.stop());

  it('let the gateway receive broadcasts of services', async () => {
    const bus = createRabbitBus({ url: urlFor('services'), service: 'catalog', logger });
    const listener = createRabbitListener({ url: urlFor('gateway'), service: 'gateway', logger });
    const received: string[] = [];
    await listener.broadcast(
      [event.type],
      ({ eventId }) => received.push(eventId),
      () => undefined,
    );
    await waitFor(async () => (listener.health() === 'ok' && bus.health() === 'ok') || undefined, {
      withinMs: 20_000,
      failure: () => `gateway ${listener.health()}, catalog ${bus.health()}`,
    });
    await bus.announce(event);
    await waitFor(async () => received.includes(event.eventId) || undefined, {
      withinMs: 10_000,
      failure: () => 'nothing heard',
    });
    await listener.close();
    await bus.close();
  });

  const queue = 'order.product-updated';
  it.each<[string, (channel: ConfirmChannel) => Promise<unknown>]>([
    [
      'publish an event',
      async (channel) => {
        const closed = new Promise((_resolve, reject) => channel.once('error', reject));
        channel.publish('kinmel.events', event.type, Buffer.from('{}'));
        return Promise.race([channel.waitForConfirms(), closed]);
      },
    ],
    ['declare an exchange', (channel) => channel.assertExchange('mine', 'topic')],
    ['declare a queue', (channel) => channel.assertQueue('order.mine')],
    ["read a service's queue", (channel) => channel.get(queue, { noAck: true })],
    ["empty a service's queue", (channel) => channel.purgeQueue(queue)],
    [
      'bind to the events of consumers',
      async (channel) =>
        channel.bindQueue((await channel.assertQueue('', { exclusive: true })).queue, 'kinmel.events', '#'),
    ],
  ])('do not let the gateway %s', async (_what, attempt) => {
    const owner = await connect(urlFor('services'));
    const ownChannel = await owner.createChannel();
    await ownChannel.assertExchange('kinmel.events', 'topic');
    await ownChannel.assertQueue(queue, { arguments: { 'x-queue-type': 'quorum' } });
    const connection = await connect(urlFor('gateway'));
    const channel = await connection.createConfirmChannel();
    for (const each of [connection, channel]) each.on('error', () => undefined);
    await expect(attempt(channel)).rejects.toThrow('ACCESS_REFUSED');
    await connection.close().catch(() => undefined);
    await owner.close();
  });
});

describe('the database users of docker-compose.yml', () => {
  let mongod: Child;
  let port = 0;
  const clients: mongo.MongoClient[] = [];
  const open = async (credentials = '') => {
    const client = new mongo.MongoClient(`mongodb://${credentials}127.0.0.1:${port}/?directConnection=true`);
    clients.push(client);
    return client.connect();
  };
  beforeAll(async () => {
    const binary = await findMongod({
      toolsFolder: join(defaultStateFolder, 'tools'),
      onProgress: () => undefined,
    });
    if ('docker' in binary) throw new Error('this test needs a mongod of this machine');
    ({ mongodb: port } = await freeStackPorts());
    mongod = await startChild({
      name: 'MongoDB',
      command: binary.path,
      args: ['--dbpath', folder, ...`--port ${port} --bind_ip 127.0.0.1 --auth --nounixsocket`.split(' ')],
      logFile: join(folder, 'mongodb.log'),
    });
    await waitFor(async () => (await isListening(port)) || undefined, {
      withinMs: 30_000,
      failure: () => mongod.lastLines(),
    });
    const operator = await open();
    await operator
      .db('admin')
      .command({ createUser: 'operator', pwd: 'of-the-test', roles: [{ role: 'root', db: 'admin' }] });
    const asOperator = await open('operator:of-the-test@');
    const createdUsers: Promise<unknown>[] = [];
    // Runs mongosh's `createUser` calls on this server.
    runInNewContext(read('deploy/docker/mongodb-users.js'), {
      process: {
        env: Object.fromEntries(
          [...services.map(({ name }) => name), 'backup'].map((name) => [
            variableOf(name),
            passwordOf(variableOf(name)),
          ]),
        ),
      },
      db: {
        getSiblingDB: (name: string) => ({
          createUser: ({ user, ...rest }: { user: string; pwd: string; roles: unknown[] }) =>
            createdUsers.push(asOperator.db(name).command({ createUser: user, ...rest })),
        }),
      },
    });
    await Promise.all(createdUsers);
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await mongod?.stop(15_000);
  });

  it.each(services.map(({ name }) => name))('let %s use its own database and no other', async (name) => {
    const client = new mongo.MongoClient(
      `mongodb://${name}:${passwordOf(variableOf(name))}@127.0.0.1:${port}/kinmel_${identifierOf(name)}?directConnection=true`,
    );
    clients.push(client);
    const ownCollection = client.db(`kinmel_${identifierOf(name)}`).collection('things');
    await ownCollection.insertOne({ of: name });
    await ownCollection.createIndex({ of: 1 }, { unique: true });
    expect(await ownCollection.countDocuments()).toBe(1);
    for (const other of services.filter((service) => service.name !== name)) {
      const otherCollection = client.db(`kinmel_${identifierOf(other.name)}`).collection('things');
      await expect(otherCollection.findOne()).rejects.toThrow('not authorized');
      await expect(otherCollection.insertOne({ of: name })).rejects.toThrow('not authorized');
    }
    await expect(
      client.db('admin').command({ createUser: 'more', pwd: 'x', roles: ['root'] }),
    ).rejects.toThrow('not authorized');
    await expect(client.db(`kinmel_${identifierOf(name)}`).dropDatabase()).rejects.toThrow('not authorized');
  });

  it('let the backup read all databases and write to none', async () => {
    const client = await open(`backup:${passwordOf(variableOf('backup'))}@`);
    for (const { name } of services) {
      const database = client.db(`kinmel_${identifierOf(name)}`);
      const collections = await database.listCollections().toArray();
      for (const each of collections) await database.collection(each.name).indexes();
      expect(await database.collection('things').countDocuments()).toBe(1);
      await expect(database.collection('things').insertOne({ of: 'backup' })).rejects.toThrow(
        'not authorized',
      );
    }
  });

  it('refuse a client without credentials', async () => {
    const stranger = await open();
    await expect(stranger.db('kinmel_order').collection('things').findOne()).rejects.toThrow(
      /requires authentication/,
    );
  });
});
