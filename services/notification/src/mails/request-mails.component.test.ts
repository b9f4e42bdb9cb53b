import type { WireEvent } from '@kinmel/service-kit';
import { anEvent, person, trackingToken } from '../testing/event-builder.ts';
import { shopUrl, useTestNotification } from '../testing/test-notification.ts';

const notification = useTestNotification();

const link = `${shopUrl}/request-links/${trackingToken}`;
const publish = (...events: WireEvent[]) =>
  Promise.all(events.map((event) => notification.bus.publish(event)));
const storedMails = () => notification.connection.collection('mails').find().toArray();
const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ');

const agreed = { amountInMinorUnits: 4_326_750, currency: 'NPR' };
const payment = { to: 'credit', amount: { ...agreed, amountInMinorUnits: 4_543_088 }, method: null };

describe('an event of a request leads to one mail with its tracking link', () => {
  it.each<[string, () => WireEvent, string[]]>([
    ['We have your sell request 5A3F09', anEvent.sellRequestReceived, ['a quote within 24 hours']],
    [
      'Our quote for your sell request 5A3F09',
      anEvent.sellRequestQuoted,
      ['We offer: $320.50', 'Good until: 28 November 2099, 14:57 (GMT+5:45)', 'choose Accept'],
    ],
    ['Your sell request 5A3F09 is accepted', anEvent.sellRequestStatusChanged, ['the hand-over']],
    [
      'Your sell request 5A3F09 is withdrawn',
      () => anEvent.sellRequestStatusChanged({ from: 'pending', to: 'rejected' }),
      ['As you asked, your request is withdrawn.'],
    ],
    [
      'Our quote for your sell request 5A3F09',
      () => anEvent.sellRequestQuoted(undefined, true),
      ['We have inspected your phone', 'we send your phone back to you', 'With its charger.'],
    ],
    [
      'We have your phone 5A3F09',
      anEvent.sellRequestPhoneReceived,
      ['We inspect it next', 'About: Apple iPhone 13, 128 GB, Black'],
    ],
    [
      'Your phone 5A3F09 goes back to you',
      anEvent.sellRequestPhoneSentBack,
      ['Nothing is paid for it.', 'How: Parcel NP-2210'],
    ],
    [
      'Your sell request 5A3F09 is completed',
      () =>
        anEvent.sellRequestStatusChanged({ from: 'accepted', to: 'completed', by: 'shop', agreed, payment }),
      ['We write again when you are paid', 'How: As credit in our shop'],
    ],
    [
      'Your sell request 5A3F09 is closed',
      () =>
        anEvent.sellRequestStatusChanged({
          from: 'accepted',
          to: 'completed',
          by: 'admin',
          note: 'Paid at the desk.',
          isSettled: false,
          isPhoneInShop: true,
        }),
      ['closed your request without a payment', 'send your phone back to you', 'Paid at the desk.'],
    ],
    [
      'Your sell request 5A3F09 is accepted',
      () =>
        anEvent.sellRequestStatusChanged({
          agreed,
          payment: { to: 'payout', amount: agreed, method: 'esewa' },
        }),
      ['Agreed: NPR 43,267.50', 'How: To your eSewa wallet'],
    ],
    [
      'Your sell request 5A3F09 is paid another way',
      () =>
        anEvent.sellRequestStatusChanged({
          from: 'accepted',
          agreed,
          payment: { to: 'payout', amount: agreed, method: 'bank', accountLastFour: '6789' },
          // The mail says this of every request that is not paid yet.
          isSettled: false,
        }),
      ['How: By bank transfer', 'Number: …6789', 'Was it not you?'],
    ],
    [
      'Your sell request 5A3F09 is accepted',
      () => anEvent.sellRequestStatusChanged({ from: 'accepted', by: 'admin', agreed }),
      ['Agreed: NPR 43,267.50', 'the hand-over'],
    ],
    [
      'Your sell request 5A3F09 is closed',
      () => anEvent.sellRequestStatusChanged({ to: 'rejected', by: 'shop', isInspected: true }),
      ['send it back to you'],
    ],
    [
      'Your sell request 5A3F09 is closed',
      () => anEvent.sellRequestStatusChanged({ to: 'rejected', isInspected: true }),
      ['As you asked', 'send your phone back to you'],
    ],
    [
      'Your repair booking 5A3F09',
      anEvent.repairBookingReceived,
      ['When: 24 November 2026, 09:30 (GMT+5:45)', 'Repair of iPhone 15 Pro'],
    ],
    [
      'Your repair booking 5A3F09 has a new time',
      anEvent.repairBookingMoved,
      ['New time: 24 November 2026, 09:30', 'Before: 23 November 2026, 14:00', 'a day later'],
    ],
    ['Your repair 5A3F09 is confirmed', anEvent.repairBookingStatusChanged, ['24 November 2026, 09:30']],
    ['Your repair booking 5A3F09 was cancelled', anEvent.repairBookingCancelled, ['As you asked']],
    [
      'We have your phone order 5A3F09',
      anEvent.phoneOrderReceived,
      [
        '2 × iPhone 15 Pro, 256 GB, Black',
        'Total: NPR 300,000',
        'Payment: Full payment',
        'Pickup: 25 November 2026, 14:00',
        'Priority: Express',
      ],
    ],
    ['Your phone order 5A3F09 is on its way', anEvent.phoneOrderStatusChanged, ['It comes on Monday.']],
    ['Your phone order 5A3F09 was cancelled', anEvent.phoneOrderCancelled, ['not made any more']],
    [
      'We have your return 5A3F09',
      anEvent.returnReceived,
      ['Order: KM-7H2K-94QX', 'Refund: NPR 98,820', 'To: The way you paid', 'within one business day'],
    ],
    [
      'Your return 5A3F09 is accepted',
      anEvent.returnStatusChanged,
      ['with the reference below on the parcel', 'Send to: '],
    ],
    [
      'Your return 5A3F09 is closed',
      () => anEvent.returnStatusChanged('rejected', 'The seal was opened.'),
      ['can not take these goods back', 'The seal was opened.'],
    ],
    [
      'Your return 5A3F09 has arrived',
      () => anEvent.returnStatusChanged('received'),
      ['within two business days'],
    ],
    [
      'Your return 5A3F09 has a lower refund',
      () => anEvent.returnStatusChanged('offered', 'A scratch on the glass.'),
      ['Refund: NPR 98,820', 'A scratch on the glass.', 'accept this refund, or to decline it'],
    ],
    [
      'Your return 5A3F09 goes back to you',
      () => anEvent.returnStatusChanged('to-send-back'),
      ['write when they have left us', 'Nothing is refunded.'],
    ],
    [
      'Your return 5A3F09 was sent back to you',
      () => anEvent.returnStatusChanged('sent-back', 'Parcel NP-1.'),
      ['on their way back to you', 'Parcel NP-1.'],
    ],
    [
      'Your return 5A3F09 is cancelled',
      () => anEvent.returnStatusChanged('cancelled'),
      ['you keep the goods'],
    ],
    [
      'Your return 5A3F09 is settled',
      anEvent.returnSettled,
      ['Refund: NPR 98,820', 'To: The way you paid', 'A scratch.'],
    ],
    [
      'Your return 5A3F09 is settled',
      () => anEvent.returnSettled('credit'),
      ['To: Your credit in the shop', 'You get a mail when it is done.'],
    ],
  ])('"%s", delivered twice (NOT-M1, NOT-M11, CONF-32, F-04)', async (subject, build, words) => {
    const event = build();
    await publish(event, event);
    await notification.bus.settle();
    expect(JSON.stringify(await storedMails())).not.toContain(trackingToken);
    await notification.deliverAll();
    await publish(event);
    const received = await notification.deliverAll();
    expect(received).toMatchObject([{ to: [person.email], subject }]);
    expect(received[0]?.text.split(/\s/)).toContain(link);
    expect(received[0]?.html).toContain(`href="${link}"`);
    for (const word of words) expect(inOneLine(received[0]?.text ?? '')).toContain(word);
    const [mail] = await storedMails();
    expect(mail).toMatchObject({ state: 'sent', data: null, sealed: null });
    expect(JSON.stringify(mail)).not.toContain(trackingToken);
    expect(notification.logLines.join('\n')).not.toContain(trackingToken);
  });

  it.each([
    ['settled', { by: 'shop', agreed, payment, isSettled: true }],
    ['closed without payment', { by: 'admin', agreed, payment, isSettled: false, note: 'Why' }],
  ])('without a sum for a completed request that is %s (NOT-M16)', async (_, overrides) => {
    await publish(anEvent.sellRequestStatusChanged({ from: 'accepted', to: 'completed', ...overrides }));
    const [received] = await notification.deliverAll();
    expect(received?.text).not.toContain('NPR');
  });

  it('unless its quote has expired (NOT-M5)', async () => {
    await publish(anEvent.sellRequestQuoted(new Date(notification.now().getTime() - 1).toISOString()));
    expect(await notification.deliverAll()).toEqual([]);
  });

  it('as superseded, not as failed, when a quote expired whose request has a later mail (NOT-M5, NOT-M6)', async () => {
    await notification.mailServer.stop();
    await publish(anEvent.sellRequestQuoted(new Date(notification.now().getTime() + 1_000).toISOString()));
    await notification.deliverAll();
    await publish(anEvent.sellRequestStatusChanged());
    await notification.deliverAll();
    await notification.mailServer.start();
    notification.pass(24 * 60 * 60_000);
    expect(await notification.deliverAll()).toHaveLength(1);
    expect(await storedMails()).toMatchObject([{ state: 'superseded', data: null }, { state: 'sent' }]);
  });

  it('unless a mail about a newer state was sent (NOT-M6)', async () => {
    await publish(anEvent.sellRequestQuoted());
    await notification.deliverAll();
    await publish(anEvent.sellRequestReceived());
    expect(await notification.deliverAll()).toHaveLength(1);
  });
});

it('each calendar file of a booking replaces the previous one, and the last removes the entry (NOT-M12)', async () => {
  for (const build of [
    anEvent.repairBookingReceived,
    anEvent.repairBookingMoved,
    anEvent.repairBookingStatusChanged,
    anEvent.repairBookingCancelled,
  ]) {
    await publish(build());
    await notification.deliverAll();
  }
  const files = notification.mailServer.received.map(({ calendar }) => calendar);
  const values = (name: string) =>
    files.map((file) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(file)?.[1]);
  expect(values('METHOD')).toEqual(['PUBLISH', 'PUBLISH', 'PUBLISH', 'CANCEL']);
  expect(values('SEQUENCE')).toEqual(['1', '2', '3', '4']);
  expect([...new Set(values('UID'))]).toEqual([
    'repair-booking-6600000000000000005a3f09@shop.kinmel.example',
  ]);
  expect(new Set(values('DTSTART'))).toEqual(new Set(['20261124T034500Z']));
  expect(files.join('')).not.toContain(trackingToken);
});

it('texts of a customer add no header, markup or link (NOT-M10, G-01, G-02)', async () => {
  const typedText = 'A\r\nBcc: all@evil.example\r\n\r\n<a href="https://evil.example">win</a>';
  await publish(anEvent.sellRequestReceived({ name: typedText, email: person.email }, typedText));
  const [mail] = await notification.deliverAll();
  expect(mail?.to).toEqual([person.email]);
  expect(mail?.headers).not.toHaveProperty('bcc');
  expect(`${mail?.html}${mail?.text}${JSON.stringify(mail?.headers)}`).not.toContain('evil');
  expect(mail?.text).toContain('Hello,');
});
