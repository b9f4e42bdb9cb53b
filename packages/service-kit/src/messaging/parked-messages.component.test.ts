import { randomUUID } from 'node:crypto';
import { eventConsumers, parkedMessages } from '@kinmel/contracts';
import { eventually, type TestDatabase, testDatabase } from '@kinmel/testing';
import { createAuditTrail } from '../audit/audit-entries.store.ts';
import { bearer, testApp, tokens } from '../http/testing/test-app.ts';
import { type Bus, type Outcome, queueNameOf, type WireEvent } from './bus/bus.ts';
import { parkedMessagesRoutes, withoutData } from './parked-messages.routes.ts';
import { anEvent as anyEvent } from './testing/events.ts';
import { testBuses } from './testing/test-buses.ts';

// Uses a real broker.
jest.setTimeout(60_000);

const buses = testBuses();
const types = Object.keys(eventConsumers).filter((type) => eventConsumers[type]?.includes('catalog'));
const handled: (string | undefined)[] = [];
let outcome: Outcome;
let bus: Bus;
let database: TestDatabase;
let app: ReturnType<typeof testApp>;

beforeAll(async () => {
  database = await testDatabase('parked');
  bus = await buses.open('catalog');
  buses.broker.track(...types.map((type) => queueNameOf('catalog', type)));
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
  app = testApp(parkedMessagesRoutes('catalog', { bus, audit: createAuditTrail(database.connection) }));
});
afterAll(async () => {
  await buses.close();
  await database.drop();
});

const { list, replay } = parkedMessages.catalog;
const asAdmin = bearer(tokens.admin());
const requestList = () => app.agent.get(list.path).set(asAdmin);
const requestReplay = (body: object) => app.agent.post(replay.path).set(asAdmin).send(body);

const anEvent = (type: string) => anyEvent({ type, data: { email: 'asha@kinmel.example', token: 'sealed' } });

async function park(...events: readonly WireEvent[]): Promise<void> {
  outcome = { kind: 'park', reason: 'Error: nobody knows asha@kinmel.example' };
  for (const event of events) await bus.publish(event);
  await eventually(async () => expect((await requestList()).body.total).toBe(events.length));
  outcome = { kind: 'done' };
  handled.length = 0;
}

it('admins read the reason, time and attempts of parked messages, not their data; reading changes nothing', async () => {
  const event = anEvent('order.placed');
  await park(event);

  for (const answer of [await requestList(), await requestList()]) {
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
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
  expect((await requestReplay({})).body).toEqual({ success: true, replayed: 1 });
  await eventually(() => handled.length === 1);
});

it('admins replay one message, those of a type, or all; each replay is logged with person and number', async () => {
  const [one, two, other] = [anEvent('order.placed'), anEvent('order.placed'), anEvent('order.cancelled')];
  const three = anEvent('order.placed');
  await park(one, two, three, other);
  app.lines.length = 0;

  expect((await requestReplay({ eventId: two.eventId })).body).toEqual({ success: true, replayed: 1 });
  await eventually(() => expect(handled).toEqual([two.eventId]));
  expect((await requestList()).body.total).toBe(3);
  expect((await requestReplay({ eventType: 'order.cancelled' })).body).toEqual({
    success: true,
    replayed: 1,
  });
  expect((await requestReplay({})).body).toEqual({ success: true, replayed: 2 });
  await eventually(() => handled.length === 4);
  expect(new Set(handled)).toEqual(new Set([one, two, three, other].map(({ eventId }) => eventId)));
  expect((await requestList()).body).toEqual({ success: true, data: [], total: 0 });

  const auditEntries = await database.connection
    .collection('audit_entries')
    .find()
    .sort({ _id: -1 })
    .limit(3)
    .toArray();
  expect(auditEntries.map(({ person, record, changes }) => [person.id, record, changes[0]?.after])).toEqual([
    ['admin-1', { kind: 'parked-message', id: null }, undefined],
    ['admin-1', { kind: 'parked-message', id: null }, 'order.cancelled'],
    ['admin-1', { kind: 'parked-message', id: two.eventId }, undefined],
  ]);
  const replayLines = app.lines.filter(({ msg }) => msg === 'parked messages were replayed');
  expect(replayLines).toMatchObject([
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
    expect((await requestReplay(body)).body).toMatchObject({ code: 'not-found' });
  // A replay of nothing leaves no audit entry.
  expect(await database.connection.collection('audit_entries').countDocuments()).toBe(before);
  expect((await requestReplay({ everything: true })).body).toMatchObject({ code: 'invalid-request' });
});

it('reasons contain neither addresses nor tokens', () => {
  expect(withoutData('dup key: { email: "a.b@c.example" }')).toBe('dup key: { email: "…" }');
  expect(withoutData(`bad ${'aB3-'.repeat(12)} for 6b01dc9ebb170c86f3ffd154`)).toBe(
    'bad … for 6b01dc9ebb170c86f3ffd154',
  );
});
