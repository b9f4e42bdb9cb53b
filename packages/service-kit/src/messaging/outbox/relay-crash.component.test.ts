import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { countWaiting, eventually, type TestDatabase, testBroker, testDatabase } from '@kinmel/testing';
import { createLogger } from '../../observability/logger.ts';
import type { Bus } from '../bus/bus.ts';
import { createRabbitBus } from '../bus/rabbit-bus.ts';
import { anEvent as makeEvent, save } from '../testing/events.ts';
import { createOutboxRelay } from './outbox-relay.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const broker = testBroker();
const queue = 'catalog.order-placed';
let database: TestDatabase;
let bus: Bus;

// Starts child processes, which is slow on busy machines.
jest.setTimeout(60_000);

beforeAll(async () => {
  database = await testDatabase('relaycrash');
  bus = createRabbitBus({
    url: broker.url,
    prefix: broker.prefix,
    service: 'catalog',
    logger,
    settleMs: 0,
  });
  broker.track(queue);
});
afterAll(async () => {
  await bus.close();
  await broker.cleanUp();
  await database.drop();
});

const anEvent = makeEvent();

/** Runs a relay in a child process that FAILPOINT kills. */
async function relayUntilKilled(failpoint: string): Promise<void> {
  const from = (file: string) => JSON.stringify(path.join(__dirname, file));
  const script = `
    const { default: mongoose } = await import('mongoose');
    const { createLogger } = await import(${from('../../observability/logger.ts')});
    const { createRabbitBus } = await import(${from('../bus/rabbit-bus.ts')});
    const { createOutboxRelay } = await import(${from('outbox-relay.ts')});
    const { MONGODB, DATABASE, AMQP, PREFIX } = process.env;
    const logger = createLogger({ service: 'order', level: 'silent' });
    const connection = await mongoose.createConnection(MONGODB, { dbName: DATABASE }).asPromise();
    const bus = createRabbitBus({ url: AMQP, prefix: PREFIX, service: 'order', logger });
    createOutboxRelay({ connection, bus, logger, instanceId: 'killed', leaseMs: 500 }).start();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: __dirname,
    env: {
      ...process.env,
      FAILPOINT: failpoint,
      MONGODB: database.uri,
      DATABASE: database.databaseName,
      AMQP: broker.url,
      PREFIX: broker.prefix,
    },
    stdio: 'inherit',
  });
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
}

it('a relay that is killed before the confirm leaves the event unsent, and its successor sends it again (R-01)', async () => {
  const stop = await bus.consume({
    queue,
    type: anEvent.type,
    retryDelaysMs: [],
    handle: async () => ({ kind: 'done' }),
  });
  await eventually(() => bus.health() === 'ok');
  await stop();
  const { connection } = database;
  await save(connection, anEvent);

  await relayUntilKilled('relay.unconfirmed');
  await eventually(async () => expect(await bus.waiting(queue)).toBe(1));
  expect(await countWaiting(connection)).toBe(1);

  const relay = createOutboxRelay({ connection, bus, logger, instanceId: 'next' });
  relay.start();
  await eventually(async () => expect(await countWaiting(connection)).toBe(0));
  await relay.stop();
  expect(await bus.waiting(queue)).toBe(2);
});
