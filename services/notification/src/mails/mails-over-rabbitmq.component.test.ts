import { type Bus, createLogger, createRabbitBus, replayParked } from '@kinmel/service-kit';
import { eventually, type TestDatabase, testBroker } from '@kinmel/testing';
import { anEvent } from '../testing/event-builder.ts';
import {
  notificationDatabase,
  startTestNotification,
  type TestNotification,
} from '../testing/test-notification.ts';

const broker = testBroker();
const queue = 'notification.order-placed';
let database: TestDatabase;
let notification: TestNotification<Bus>;

beforeAll(async () => {
  broker.track(
    ...['user-registered', 'password-reset-requested', 'password-changed', 'session-reuse-detected'].map(
      (event) => `notification.${event}`,
    ),
    ...['account-locked', 'order-placed', 'order-status-changed', 'order-cancelled', 'order-refunded'].map(
      (event) => `notification.${event}`,
    ),
    ...['user-deleted', 'offer-created', 'offer-updated', 'offer-deleted'].map(
      (event) => `notification.${event}`,
    ),
  );
  const bus = createRabbitBus({
    url: broker.url,
    prefix: broker.prefix,
    service: 'notification',
    logger: createLogger({ service: 'notification', level: 'silent' }),
    settleMs: 0,
  });
  database = await notificationDatabase();
  notification = await startTestNotification({ database, bus });
  await eventually(() => bus.health() === 'ok', 60_000);
}, 120_000);
afterAll(async () => {
  await notification.stop();
  await broker.cleanUp();
  await database.drop();
}, 60_000);

const waiting = () => notification.connection.collection('mails').countDocuments({ state: 'waiting' });

describe('notification on a real broker', () => {
  it('writes one mail for each of twenty orders whose events arrive three times, out of order (M1, R-12)', async () => {
    const events = Array.from({ length: 20 }, () => anEvent.orderPlaced());
    await Promise.all(
      [...events, ...events.toReversed(), ...events].map((event) => notification.bus.publish(event)),
    );
    await eventually(async () => (await waiting()) === 20);
    await eventually(async () => (await notification.bus.waiting(queue)) === 0);
    expect(await notification.settle()).toHaveLength(20);
    expect(await waiting()).toBe(0);
  }, 30_000);

  it('parks malformed events, and those that cannot be drawn until they are replayed (M3, R-10)', async () => {
    const { context } = notification;
    const { drawMail } = context;
    Object.assign(context, {
      drawMail: () => {
        throw new Error('a fault in the template');
      },
    });
    await broker.publishRaw('order.placed', Buffer.from('{'));
    await notification.bus.publish(anEvent.orderPlaced());
    await eventually(async () => (await notification.bus.parked(queue)).count === 2);

    Object.assign(context, { drawMail });
    expect(await replayParked(notification.bus, queue)).toBe(2);
    await eventually(async () => (await waiting()) === 1);
    await eventually(async () => (await notification.bus.parked(queue)).count === 1);
    expect(await notification.settle()).toHaveLength(21);
  }, 30_000);
});
