import { dataKeyModel, type WireEvent } from '@kinmel/service-kit';
import { type TestDatabase, testDatabase } from '@kinmel/testing/servers';
import request from 'supertest';
import { remindOfRepairs } from './reminders/remind-of-repairs.ts';
import { anEvent, orderId, userId } from './testing/event-builder.ts';
import { startTestNotification, type TestNotification, testBus } from './testing/test-notification.ts';

const hourMs = 60 * 60_000;
const email = 'Qvanna.Zholwyn@people.example';
const customer = { name: 'Qvanna Zholwyn', email };
const accountEmail = 'bina@people.example';
const personalData = /qvanna|zholwyn|bina|people\.example|wyxlane|203\.0\.113/i;

let database: TestDatabase;
let notification: TestNotification;
beforeAll(async () => {
  database = await testDatabase('notification');
});
beforeEach(async () => {
  await database.empty();
  notification = await startTestNotification({ database, bus: testBus(), mailsPerMailbox: 2 });
  notification.accounts.address = accountEmail;
});
afterEach(() => notification.stop());
afterAll(() => database.drop());

const mails = () => notification.connection.collection<{ _id: string }>('mails');
/** All documents of all collections, as text. */
async function dump(): Promise<string> {
  const collections = (await notification.connection.db?.collections()) ?? [];
  return JSON.stringify(await Promise.all(collections.map((collection) => collection.find().toArray())));
}
/** Publishes events one after the other. */
async function publish(...events: WireEvent[]) {
  for (const event of events) {
    await notification.bus.publish(event);
    await notification.bus.settle();
  }
}
const asStaff = (method: 'get' | 'post', path: string) =>
  request(notification.server)
    [method](`/api/admin/mails${path}`)
    .set({ Authorization: `Bearer ${notification.tokens.admin()}` });
const enter = (address: string) =>
  request(notification.server).post('/api/newsletter').send({ email: address }).expect(200);
const keysInUse = () => dataKeyModel(notification.connection).find({ isCurrent: true }).distinct('person');

/** Causes mails, a digest, a reminder and a subscription. */
async function causeMails() {
  const startsAt = new Date(notification.now().getTime() + 48 * hourMs).toISOString();
  await publish(
    anEvent.orderPlaced({ customer, deliverTo: 'Wyxlane 7' }),
    anEvent.sellRequestReceived(customer),
    anEvent.userRegistered({ email, fullName: customer.name }),
    anEvent.creditChanged({ customer }),
    anEvent.sessionReuseDetected(),
    anEvent.repairBookingReceived({ customer, startsAt, userId }),
    anEvent.alertRequested({ email, userId }),
  );
  await enter(accountEmail.toUpperCase());
}

it('names, addresses and content of mails are stored sealed, waiting, failed or sent (NOT-M7)', async () => {
  notification.mailServer.refused.permanently.add(email);
  await causeMails();
  expect(await dump()).not.toMatch(personalData);
  expect(await mails().countDocuments({ template: 'mail-digest' })).toBe(1);

  await notification.deliverAll();
  const failed = await mails().findOne({ state: 'failed', template: 'order-placed' });
  // A refusal quotes the domain.
  await mails().updateMany({}, { $set: { lastError: null } });
  notification.mailServer.refused.permanently.clear();
  await asStaff('post', `/${failed?._id}/retry`).expect(200);
  expect(await dump()).not.toMatch(personalData);

  notification.pass(47 * hourMs);
  await remindOfRepairs(notification.context);
  const received = await notification.deliverAll();
  expect(received.map(({ to }) => to[0])).toEqual(expect.arrayContaining([email, accountEmail]));
  const texts = received.map(({ text }) => text).join();
  for (const word of ['Qvanna Zholwyn', 'Wyxlane 7', 'Your repair is coming up', '203.0.113'])
    expect(texts).toContain(word);
  expect(await dump()).not.toMatch(personalData);
});

it('a mail to an account is found by the address that it was sent to (NOT-M18)', async () => {
  await publish(anEvent.creditChanged({ customer }));
  await notification.deliverAll();
  const found = async (to: string) => (await asStaff('get', `?to=${to}`)).body.data;
  expect(await found(accountEmail.toUpperCase())).toMatchObject([
    { template: 'credit-changed', to: 'b***@people.example' },
  ]);
  expect(await found(email)).toEqual([]);
});

it('mails and subscriptions stored before the key existed are sent, found and confirmed', async () => {
  await publish(anEvent.orderPlaced({ customer }));
  const data = {
    orderId,
    orderNumber: 'KM-7H2K-94QX',
    customerName: customer.name,
    status: 'shipped',
    note: '',
  };
  const olderFields = { to: email, data, template: 'order-status-changed' };
  await mails().updateOne(
    { template: 'order-placed', toAccount: { $exists: false } },
    { $set: olderFields, $unset: { address: 1 } },
  );
  expect(await notification.deliverAll()).toMatchObject([
    { to: [email], subject: 'Order KM-7H2K-94QX is on its way' },
    { to: [accountEmail] },
  ]);
  expect((await asStaff('get', `?to=${email.toLowerCase()}`)).body.data).toHaveLength(1);

  const subscriptions = notification.connection.collection<{ _id: string }>('newsletter_subscriptions');
  const askedAt = notification.now();
  await subscriptions.insertOne({
    _id: 'a',
    email: accountEmail,
    state: 'confirmed',
    round: 1,
    askedAt,
  } as never);
  await enter(accountEmail);
  expect(await notification.deliverAll()).toHaveLength(2);
  expect(await subscriptions.countDocuments()).toBe(1);
});

it('the deletion of an account and the end of a subscription delete their keys (NOT-M8, NOT-N6)', async () => {
  await causeMails();
  const digest = await mails().findOne({ template: 'mail-digest' });
  const subscription = await notification.connection.collection('newsletter_subscriptions').findOne();
  const subscriptionId = String(subscription?._id);
  expect(await keysInUse()).toEqual(expect.arrayContaining([userId, digest?._id, subscriptionId]));
  await publish(anEvent.userDeleted());
  const token = notification.context.newsletterLinks.unsubscribeToken({ subscriptionId });
  await request(notification.server).post(`/api/newsletter/unsubscribe?token=${token}`).expect(200);
  for (const person of [userId, digest?._id, subscriptionId]) expect(await keysInUse()).not.toContain(person);
});
