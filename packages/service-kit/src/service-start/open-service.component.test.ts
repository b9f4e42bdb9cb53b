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

const open = (settings: Record<string, string> = {}) =>
  openService({
    ...description,
    logger: createLogger({ service: 'gadgets', level: 'silent' }),
    metrics: createMetrics('gadgets'),
    env: { ...env, ...settings },
  });

afterAll(() => broker.cleanUp());

describe('openService', () => {
  it('opens config, database and bus', async () => {
    const service = await open();
    expect(service.config.GADGETS_PORT).toBe(4199);
    expect(service.connection.name).toBe(`${prefix}_gadgets`);
    await eventually(async () => {
      expect(service.bus.health()).toBe('ok');
      expect(await service.health['mongo']?.()).toBe('ok');
    });
    await expect(service.appOptions.verifier.verify('hello')).rejects.toMatchObject({ status: 401 });
    const indexes = await service.connection.collection('gadgets').indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { name: 1 }, unique: true }));
    await service.connection.dropDatabase();
    await service.close();
    expect(service.bus.state).toBe('closed');
    expect(service.connection.readyState).toBe(mongoose.ConnectionStates.disconnected);
  });

  it('names an invalid setting before it connects', async () => {
    const wrong = { GADGETS_PORT: 'http', MONGODB_URI: 'mongodb://127.0.0.1:1' };
    await expect(open(wrong)).rejects.toThrow(new ConfigError('GADGETS_PORT: expected a port number'));
  });
});
