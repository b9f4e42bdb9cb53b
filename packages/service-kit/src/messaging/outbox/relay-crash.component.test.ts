import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { countWaiting, eventually, type TestDatabase, testDatabase } from '@kinmel/testing';
import { anEvent as makeEvent, save } from '../testing/events.ts';
import { silentLogger as logger, testBuses } from '../testing/test-buses.ts';
import { createOutboxRelay } from './outbox-relay.ts';

const buses = testBuses();
const { broker } = buses;
const queue = 'catalog.order-placed';
let database: TestDatabase;

// Starts child processes, which is slow on busy machines.
jest.setTimeout(60_000);

beforeAll(async () => {
  database = await testDatabase('relaycrash');
  broker.track(queue);
});
afterAll(async () => {
  await buses.close();
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
  const bus = await buses.open('catalog');
  const stop = await bus.consume({
    queue,
    type: anEvent.type,
    retryDelaysMs: [],
    handle: async () => ({ kind: 'done' }),
  });
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
