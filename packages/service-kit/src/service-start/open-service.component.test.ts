import { randomUUID } from 'node:crypto';
import { eventually, testBroker, testMongoUri } from '@kinmel/testing';
import mongoose from 'mongoose';
import { z } from 'zod';
import { ConfigError } from '../config/read-config.ts';
import { portSchema, serviceConfigShape } from '../config/service-config.ts';
import { createLogger } from '../observability/logger.ts';
import { createMetrics } from '../observability/metrics.ts';
import { openService } from './open-service.ts';

const gadgetSchema = new mongoose.Schema({ name: String });
gadgetSchema.index({ name: 1 }, { unique: true });
const models = (connection: mongoose.Connection) => [connection.model('gadget', gadgetSchema)];

const broker = testBroker();
const prefix = `open-${randomUUID().slice(0, 8)}`;
const env = {
  MONGODB_URI: testMongoUri(),
  MONGODB_DB_PREFIX: prefix,
  AMQP_URL: broker.url,
  AMQP_PREFIX: broker.prefix,
  LOG_LEVEL: 'silent',
};
const description = {
  name: 'gadgets',
  configSchema: z.object({ ...serviceConfigShape, GADGETS_PORT: portSchema.default(4199) }),
  models,
};

const open = (more: Record<string, string> = {}) =>
  openService({
    ...description,
    logger: createLogger({ service: 'gadgets', level: 'silent' }),
    metrics: createMetrics('gadgets'),
    env: { ...env, ...more },
  });

afterAll(() => broker.cleanUp());

describe('openService', () => {
  it('opens config, database and bus', async () => {
    const opened = await open();
    expect(opened.config.GADGETS_PORT).toBe(4199);
    expect(opened.connection.name).toBe(`${prefix}_gadgets`);
    await eventually(async () => {
      expect(opened.bus.health()).toBe('ok');
      expect(await opened.health['mongo']?.()).toBe('ok');
    });
    await expect(opened.appOptions.verifier.verify('hello')).rejects.toMatchObject({ status: 401 });
    const indexes = await opened.connection.collection('gadgets').indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { name: 1 }, unique: true }));
    await opened.connection.dropDatabase();
    await opened.close();
    expect(opened.bus.state).toBe('closed');
    expect(opened.connection.readyState).toBe(mongoose.ConnectionStates.disconnected);
  });

  it('names an invalid setting before it connects', async () => {
    const wrong = { GADGETS_PORT: 'http', MONGODB_URI: 'mongodb://127.0.0.1:1' };
    await expect(open(wrong)).rejects.toThrow(new ConfigError('GADGETS_PORT: expected a port number'));
  });
});
