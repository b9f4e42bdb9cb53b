import { personalDataOf, type WireEvent } from '@kinmel/service-kit';
import { anEvent, orderId, person, userId } from '../testing/event-builder.ts';
import { mailPausesMs, useTestNotification } from '../testing/test-notification.ts';

const notification = useTestNotification();

const enteredEmail = 'sister@example.com';
const customer = { name: 'Maya Rai', email: enteredEmail };
const publish = (...events: WireEvent[]) =>
  Promise.all(events.map((event) => notification.bus.publish(event)));
const mails = () => notification.connection.collection('mails');
/** The addresses of stored mails. */
const addresses = async (filter: object = {}) => {
  const stored = await mails().find(filter).toArray();
  return (await personalDataOf(notification.connection).openAll(stored)).map(({ address }) => address);
};
const creditUsed = () =>
  anEvent.creditChanged({ customer, cause: 'order', order: { id: orderId, orderNumber: 'KM-7H2K-94QX' } });
const order = (overrides: object = {}) =>
  anEvent.orderPlaced({ customer, credit: { amountInMinorUnits: 50_000, currency: 'NPR' }, ...overrides });
/** Recipient and subject of each received mail. */
const sentMails = async () =>
  (await notification.deliverAll()).map(({ to, subject }) => [...to, subject].join(': ')).toSorted();
const balance = 'NPR 12,400';
const withoutSpaces = (text: string | undefined) => text?.replaceAll('\u00a0', ' ') ?? '';

describe('a mail about credit', () => {
  it('goes to the account, not to the address in the order, and names the balance (NOT-M18)', async () => {
    await publish(creditUsed());
    expect(await sentMails()).toEqual([`${person.email}: Your credit is more now`]);
    expect(withoutSpaces(notification.mailServer.received[0]?.text)).toContain(balance);
    expect(notification.accounts.requestedIds).toEqual([userId]);
    expect(await mails().find().toArray()).toMatchObject([{ state: 'sent', record: orderId, data: null }]);
    expect(await addresses()).toEqual([person.email]);
  });

  it('about a refund that is all credit goes to the account only (NOT-M18)', async () => {
    const credit = { amountInMinorUnits: 50_000, currency: 'NPR' };
    await publish(anEvent.orderRefunded(customer, { amountInMinorUnits: 0, credit }));
    expect(await sentMails()).toEqual([`${person.email}: Your order KM-7H2K-94QX is refunded`]);
  });

  it('goes to the address that the account has when it is sent (NOT-M18)', async () => {
    notification.mailServer.refused.temporarily.add(person.email);
    await publish(creditUsed());
    expect(await sentMails()).toEqual([]);
    notification.accounts.address = 'asha.new@example.com';
    notification.pass(mailPausesMs[0] ?? 0);
    expect(await sentMails()).toEqual(['asha.new@example.com: Your credit is more now']);
  });

  it('is deleted when the account was deleted (NOT-M18)', async () => {
    notification.accounts.address = null;
    await publish(creditUsed(), order());
    expect(await sentMails()).toEqual([`${enteredEmail}: Your order KM-7H2K-94QX`]);
    expect(await addresses()).toEqual([enteredEmail]);
  });

  it('waits while auth is unavailable, delays no other mail, and is sent once (NOT-M18)', async () => {
    notification.accounts.isUnavailable = true;
    await publish(creditUsed(), order());
    expect(await sentMails()).toEqual([`${enteredEmail}: Your order KM-7H2K-94QX`]);
    const waiting = {
      state: 'waiting',
      attempts: 1,
      lastError: expect.stringContaining('auth does not answer'),
    };
    expect(await mails().find({ state: 'waiting' }).toArray()).toMatchObject([waiting, waiting]);
    notification.accounts.isUnavailable = false;
    expect(await sentMails()).toHaveLength(1);
    notification.pass(mailPausesMs[0] ?? 0);
    const allMails = [
      `${person.email}: Your credit is more now`,
      `${person.email}: Your order KM-7H2K-94QX`,
      `${enteredEmail}: Your order KM-7H2K-94QX`,
    ];
    expect(await sentMails()).toEqual(allMails);
    notification.pass(24 * 60 * 60_000);
    expect(await sentMails()).toEqual(allMails);
  });

  it('fails after the last attempt, and staff can send it again (NOT-M4, NOT-M18)', async () => {
    notification.accounts.isUnavailable = true;
    await publish(creditUsed());
    for (const pauseMs of [...mailPausesMs, 0]) {
      await sentMails();
      notification.pass(pauseMs);
    }
    const failed = await mails().findOne({ state: 'failed' });
    expect(await addresses({ state: 'failed' })).toEqual(['']);
    expect(failed).toMatchObject({ attempts: mailPausesMs.length + 1 });
    notification.accounts.isUnavailable = false;
    await notification.context.mails.retry(String(failed?._id), notification.now());
    expect(await sentMails()).toEqual([`${person.email}: Your credit is more now`]);
  });
});

describe('a mail about an order with the address of another person', () => {
  it('is copied to the account as a mail of its own, and neither has the balance (NOT-M18)', async () => {
    await publish(creditUsed(), order());
    expect(await sentMails()).toEqual([
      `${person.email}: Your credit is more now`,
      `${person.email}: Your order KM-7H2K-94QX`,
      `${enteredEmail}: Your order KM-7H2K-94QX`,
    ]);
    const orderMails = notification.mailServer.received.filter(({ subject }) =>
      subject.startsWith('Your order'),
    );
    expect(new Set(orderMails.map(({ messageId }) => messageId)).size).toBe(2);
    for (const { html, text, to, headers } of orderMails) {
      expect(withoutSpaces(html + text)).not.toContain(balance);
      expect(to).toHaveLength(1);
      expect(Object.values(headers).join()).not.toContain(
        to[0] === enteredEmail ? person.email : enteredEmail,
      );
    }
  });

  it.each([
    ['order-status-changed', () => anEvent.orderStatusChanged()],
    ['order-cancelled', () => anEvent.orderCancelled()],
    ['order-refunded', () => anEvent.orderRefunded()],
    ['payment-goes-back', () => anEvent.paymentSucceeded({ goesBack: true })],
  ])('is copied too: %s (NOT-M18)', async (_, event) => {
    notification.accounts.address = 'asha.new@example.com';
    await publish(event());
    const received = await notification.deliverAll();
    expect(received.flatMap(({ to }) => to).toSorted()).toEqual(['asha.new@example.com', person.email]);
  });

  it('is copied once, however often its event is delivered (NOT-M1, NOT-M18)', async () => {
    const event = order();
    await publish(event, event);
    expect(await sentMails()).toHaveLength(2);
    // Simulates a delivery after the inbox entry has expired.
    await notification.connection.collection('inbox').deleteMany({});
    await publish(event);
    expect(await sentMails()).toHaveLength(2);
  });

  it.each(['ASHA.Rai@KINMEL.example', ' asha.rai@kinmel.example'])(
    'is not copied when "%s" is another spelling of the account’s address (NOT-M18)',
    async (email) => {
      notification.accounts.address = email;
      await publish(anEvent.orderPlaced());
      expect(await sentMails()).toEqual([`${person.email}: Your order KM-7H2K-94QX`]);
      expect(await mails().distinct('state')).toEqual(['sent']);
      expect(await mails().countDocuments()).toBe(1);
    },
  );

  it('is copied although its mailbox gets a digest instead (NOT-M17, NOT-M18)', async () => {
    await notification.restart({ mailsPerMailbox: 1 });
    await publish(order(), order());
    expect(await sentMails()).toEqual([
      `${person.email}: Your order KM-7H2K-94QX`,
      `${person.email}: Your order KM-7H2K-94QX`,
      `${enteredEmail}: Your order KM-7H2K-94QX`,
    ]);
  });

  it('is deleted with the account, copy included (NOT-M8)', async () => {
    notification.accounts.isUnavailable = true;
    await publish(order(), creditUsed());
    await sentMails();
    await publish(anEvent.userDeleted());
    await sentMails();
    expect(await mails().countDocuments()).toBe(0);
  });
});

it('an older version claims no mails to accounts', async () => {
  await publish(creditUsed(), order());
  await notification.bus.settle();
  // The query of that version.
  const olderFilter = { state: 'waiting', priority: { $in: [0, 1, 2, 3, 4] } };
  expect(await addresses(olderFilter)).toEqual([enteredEmail]);
});
