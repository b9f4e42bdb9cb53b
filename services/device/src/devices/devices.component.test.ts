import {
  createLogger,
  createMetrics,
  createServiceApp,
  createTokenVerifier,
  migrateIndexes,
} from '@kinmel/service-kit';
import { type TestDatabase, testDatabase, testTokens } from '@kinmel/testing/servers';
import type express from 'express';
import request from 'supertest';
import { devicesRoutes } from './devices.routes.ts';
import { createDeviceModel, createDevicesStore } from './devices.store.ts';

describe('devices', () => {
  let database: TestDatabase;
  let app: express.Express;
  const tokens = testTokens();

  beforeAll(async () => {
    database = await testDatabase('device');
    const model = createDeviceModel(database.connection);
    await migrateIndexes(database.connection, [model]);
    let lastId = 0;
    app = createServiceApp({
      service: 'device',
      logger: createLogger({ service: 'device', level: 'silent' }),
      routes: devicesRoutes({
        devices: createDevicesStore(model),
        now: () => new Date('2026-01-01T00:00:00Z'),
        newId: () => `${++lastId}`,
      }),
      verifier: createTokenVerifier({ jwks: () => Promise.resolve(tokens.jwks) }),
      liveSessions: tokens.liveSessions,
      metrics: createMetrics('device'),
      health: {},
    });
  });
  afterAll(async () => {
    await database.drop();
    tokens.cleanUp();
  });

  it('that an admin creates are listed', async () => {
    const created = await request(app)
      .post('/api/device/devices')
      .set('authorization', `Bearer ${tokens.admin()}`)
      .send({ name: 'First' });
    expect(created.status).toBe(201);
    const listed = await request(app).get('/api/device/devices');
    expect(listed.body.data).toEqual([{ id: '1', name: 'First', createdAt: '2026-01-01T00:00:00.000Z' }]);
  });

  it.each([
    ['nobody', 401, () => ({})],
    ['a customer', 403, () => ({ authorization: `Bearer ${tokens.customer()}` })],
  ])('are not created by %s', async (_who, status, headers) => {
    const answer = await request(app).post('/api/device/devices').set(headers()).send({ name: 'x' });
    expect(answer.status).toBe(status);
  });

  it('are refused without a name, and nothing is stored', async () => {
    const before = await request(app).get('/api/device/devices');
    const answer = await request(app)
      .post('/api/device/devices')
      .set('authorization', `Bearer ${tokens.admin()}`)
      .send({ name: { $ne: null } });
    expect(answer.status).toBe(400);
    const after = await request(app).get('/api/device/devices');
    expect(after.body.data).toEqual(before.body.data);
  });
});
