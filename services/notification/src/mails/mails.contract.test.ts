import { contractBetween, expectEvent, handleMessage, serviceCalls } from '@kinmel/testing/contracts';
import { MatchersV3, type Pact } from '@pact-foundation/pact';
import { alertToken, testSealKey as sealKey, trackingToken } from '../testing/event-builder.ts';
import type { NewMail } from './mails.store.ts';
import { mailsSubscriptions } from './mails.subscriptions.ts';
import { addressFrom } from './sending/account-address.ts';
import { createMailRenderer, type RenderedMail } from './sending/render-stored-mail.ts';

const { atLeastLike, boolean, integer, like, regex, string, nullValue } = MatchersV3;

const auth = contractBetween('notification', 'auth');
const order = contractBetween('notification', 'order');
const serviceRequest = contractBetween('notification', 'service-request');
const catalog = contractBetween('notification', 'catalog');

const instant = (example: string) => regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, example);
const id = (example: string) => regex(/^[0-9a-f]{24}$/, example);
const person = {
  userId: id('6600000000000000000000c1'),
  email: regex(/^[^@\s]+@[^@\s]+$/, 'asha.rai@kinmel.example'),
  fullName: string('Asha Rai'),
};
const orderFields = {
  orderId: id('6600000000000000000000e1'),
  orderNumber: string('KM-7H2K-94QX'),
  userId: id('6600000000000000000000c1'),
  customer: { name: string('Asha Rai'), email: regex(/^[^@\s]+@[^@\s]+$/, 'asha.rai@kinmel.example') },
};

/** Handles a message as the service does, with mails in memory, and renders the mail. */
async function receive(
  content: unknown,
): Promise<(RenderedMail & Pick<NewMail, 'to' | 'personId'>) | { forgotten: string }> {
  const storedMails: NewMail[] = [];
  const forgotten: string[] = [];
  const renderStoredMail = createMailRenderer({
    mailSettings: {
      shopUrl: 'https://shop.kinmel.example',
      timeZone: 'Asia/Kathmandu',
      contact: { address: 'Durbar Marg', email: 'hello@kinmel.example', phone: '1' },
    },
    sealKey,
  });
  const subscriptions = mailsSubscriptions({
    audit: Object.assign(Object.create(null), { forgetPerson: async () => undefined }),
    mails: Object.assign(Object.create(null), {
      add: async (mails: NewMail[]) => void storedMails.push(...mails),
      hasLaterMail: async () => false,
      forget: async (personId: string) => forgotten.push(personId),
    }),
    mailboxes: { count: async () => ({ _id: 'a-mailbox', mails: 1, endsAt: new Date() }) },
    mailsPerMailbox: 1,
    addressees: { mayBeWrittenTo: async () => true, markDeleted: async () => undefined },
    repairReminders: Object.assign(Object.create(null), {
      keep: async () => undefined,
      forget: async () => 0,
    }),
    renderStoredMail,
    now: () => new Date('2026-11-20T10:00:00.000Z'),
  });
  await handleMessage(subscriptions, content);
  const [mail] = storedMails;
  if (mail === undefined) return { forgotten: forgotten.join() };
  return { ...renderStoredMail(mail), to: mail.to, personId: mail.personId };
}

const expectMessage = (pact: Pact, type: string, data: object) =>
  expectEvent(pact, {
    type,
    aggregateId: regex(/^[\w-]{1,64}$/, '6600000000000000000000c1'),
    aggregateVersion: 3,
    data,
  });

/** The message leads to a mail to its person, whose content is tested with the whole service. */
const leadsToMail = (pact: Pact, type: string, data: object, to = 'asha.rai@kinmel.example') =>
  expectMessage(pact, type, data).executeTest(async ({ contents }) => {
    const mail = await receive(contents.content);
    expect(mail).toMatchObject({ to, subject: expect.stringMatching(/\w/) });
    return mail;
  });

describe('the address of an account, from auth', () => {
  const findAddress = (given: string, name: string, data: object | null) =>
    serviceCalls('notification', 'auth')(
      {
        given,
        name,
        request: ['GET', '/internal/accounts/6600000000000000000000c1/mailbox'],
        answer: { data },
      },
      (client) => addressFrom(client)('6600000000000000000000c1'),
    );

  it('is the current one', async () => {
    const { email } = person;
    expect(await findAddress('Asha has an account', 'the address of an account', { email })).toBe(
      'asha.rai@kinmel.example',
    );
  });

  it('is null after the deletion', async () => {
    expect(await findAddress('Asha has no account', 'the address of a deleted account', null)).toBeNull();
  });
});

describe("what notification needs from auth's events", () => {
  it.each([
    ['user.registered', person],
    [
      'password-reset.requested',
      {
        ...person,
        // Sealed with the key above, and fixed so that the pact file does not change.
        sealedToken: string('qgd1C7pET421V-IJez0G71Vfuj6lYC1--w5GX_foti43usaneg'),
        expiresAt: instant('2026-11-20T10:30:00.000Z'),
      },
    ],
    [
      'staff.invited',
      {
        ...person,
        sealedToken: string('qgd1C7pET421V-IJez0G71Vfuj6lYC1--w5GX_foti43usaneg'),
        expiresAt: instant('2026-11-21T10:00:00.000Z'),
        invitedBy: string('Ram Thapa'),
        roles: atLeastLike('support', 1),
      },
    ],
    [
      'password.changed',
      {
        ...person,
        cause: regex(/^(changed|reset)$/, 'reset'),
        changedAt: instant('2026-11-20T10:00:00.000Z'),
      },
    ],
    [
      'passkeys.changed',
      {
        ...person,
        change: regex(/^(added|removed|reset-by-staff|recovery-code-used|recovery-codes-renewed)$/, 'added'),
        passkey: string('Phone'),
        device: string('Chrome on Android'),
        address: string('203.0.113.24'),
        changedAt: instant('2026-11-20T10:00:00.000Z'),
      },
    ],
    [
      'session.reuse-detected',
      {
        ...person,
        sessionId: string('s1'),
        device: string('Firefox on Windows'),
        address: string('203.0.113.24'),
        detectedAt: instant('2026-11-20T10:00:00.000Z'),
      },
    ],
    [
      'account.locked',
      { ...person, address: string('203.0.113.24'), lockedUntil: instant('2026-11-20T10:15:00.000Z') },
    ],
  ])('%s has the recipient and the content', (type, data) => leadsToMail(auth, type, data));

  it('user.deleted names the user to forget', async () => {
    await expectMessage(auth, 'user.deleted', { userId: person.userId }).executeTest(async ({ contents }) => {
      expect(await receive(contents.content)).toEqual({ forgotten: '6600000000000000000000c1' });
    });
  });
});

describe("what notification needs from order's events", () => {
  it.each([
    [
      'order.placed',
      {
        lines: atLeastLike(
          {
            productId: string('a'.repeat(24)),
            isProduct: boolean(true),
            offerId: nullValue(),
            name: string('Galaxy S26'),
            details: string('256 GB, Silver'),
            quantity: integer(2),
            priceInMinorUnits: integer(9_150_000),
            lineTotalInMinorUnits: integer(18_300_000),
          },
          1,
        ),
        offerIds: like([]),
        promoCode: nullValue(),
        subtotalInMinorUnits: integer(18_300_000),
        shippingInMinorUnits: integer(0),
        taxInMinorUnits: integer(1_464_000),
        taxLabel: string('Tax (8%)'),
        totalInMinorUnits: integer(19_764_000),
        paymentMethod: regex(/^(cash_on_delivery|card)$/, 'cash_on_delivery'),
        deliverTo: string('Jhamsikhel 12, Lalitpur 44700'),
      },
    ],
    [
      'order.status-changed',
      {
        from: regex(/^[a-z]+$/, 'processing'),
        to: regex(/^(pending|confirmed|processing|shipped|delivered)$/, 'shipped'),
        note: string('It comes on Monday.'),
      },
    ],
    [
      'order.cancelled',
      {
        reason: regex(/^(customer|admin|not-paid-in-time)$/, 'customer'),
        note: string(''),
        money: regex(/^(none|goes-back|by-hand|already-back)$/, 'goes-back'),
      },
    ],
    ['order.refunded', { amountInMinorUnits: integer(19_764_000), note: string('') }],
    [
      'payment.succeeded',
      {
        amountInMinorUnits: integer(19_764_000),
        paymentMethod: regex(/^(card|esewa|khalti)$/, 'card'),
        goesBack: true,
      },
    ],
  ])('%s has the recipient and the content', (type, data) =>
    leadsToMail(order, type, { ...orderFields, ...data }),
  );

  it('credit.changed has the recipient and the content', () => {
    const currency = string('NPR');
    const data = {
      userId: orderFields.userId,
      customer: orderFields.customer,
      cause: regex(/^(refund|order|trade-in|goodwill|expiry|correction)$/, 'goodwill'),
      reason: string('Your parcel came late.'),
      order: nullValue(),
      amount: { amountInMinorUnits: integer(50_000), currency },
      balance: { amountInMinorUnits: integer(1_240_000), currency },
    };
    // The account's address is looked up only when the mail is sent.
    return leadsToMail(order, 'credit.changed', data, '');
  });
});

it('payout.paid has the recipient and the content', async () => {
  const mail = await leadsToMail(order, 'payout.paid', {
    sellRequestId: id('6600000000000000005a3f09'),
    userId: orderFields.userId,
    reference: regex(/^[0-9A-F]{6}$/, '5A3F09'),
    subject: string('Apple iPhone 13, 128 GB, Black'),
    customer: orderFields.customer,
    amount: { amountInMinorUnits: integer(4_326_750), currency: 'NPR' },
    method: regex(/^(bank|esewa|khalti|cash)$/, 'bank'),
    paymentReference: string('NIC-2026-11-21-0042'),
  });
  expect(mail).toMatchObject({ text: expect.stringContaining('By bank transfer') });
});

describe("what notification needs from service-request's events", () => {
  const requestFields = {
    requestId: id('6600000000000000005a3f09'),
    userId: id('6600000000000000000000c1'),
    reference: regex(/^[0-9A-F]{6}$/, '5A3F09'),
    subject: string('Apple iPhone 13, 128 GB, Black'),
    customer: { name: string('Asha Rai'), email: regex(/^[^@\s]+@[^@\s]+$/, 'asha.rai@kinmel.example') },
    // Encrypted like the token above.
    sealedTrackingToken: string(
      '1or1WVDMMckuYy7SCrgjD8bNO8WQxgb0PiB6M-RCKpBIH7_1ZvSkkPaIeW-mjHLc1okjkg-SZH9P59Pi3Jo0SC8lv2fcW0tRRg',
    ),
  };
  const by = regex(/^(customer|admin)$/, 'admin');
  const note = string('');
  const appointment = {
    date: regex(/^\d{4}-\d\d-\d\d$/, '2026-11-24'),
    time: regex(/^\d\d:\d\d$/, '09:30'),
    timeZone: string('Asia/Kathmandu'),
  };
  const bookingFields = { appointment, startsAt: instant('2026-11-24T03:45:00.000Z') };
  const returnFields = {
    orderId: id('6600000000000000000000e1'),
    orderNumber: string('KM-7H2K-94QX'),
    refund: { amountInMinorUnits: integer(9_882_000), currency: string('NPR') },
  };
  const refundTo = regex(/^(payment|credit)$/, 'payment');
  const from = (example: string) => regex(/^[a-z]+$/, example);

  it.each([
    ['sell-request.received', {}],
    [
      'sell-request.quoted',
      { priceInMinorUnits: integer(32_050), validUntil: instant('2026-11-28T09:12:00.000Z'), note },
    ],
    [
      'sell-request.status-changed',
      {
        from: from('quoted'),
        to: regex(/^(pending|reviewed|quoted|accepted|rejected|completed)$/, 'accepted'),
        by,
        note: string('Come by on Monday.'),
      },
    ],
    ['sell-request.phone-received', {}],
    ['sell-request.phone-sent-back', { note: string('Parcel NP-2210') }],
    ['repair-booking.received', bookingFields],
    ['repair-booking.moved', { ...bookingFields, from: appointment, by, note }],
    [
      'repair-booking.status-changed',
      {
        ...bookingFields,
        from: regex(/^[a-z-]+$/, 'pending'),
        to: regex(/^(pending|confirmed|in-repair|done)$/, 'confirmed'),
        note,
      },
    ],
    ['repair-booking.cancelled', { ...bookingFields, by, note }],
    [
      'phone-order.received',
      {
        quantity: integer(2),
        priority: regex(/^(standard|express|urgent)$/, 'express'),
        ordered: {
          totalInMinorUnits: nullValue(),
          paymentMethod: regex(/^(full|installment)$/, 'full'),
          pickup: nullValue(),
        },
      },
    ],
    [
      'phone-order.status-changed',
      {
        from: from('processing'),
        to: regex(/^(pending|confirmed|processing|shipped|delivered)$/, 'shipped'),
        note: string('It comes on Monday.'),
      },
    ],
    ['phone-order.cancelled', { by, note: string('No longer made.') }],
    ['return.received', { ...returnFields, refundTo }],
    [
      'return.status-changed',
      {
        ...returnFields,
        from: from('pending'),
        to: regex(
          /^(pending|accepted|rejected|received|offered|to-send-back|sent-back|cancelled)$/,
          'accepted',
        ),
        by: regex(/^(customer|admin|shop)$/, 'admin'),
        note: string('Its seal is broken.'),
      },
    ],
    [
      'return.settled',
      {
        ...returnFields,
        lines: atLeastLike(
          {
            key: string('25ee728f50f0dfc3eee9b45d'),
            productId: id('25ee728f50f0dfc3eee9b45d'),
            isProduct: boolean(true),
            quantity: integer(1),
            isRestocked: boolean(true),
          },
          1,
        ),
        refundTo,
        note,
      },
    ],
  ])('%s has the recipient, the content and the secret of the link', async (type, data) => {
    const mail = await leadsToMail(serviceRequest, type, { ...requestFields, ...data });
    expect(mail).toMatchObject({ text: expect.stringContaining(`/request-links/${trackingToken}`) });
  });
});

describe("what notification needs from catalog's events", () => {
  const money = (amountInMinorUnits: number) => ({
    amountInMinorUnits: integer(amountInMinorUnits),
    currency: regex(/^NPR$/, 'NPR'),
  });
  const alertFields = {
    kind: regex(/^(product|wish)$/, 'wish'),
    subject: string('iPhone 13 Pro'),
    productId: nullValue(),
    maxPrice: money(7_000_000),
    minGrade: nullValue(),
    alertId: id('6600000000000000000000a1'),
    email: regex(/^[^@\s]+@[^@\s]+$/, 'asha.rai@kinmel.example'),
    userId: nullValue(),
    // Sealed with the key above, and fixed so that the pact file does not change.
    sealedAlertToken: string(
      'qUIDhGNjLBRzVPYlyKLFpokFQUg0WH0tyhDIpWTZg4mkeyr8YnyVjyyQQxWjWHS0RsGeHCi3gTBSvsfE8wHBmocJZY7YYxM',
    ),
  };
  it.each([
    ['alert.requested', { ...alertFields, expiresAt: instant('2026-11-22T10:00:00.000Z') }],
    [
      'alert.matched',
      {
        ...alertFields,
        cause: regex(/^(new|back|cheaper)$/, 'back'),
        product: {
          productId: id('25ee728f50f0dfc3eee9b45d'),
          name: string('iPhone 13 Pro'),
          price: money(6_890_000),
        },
      },
    ],
  ])('%s has the recipient, the content and the secret of the link', async (type, data) => {
    const mail = await leadsToMail(catalog, type, data);
    expect(mail).toMatchObject({
      text: expect.stringContaining(`/alerts/${alertToken}`),
      headers: { 'List-Unsubscribe': `<https://shop.kinmel.example/api/alerts/${alertToken}/end>` },
    });
  });
});
