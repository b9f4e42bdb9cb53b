import { paymentMethods } from '@kinmel/contracts';
import type { WireEvent } from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import { anEvent, orderId, person, testSealKey } from '../testing/event-builder.ts';
import { mailPausesMs, shopUrl, useTestNotification } from '../testing/test-notification.ts';
import { createMailSender } from './sending/mail-sender.ts';

const notification = useTestNotification();

const minutes = 60_000;
const token = 'reset-token-that-nobody-may-see_0123456789';
const publish = (...events: WireEvent[]) =>
  Promise.all(events.map((event) => notification.bus.publish(event)));
const resetEvent = () =>
  anEvent.passwordResetRequested(token, testSealKey, new Date(notification.now().getTime() + 30 * minutes));
/** Sealed with another key than that of the service. */
const unreadableResetEvent = () =>
  anEvent.passwordResetRequested(
    token,
    Buffer.alloc(32, 7).toString('base64'),
    new Date(Date.now() + minutes),
  );
const mails = () => notification.connection.collection('mails');
const storedMails = () => mails().find().toArray();
/** Simulates the end of leases, as the clock of the database cannot be moved. */
const endLeases = () =>
  mails().updateMany({ leasedUntil: { $type: 'date' } }, { $set: { leasedUntil: new Date(0) } });

describe('an event leads to one mail', () => {
  it.each<[string, () => WireEvent, string[]]>([
    ['Welcome to Kinmel', anEvent.userRegistered, ['Hello Asha Rai,', `${shopUrl}/`]],
    ['Reset your Kinmel password', resetEvent, [`${shopUrl}/resetpassword?token=${token}`, 'works once']],
    [
      'Your Kinmel password was changed',
      anEvent.passwordChanged,
      ['21 November 2026, 14:57 (GMT+5:45)', `${shopUrl}/forgetpassword`],
    ],
    [
      'We ended a session of your Kinmel account',
      anEvent.sessionReuseDetected,
      ['Firefox on Windows', '203.0.113.24', 'What to do now', `${shopUrl}/forgetpassword`],
    ],
    [
      'Sign-in to your Kinmel account is paused',
      anEvent.accountLocked,
      ['Paused until: 21 November 2026, 15:12', `${shopUrl}/forgetpassword`],
    ],
    [
      'Your order KM-7H2K-94QX',
      anEvent.orderPlaced,
      [
        'Galaxy S26',
        '256 GB, Silver · 2 × NPR 91,500',
        'Tax (8%)',
        'NPR 197,640',
        paymentMethods.cash_on_delivery.label,
        'Jhamsikhel 12',
        `${shopUrl}/order?id=${orderId}`,
      ],
    ],
    [
      'Order KM-7H2K-94QX is on its way',
      anEvent.orderStatusChanged,
      ['It comes on Monday.', `${shopUrl}/order?id=${orderId}`],
    ],
    [
      'Order KM-7H2K-94QX was cancelled',
      anEvent.orderCancelled,
      ['As you asked', 'Goes back the way it came'],
    ],
    ['Your order KM-7H2K-94QX is refunded', anEvent.orderRefunded, ['NPR 197,640']],
    [
      'Your payment of order KM-7H2K-94QX came too late',
      () => anEvent.paymentSucceeded({ goesBack: true }),
      [
        'Your payment came too late',
        'Paid by: eSewa',
        'To pay back: NPR 197,640',
        `${shopUrl}/order?id=${orderId}`,
      ],
    ],
    [
      'Your return 5A3F09 is refunded',
      () => anEvent.orderRefunded(undefined, { returnReference: '5A3F09' }),
      ['Return: 5A3F09', 'We have given back what is named below.'],
    ],
    [
      'A payment of your order KM-7H2K-94QX is given back',
      () => anEvent.orderRefunded(undefined, { isOtherPayment: true, isByHand: true }),
      ['Our staff have given back', 'Your order did not use this'],
    ],
    [
      'Order KM-7H2K-94QX was delivered',
      () => anEvent.orderStatusChanged('delivered'),
      ['Return something', `${shopUrl}/returns/new?order=${orderId}`],
    ],
    [
      'Your credit is more now',
      anEvent.creditChanged,
      ['Your parcel came late.', 'NPR 500', 'NPR 12,400', `${shopUrl}/profile`],
    ],
    [
      'Your credit is less now',
      () =>
        anEvent.creditChanged({
          cause: 'order',
          reason: '',
          order: { id: orderId, orderNumber: 'KM-7H2K-94QX' },
          amount: { amountInMinorUnits: -50_000, currency: 'NPR' },
        }),
      ['You have used credit for an order.', 'KM-7H2K-94QX'],
    ],
    [
      'We have paid you for your phone 5A3F09',
      anEvent.payoutPaid,
      ['Apple iPhone 13, 128 GB, Black', 'NPR 43,267.50', 'By bank transfer', 'NIC-0042'],
    ],
    [
      'We have paid you for your phone 5A3F09',
      () => anEvent.payoutPaid({ method: 'cash', paymentReference: '' }),
      ['You have got the money for your phone.', 'In cash, at our shop'],
    ],
    [
      'Your order KM-7H2K-94QX',
      () => anEvent.orderPlaced({ credit: { amountInMinorUnits: 1_240_000, currency: 'NPR' } }),
      ['NPR 185,240', 'NPR 197,640', 'NPR 12,400'],
    ],
  ])('"%s": one mail in HTML and text (CONF-32, SIL-06)', async (subject, event, words) => {
    await publish(event());
    const received = await notification.deliverAll();
    const headers = { 'auto-submitted': 'auto-generated' };
    expect(received).toMatchObject([
      { to: [person.email], from: 'Kinmel <hello@kinmel.example>', subject, headers },
    ]);
    const html = received[0]?.html.replaceAll('\u00a0', ' ').replaceAll('&amp;', '&') ?? '';
    const htmlWords = html.replaceAll(/<\/?(span|br)[^>]*>/g, '');
    for (const word of words) {
      expect(received[0]?.text).toContain(word);
      expect(htmlWords).toContain(word);
    }
  });

  it('unless it is a payment in time, which the mail of the order covers', async () => {
    await publish(anEvent.paymentSucceeded());
    expect(await notification.deliverAll()).toEqual([]);
  });

  it('when it is delivered ten times (NOT-M1, R-12)', async () => {
    const event = anEvent.orderPlaced();
    await publish(...Array.from({ length: 10 }, () => event));
    expect(await notification.deliverAll()).toHaveLength(1);
    await publish(event, event);
    expect(await notification.deliverAll()).toHaveLength(1);
    expect(await notification.connection.collection('inbox').countDocuments()).toBe(1);
  });

  it('when its inbox entry has expired (NOT-M1)', async () => {
    const event = anEvent.orderPlaced();
    await publish(event);
    await notification.deliverAll();
    await notification.connection.collection('inbox').deleteMany({});
    await publish(event);
    expect(await notification.deliverAll()).toHaveLength(1);
  });

  it('unless a mail about a newer state of the order was sent (NOT-M6, R-13)', async () => {
    await publish(anEvent.orderStatusChanged('shipped', 5));
    await notification.deliverAll();
    await publish(anEvent.orderStatusChanged('confirmed', 3), anEvent.orderStatusChanged('processing', 4));
    await notification.deliverAll();
    await publish(anEvent.orderStatusChanged('delivered', 6));
    const received = await notification.deliverAll();
    const subjects = received.map(({ subject }) => subject);
    expect(subjects).toEqual(['Order KM-7H2K-94QX is on its way', 'Order KM-7H2K-94QX was delivered']);
  });

  it('unless a newer one was written while it waited for the mail server, which refused it temporarily (NOT-M4, NOT-M6)', async () => {
    notification.mailServer.refused.temporarily.add(person.email);
    await publish(anEvent.orderStatusChanged('processing', 4));
    await notification.deliverAll();
    notification.mailServer.refused.temporarily.clear();
    await publish(anEvent.orderStatusChanged('shipped', 5));
    await notification.deliverAll();
    notification.pass(mailPausesMs[0] ?? 0);
    const received = await notification.deliverAll();
    expect(received.map(({ subject }) => subject)).toEqual(['Order KM-7H2K-94QX is on its way']);
    const superseded = { news: { aggregateVersion: 4 }, data: null, lastError: null };
    expect(await mails().findOne({ state: 'superseded' })).toMatchObject(superseded);
    expect(await mails().findOne({ state: 'failed' })).toBeNull();
  });

  it("unless the buyer's account was deleted (NOT-M8)", async () => {
    await publish(anEvent.orderRefunded({ name: 'Deleted customer', email: '' }));
    expect(await notification.deliverAll()).toEqual([]);
    expect(await storedMails()).toEqual([]);
  });
});

describe('while the mail server is down', () => {
  it('mails are stored, events are handled, and each mail is sent once afterwards (NOT-M3, NOT-M4)', async () => {
    await notification.mailServer.stop();
    await publish(anEvent.orderPlaced(), anEvent.userRegistered());
    expect(await notification.deliverAll()).toEqual([]);
    expect((await notification.bus.parked('notification.order-placed')).count).toBe(0);
    expect((await storedMails()).map(({ state }) => state)).toEqual(['waiting', 'waiting']);

    await notification.mailServer.start();
    expect(await notification.deliverAll()).toHaveLength(0);
    notification.pass(mailPausesMs[0] ?? 0);
    expect(await notification.deliverAll()).toHaveLength(2);
    notification.pass(24 * 60 * minutes);
    expect(await notification.deliverAll()).toHaveLength(2);
    expect((await storedMails()).map(({ state }) => state)).toEqual(['sent', 'sent']);
  });

  it('retries wait longer each time, then the mail fails and an admin can retry it (NOT-M4)', async () => {
    await notification.mailServer.stop();
    await publish(anEvent.orderPlaced());
    for (const pauseMs of mailPausesMs) {
      await notification.deliverAll();
      const [mail] = await storedMails();
      expect(mail).toMatchObject({ state: 'waiting', lastError: expect.stringContaining('ESOCKET') });
      notification.pass(pauseMs);
    }
    await notification.deliverAll();
    const [failed] = await storedMails();
    expect(failed).toMatchObject({ state: 'failed', attempts: 4 });

    await notification.mailServer.start();
    notification.pass(24 * 60 * minutes);
    expect(await notification.deliverAll()).toHaveLength(0);
    await notification.context.mails.retry(String(failed?._id), notification.now());
    expect(await notification.deliverAll()).toHaveLength(1);
  });

  it('an expired reset link is not sent and its content is deleted (NOT-M5)', async () => {
    await notification.mailServer.stop();
    await publish(resetEvent());
    await notification.deliverAll();
    await notification.mailServer.start();
    notification.pass(31 * minutes);
    expect(await notification.deliverAll()).toHaveLength(0);
    expect(await storedMails()).toMatchObject([{ state: 'failed', data: null, sealed: null }]);
  });

  it('mails are released that would only use up their attempts', async () => {
    await notification.mailServer.stop();
    await publish(...Array.from({ length: 30 }, () => anEvent.orderPlaced()));
    await notification.deliverAll();
    const tried = (await storedMails()).filter(({ attempts }) => attempts > 0);
    expect(tried.length).toBeLessThanOrEqual(4);
  });
});

describe('a mail that the server refuses', () => {
  it('permanently fails at once and delays no other mail (NOT-M4)', async () => {
    notification.mailServer.refused.permanently.add('nobody@kinmel.example');
    await publish(anEvent.userRegistered({ email: 'nobody@kinmel.example' }), anEvent.orderPlaced());
    expect(await notification.deliverAll()).toMatchObject([{ subject: 'Your order KM-7H2K-94QX' }]);
    const failed = (await storedMails()).find(({ state }) => state === 'failed');
    expect(failed).toMatchObject({ attempts: 1, template: 'welcome' });
    expect(failed?.['lastError']).toMatch(/EENVELOPE.*550.*n\*\*\*@kinmel\.example/);
  });

  it.each([
    ['requires authentication', 530],
    ['rejects the sender', 550],
  ])('because it %s, is retried, as other mails would be refused too (NOT-M4)', async (_why, code) => {
    notification.mailServer.senderRefusal = code;
    await publish(...Array.from({ length: 12 }, () => anEvent.orderPlaced()));
    expect(await notification.deliverAll()).toHaveLength(0);
    expect((await storedMails()).filter(({ state }) => state === 'failed')).toEqual([]);
    expect((await storedMails()).filter(({ attempts }) => attempts > 0).length).toBeLessThanOrEqual(4);

    notification.mailServer.senderRefusal = undefined;
    notification.pass(minutes);
    expect(await notification.deliverAll()).toHaveLength(12);
  });
});

describe('many mails at once', () => {
  it('use at most four connections, which are closed afterwards', async () => {
    const { connections } = notification.mailServer;
    await publish(...Array.from({ length: 20 }, () => anEvent.orderPlaced()));
    expect(await notification.deliverAll()).toHaveLength(20);
    expect(connections.opened).toBeGreaterThan(0);
    expect(connections.opened).toBeLessThanOrEqual(4);
    await eventually(() => connections.open === 0);
    await publish(anEvent.orderPlaced());
    expect(await notification.deliverAll()).toHaveLength(21);
  });
});

describe('several senders', () => {
  it('send each mail once (NOT-M2)', async () => {
    await publish(...Array.from({ length: 40 }, () => anEvent.orderPlaced()));
    await notification.bus.settle();
    const senders = [notification.context.sender, notification.twin().sender, notification.twin().sender];
    const counts = await Promise.all(senders.map((sender) => sender.sendDue()));

    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(40);
    expect(notification.mailServer.received).toHaveLength(40);
    expect(new Set(notification.mailServer.received.map(({ messageId }) => messageId)).size).toBe(40);
  }, 30_000);

  it.each([
    ['the clock of the sender is an hour behind', -60 * minutes, 0],
    ['the clock of the sender is an hour ahead', 60 * minutes, 0],
    ['the clock of the other is an hour behind', 0, -60 * minutes],
    ['the clock of the other is an hour ahead', 0, 60 * minutes],
  ])('never send the same mail, even if %s (NOT-M2)', async (_why, senderAheadMs, otherAheadMs) => {
    await publish(anEvent.orderPlaced());
    await notification.bus.settle();
    const dueForAll = new Date(Date.now() - 120 * minutes);
    await mails().updateMany({}, { $set: { nextAttemptAt: dueForAll } });
    const heldMails = notification.mailServer.hold();
    const sending = notification.twin(senderAheadMs).sender.sendDue();
    await eventually(() => heldMails.count() === 1);

    const other = notification.twin(otherAheadMs);
    const claim = jest.spyOn(other.mails, 'claim');
    const otherSending = other.sender.sendDue();
    await eventually(() => claim.mock.calls.length > 0);
    await claim.mock.results[0]?.value;
    heldMails.release();

    expect([await sending, await otherSending]).toEqual([1, 0]);
    expect(notification.mailServer.received).toHaveLength(1);
  });

  it('resend a mail whose sender crashed before storing the outcome, with the same Message-ID (NOT-M2)', async () => {
    const { mails: store } = notification.context;
    const workingStore = { ...store };
    Object.assign(store, { markSent: () => Promise.reject(new Error('the process ends here')) });
    await publish(anEvent.orderPlaced());
    await expect(notification.deliverAll()).rejects.toThrow('the process ends here');
    Object.assign(store, workingStore);

    expect(await notification.twin().sender.sendDue()).toBe(0);
    await endLeases();
    expect(await notification.twin().sender.sendDue()).toBe(1);
    const ids = notification.mailServer.received.map(({ messageId }) => messageId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^<[0-9a-f]{40}@kinmel\.example>$/);
  });
});

describe('an event that cannot become a mail', () => {
  it('is parked when its template fails, and the mail is sent once after a replay (NOT-M3, R-10)', async () => {
    const { context } = notification;
    const { renderStoredMail } = context;
    Object.assign(context, {
      renderStoredMail: () => {
        throw new Error('a fault in the template');
      },
    });
    await publish(anEvent.orderPlaced());
    await notification.bus.settle();
    const { messages } = await notification.bus.parked('notification.order-placed');
    expect(messages).toMatchObject([{ attempts: 3 }]);
    expect(await storedMails()).toEqual([]);

    Object.assign(context, { renderStoredMail });
    await notification.bus.replay('notification.order-placed');
    expect(await notification.deliverAll()).toHaveLength(1);
  });

  it('is parked when its secret was sealed with another key (NOT-M3)', async () => {
    await publish(unreadableResetEvent());
    expect(await notification.deliverAll()).toHaveLength(0);
    expect((await notification.bus.parked('notification.password-reset-requested')).count).toBe(1);
  });
});

describe('stored mails', () => {
  it('contain no plain-text secret and, once sent, no content (NOT-M7, I-13)', async () => {
    await publish(resetEvent());
    await notification.bus.settle();
    expect(JSON.stringify(await storedMails())).not.toContain(token);

    const received = await notification.deliverAll();
    expect(received[0]?.text).toContain(token);
    await publish(anEvent.orderPlaced(), anEvent.sessionReuseDetected());
    await notification.deliverAll();
    const stored = JSON.stringify(await storedMails());
    expect(stored).not.toContain(token);
    expect(stored).not.toContain('http');
    expect(stored).not.toMatch(/Galaxy|Jhamsikhel|Asha Rai|203\.0\.113/);
    for (const mail of await storedMails())
      expect(mail).toMatchObject({ state: 'sent', data: null, sealed: null });
  });

  it('leave no secret, text or address in the log, whether sent, refused or parked (I-13)', async () => {
    notification.mailServer.refused.temporarily.add(person.email);
    await publish(resetEvent(), anEvent.orderPlaced());
    await notification.deliverAll();
    notification.mailServer.refused.temporarily.clear();
    notification.pass(minutes);
    await notification.deliverAll();
    await publish(unreadableResetEvent());
    await notification.deliverAll();

    expect(notification.mailServer.received).toHaveLength(2);
    const lines = notification.logLines.join('\n');
    expect(lines).toContain('mail sent');
    expect(lines).toContain('a mail was not sent');
    expect(lines).toContain('event parked');
    expect(lines).not.toContain(token);
    expect(lines).not.toContain(person.email);
    expect(lines).not.toMatch(/resetpassword|Galaxy|Asha|sealedToken/);
  });

  it('are deleted with the account, sent or not (NOT-M8)', async () => {
    await publish(anEvent.orderPlaced());
    await notification.deliverAll();
    await notification.mailServer.stop();
    await publish(anEvent.passwordChanged());
    await notification.deliverAll();
    expect(await storedMails()).toHaveLength(2);

    await publish(anEvent.userDeleted());
    await notification.deliverAll();
    expect(await storedMails()).toEqual([]);
    await notification.mailServer.start();
    notification.pass(60 * minutes);
    expect(await notification.deliverAll()).toHaveLength(1);
  });
});

it('no mail is written about a deleted account, in whatever order the events arrive (NOT-M8)', async () => {
  await publish(anEvent.userDeleted());
  await notification.deliverAll();
  await publish(anEvent.userRegistered(), anEvent.passwordChanged(), anEvent.accountLocked(), resetEvent());
  expect(await notification.deliverAll()).toEqual([]);
  expect(await storedMails()).toEqual([]);

  // Open orders still need their mails.
  await publish(anEvent.orderStatusChanged('shipped'));
  expect(await notification.deliverAll()).toHaveLength(1);
});

it('no mail is written about a deleted account when the events arrive concurrently (NOT-M8)', async () => {
  await publish(
    ...Array.from({ length: 10 }, () => anEvent.passwordChanged()),
    anEvent.userDeleted(),
    ...Array.from({ length: 10 }, () => anEvent.accountLocked()),
  );
  await notification.bus.settle();
  expect(await storedMails()).toEqual([]);
});

describe('the running sender', () => {
  it('sends new mails until it is stopped', async () => {
    const { sender } = notification.context;
    sender.start();
    await notification.bus.publish(anEvent.orderPlaced());
    await eventually(() => notification.mailServer.received.length === 1);
    await eventually(async () => (await storedMails())[0]?.['state'] === 'sent');
    await sender.stop();

    await publish(anEvent.payoutPaid());
    await notification.bus.settle();
    expect(await storedMails()).toMatchObject([{ state: 'sent' }, { state: 'waiting' }]);
  });

  it('finishes mails in progress when it is stopped, and starts no more', async () => {
    const { sender } = notification.context;
    const heldMails = notification.mailServer.hold();
    await publish(...Array.from({ length: 10 }, () => anEvent.orderPlaced()));
    await notification.bus.settle();
    sender.start();
    await eventually(() => heldMails.count() === 4);
    const stopped = sender.stop();
    heldMails.release();
    await stopped;

    expect(notification.mailServer.received).toHaveLength(4);
    const states = (await storedMails()).map(({ state }) => state);
    expect(states.filter((state) => state === 'sent')).toHaveLength(4);
    expect(await notification.twin().sender.sendDue()).toBe(6);
  });

  it('stops without waiting forever for a mail server that does not answer', async () => {
    const heldMails = notification.mailServer.hold();
    await publish(anEvent.orderPlaced());
    await notification.bus.settle();
    const { context, carrier } = notification;
    const findAddress = async () => null;
    const sender = createMailSender({
      ...context,
      findAddress,
      carrier,
      retryDelaysMs: mailPausesMs,
      stopMs: 50,
    });
    sender.start();
    await eventually(() => heldMails.count() === 1);
    await sender.stop();
    expect(await storedMails()).toMatchObject([{ state: 'waiting' }]);

    // The carrier's last call ends before the database is dropped.
    heldMails.release();
    await eventually(async () => (await storedMails())[0]?.['state'] === 'sent');
  });
});
