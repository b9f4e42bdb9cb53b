import { randomUUID } from 'node:crypto';
import { eventConsumers, parkedMessages } from '@kinmel/contracts';
import { eventually, type TestDatabase, testBroker, testDatabase, testTokens } from '@kinmel/testing';
import request from 'supertest';
import { createAuditTrail } from '../../audit/audit-entries.store.ts';
import { createServiceApp } from '../../http/service-app.ts';
import { createTokenVerifier } from '../../identity/token-verifier.ts';
import { createLogger } from '../../observability/logger.ts';
import { createMetrics } from '../../observability/metrics.ts';
import type { Bus, Outcome, WireEvent } from '../bus/bus.ts';
import { queueNameOf } from '../bus/queue-name.ts';
import { createRabbitBus } from '../bus/rabbit-bus.ts';
import { parkedMessagesRoutes, withoutData } from './parked-messages.routes.ts';

// Uses a real broker.
jest.setTimeout(60_000);

const broker = testBroker();
const tokens = testTokens();
const lines: Record<string, unknown>[] = [];
const types = Object.keys(eventConsumers).filter((type) => eventConsumers[type]?.includes('catalog'));
const handled: (string | undefined)[] = [];
let outcome: Outcome;
let bus: Bus;
let database: TestDatabase;
let app: ReturnType<typeof createServiceApp>;

beforeAll(async () => {
  database = await testDatabase('parked');
  const logger = createLogger({ service: 'catalog', level: 'silent' });
  const { url, prefix } = broker;
  bus = createRabbitBus({ url, prefix, service: 'catalog', logger, settleMs: 0 });
  broker.track(...types.map((type) => queueNameOf('catalog', type)));
  for (const type of types)
    await bus.consume({
      queue: queueNameOf('catalog', type),
      type,
      retryDelaysMs: [],
      handle: async ({ messageId }) => {
        if (outcome.kind === 'done') handled.push(messageId);
        return outcome;
      },
    });
  await eventually(() => bus.health() === 'ok');
  const seen = createLogger({
    service: 'catalog',
    level: 'info',
    destination: { write: (line) => void lines.push(JSON.parse(line)) },
  });
  app = createServiceApp({
    service: 'catalog',
    logger: seen,
    routes: parkedMessagesRoutes('catalog', { bus, audit: createAuditTrail(database.connection) }),
    verifier: createTokenVerifier({ jwks: tokens.source }),
    liveSessions: tokens.liveSessions,
    health: {},
    metrics: createMetrics('catalog'),
  });
});
afterAll(async () => {
  await bus.close();
  await broker.cleanUp();
  await database.drop();
});

const { list, replay } = parkedMessages.catalog;
const asAdmin = { Authorization: `Bearer ${tokens.admin()}` };
const listed = () => request(app).get(list.path).set(asAdmin);
const replayed = (body: object) => request(app).post(replay.path).set(asAdmin).send(body);

const anEvent = (type: string): WireEvent => ({
  eventId: randomUUID(),
  type,
  version: 1,
  aggregateId: 'order-1',
  aggregateVersion: 1,
  occurredAt: '2026-11-20T10:00:00.000Z',
  data: { email: 'asha@kinmel.example', token: 'sealed' },
});

async function park(...events: readonly WireEvent[]): Promise<void> {
  outcome = { kind: 'park', reason: 'Error: nobody knows asha@kinmel.example' };
  for (const event of events) await bus.publish(event);
  await eventually(async () => expect((await listed()).body.total).toBe(events.length));
  outcome = { kind: 'done' };
  handled.length = 0;
}

it('parked messages are for admins only', async () => {
  for (const [method, path] of [
    ['get', list.path],
    ['post', replay.path],
  ] as const) {
    expect((await request(app)[method](path)).status).toBe(401);
    const asCustomer = { Authorization: `Bearer ${tokens.customer()}` };
    expect((await request(app)[method](path).set(asCustomer).send({})).status).toBe(403);
  }
});

it('admins read the reason, time and attempts of parked messages, not their data; reading changes nothing', async () => {
  const event = anEvent('order.placed');
  await park(event);

  for (const look of [await listed(), await listed()]) {
    expect(look.status).toBe(200);
    expect(look.body).toEqual({
      success: true,
      total: 1,
      data: [
        {
          eventType: 'order.placed',
          eventId: event.eventId,
          reason: 'Error: nobody knows …',
          attempts: 1,
          parkedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        },
      ],
    });
  }
  expect((await replayed({})).body).toEqual({ success: true, replayed: 1 });
  await eventually(() => handled.length === 1);
});

it('admins replay one message, those of a type, or all; each replay is logged with person and number', async () => {
  const [one, two, other] = [anEvent('order.placed'), anEvent('order.placed'), anEvent('order.cancelled')];
  const three = anEvent('order.placed');
  await park(one, two, three, other);
  lines.length = 0;

  expect((await replayed({ eventId: two.eventId })).body).toEqual({ success: true, replayed: 1 });
  await eventually(() => expect(handled).toEqual([two.eventId]));
  expect((await listed()).body.total).toBe(3);
  expect((await replayed({ eventType: 'order.cancelled' })).body).toEqual({ success: true, replayed: 1 });
  expect((await replayed({})).body).toEqual({ success: true, replayed: 2 });
  await eventually(() => handled.length === 4);
  expect(new Set(handled)).toEqual(new Set([one, two, three, other].map(({ eventId }) => eventId)));
  expect((await listed()).body).toEqual({ success: true, data: [], total: 0 });

  const kept = await database.connection
    .collection('audit_entries')
    .find()
    .sort({ _id: -1 })
    .limit(3)
    .toArray();
  expect(kept.map(({ person, record, changes }) => [person.id, record, changes[0]?.after])).toEqual([
    ['admin-1', { kind: 'parked-message', id: null }, undefined],
    ['admin-1', { kind: 'parked-message', id: null }, 'order.cancelled'],
    ['admin-1', { kind: 'parked-message', id: two.eventId }, undefined],
  ]);
  const given = lines.filter(({ msg }) => msg === 'parked messages were given back');
  expect(given).toMatchObject([
    { adminId: 'admin-1', service: 'catalog', eventId: two.eventId, replayed: 1 },
    { adminId: 'admin-1', service: 'catalog', eventType: 'order.cancelled', replayed: 1 },
    { adminId: 'admin-1', service: 'catalog', replayed: 2 },
  ]);
});

it('a message that is not parked, or of a type without a subscription, is not found', async () => {
  const before = await database.connection.collection('audit_entries').countDocuments();
  for (const body of [
    { eventId: randomUUID() },
    { eventType: 'mail.sent' },
    { eventType: 'user.registered' },
  ])
    expect((await replayed(body)).body).toMatchObject({ code: 'not-found' });
  // A replay of nothing leaves no audit entry.
  expect(await database.connection.collection('audit_entries').countDocuments()).toBe(before);
  expect((await replayed({ everything: true })).body).toMatchObject({ code: 'invalid-request' });
});

it('reasons contain neither addresses nor tokens', () => {
  expect(withoutData('dup key: { email: "a.b@c.example" }')).toBe('dup key: { email: "…" }');
  expect(withoutData(`bad ${'aB3-'.repeat(12)} for 6b01dc9ebb170c86f3ffd154`)).toBe(
    'bad … for 6b01dc9ebb170c86f3ffd154',
  );
});
