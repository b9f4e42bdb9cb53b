import { consumersOf, verifyContract } from '@kinmel/testing/contracts';
import { type TestDatabase, testDatabase, unreadableEvent } from '@kinmel/testing/servers';
import request from 'supertest';
import { anEvent, orderId, person } from './testing/event-builder.ts';
import { startTestNotification, type TestNotification, testBus } from './testing/test-notification.ts';

let database: TestDatabase;
let notification: TestNotification;

beforeAll(async () => {
  database = await testDatabase('notification');
  notification = await startTestNotification({ database, bus: testBus() });
});
afterAll(async () => {
  await notification.stop();
  await database.drop();
});

const followedId = '00000000000000000000a0d1';

/** Writes the mail of an order with the id that the contract names. */
async function writeOrderMail(): Promise<void> {
  await database.empty();
  await notification.bus.publish(anEvent.orderPlaced());
  await notification.deliverAll();
  const mails = notification.connection.collection<{ _id: string }>('mails');
  const mail = await mails.findOneAndDelete({});
  if (mail === null) throw new Error('No mail was written.');
  await mails.insertOne({ ...mail, _id: 'order-placed-1' });
}

const states = {
  'nobody gets the newsletter': () => database.empty(),
  [`a mail about the order ${orderId} was sent`]: () => writeOrderMail(),
  [`a mail about the order ${orderId} has failed`]: async () => {
    notification.mailServer.refused.permanently.add(person.email);
    await writeOrderMail();
    notification.mailServer.refused.permanently.clear();
  },
  'staff have made the change retryMail': async () => {
    notification.mailServer.refused.permanently.add(person.email);
    await writeOrderMail();
    notification.mailServer.refused.permanently.clear();
    await request(notification.server)
      .post('/api/admin/mails/order-placed-1/retry')
      .set('Authorization', `Bearer ${notification.tokens.admin()}`)
      .expect(200);
  },
  // The contract uses the order's id.
  [`the order ${followedId} was told of`]: async () => {
    await database.empty();
    await notification.bus.publish({ ...anEvent.orderPlaced(), aggregateId: followedId });
    await notification.deliverAll();
  },
  [`a message about the order ${followedId} is parked`]: async () => {
    await database.empty();
    await notification.bus.publish(unreadableEvent('order.placed', followedId));
    await notification.deliverAll();
  },
};

it.each(consumersOf('notification'))(
  'notification answers and publishes what %s needs',
  (consumer) =>
    verifyContract(consumer, {
      name: 'notification',
      server: notification.server,
      states,
      headers: { authorization: `Bearer ${notification.tokens.admin()}` },
    }),
  120_000,
);
