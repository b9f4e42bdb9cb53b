import {
  claimReceipt,
  creditChanged,
  deviceInspected,
  deviceReceived,
  deviceSentBack,
  endPhoneClaim,
  payoutPaid,
  payoutRedirected,
  type SellPaymentChoice,
  sellRequestPhoneReceived,
  sellRequestPhoneSentBack,
  sellRequestReceived,
  sellRequestSettled,
  sellRequestStatusChanged,
  userDeleted,
} from '@kinmel/contracts';
import { createEvent, unseal, type WireEvent } from '@kinmel/service-kit';
import { storedEvents } from '@kinmel/testing/servers';
import { createRequestStores } from '../request-stores.ts';
import { forgetDueRequests } from '../requests/forget-requests.ts';
import { anOrderToReturn } from '../testing/request-samples.ts';
import { testWithRequests } from '../testing/test-requests.ts';
import { deviceKey, testServiceToken } from '../testing/test-service-request.ts';
import { expireQuotes } from './expire-quotes.ts';
import { settleReceipts } from './receipts.ts';
import { sellRules } from './sell-request.rules.ts';

const shop = testWithRequests();
const { call, quote, readByLink, eventsOf, step } = shop;

const imei = '490154203237518';
const deviceId = 'de'.repeat(12);
const userId = '6600000000000000000000c1';
const signedIn = () => ({ token: shop.service.tokens.customer(userId) });
const onlyOne = async () => (await shop.list('sell-request'))[0];
const storedTypes = async () =>
  (await storedEvents(shop.service.database.connection)).map(({ type }) => type);
const credit = { to: 'credit' } as const;

async function deliver(...events: WireEvent[]): Promise<void> {
  for (const event of events) await shop.service.bus.publish(event);
  await shop.service.bus.settle();
}
const device = (aggregateVersion: number) => ({ aggregateId: deviceId, aggregateVersion });
const receivedEvent = (sellRequestId: string, version = 1) =>
  createEvent(deviceReceived, { ...device(version), data: { deviceId, sellRequestId } });
const lowQuote = {
  priceInMinorUnits: 20_000,
  currency: 'USD' as const,
  note: 'The screen has a crack.',
  photos: ['/api/passport/token/photos/1'],
};
const inspectedEvent = (sellRequestId: string, lowerQuote: typeof lowQuote | null = null) =>
  createEvent(deviceInspected, { ...device(2), data: { deviceId, sellRequestId, grade: 'B', lowerQuote } });
const sentBackEvent = (
  sellRequestId: string,
  note = 'Parcel 12',
  occurredAt = new Date('2026-11-23T06:00:00Z'),
) => createEvent(deviceSentBack, { ...device(4), occurredAt, data: { deviceId, sellRequestId, note } });

const accountDeleted = () =>
  createEvent(userDeleted, { aggregateId: userId, aggregateVersion: 1, data: { userId } });

/** The event of order when the phone is paid. */
function paidEvents(sellRequestId: string, to: SellPaymentChoice['to']): WireEvent[] {
  const sum = { amountInMinorUnits: 3_375_000, currency: 'NPR' as const };
  const commonData = { sellRequestId, customer: { name: '', email: '' }, amount: sum };
  const creditData = {
    ...commonData,
    userId,
    cause: 'trade-in',
    reason: '',
    order: null,
    balance: sum,
  } as const;
  const payoutData = {
    userId: null,
    reference: '',
    subject: '',
    method: 'cash',
    paymentReference: '',
  } as const;
  return to === 'credit'
    ? [createEvent(creditChanged, { aggregateId: userId, aggregateVersion: 1, data: creditData })]
    : [
        createEvent(payoutPaid, {
          aggregateId: sellRequestId,
          aggregateVersion: 2,
          data: { ...commonData, ...payoutData },
        }),
      ];
}

/** A request whose quote of $250 is accepted. */
async function acceptedRequest(
  payment: SellPaymentChoice | undefined = credit,
  sending: object = signedIn(),
) {
  const { id, link } = await shop.submit('sell-request', {}, sending);
  await quote(id, { estimatedPrice: 250 }).expect(200);
  await step(link, 'accept', await shop.acceptanceOf(link, payment)).expect(200);
  return { id, link };
}

describe('the IMEI of the form (SR-S9)', () => {
  it('is sent encrypted to device, and only its last digits are stored', async () => {
    await shop.submit('sell-request', { imei: '49-015420-323751-8' }, { key: 'a-key-of-this-form-1' });
    const [event] = await eventsOf(sellRequestReceived.type);
    const { sealedImei } = (event?.data ?? {}) as { sealedImei: string };
    expect(unseal(sealedImei, deviceKey)).toBe(imei);
    expect((await onlyOne()).imeiLastFour).toBe('7518');
    expect(JSON.stringify(await shop.stored('sell-request'))).not.toContain(imei);
  });

  it('finds the request, whole in any spelling or by a part of five digits, until its data are erased (SR-G25)', async () => {
    await shop.submit('sell-request', { imei });
    const found = async (search: string) =>
      (await shop.asAdmin('get', `/api/sell-phone/requests?search=${encodeURIComponent(search)}`).expect(200))
        .body.data.requests.length;
    for (const search of [
      imei,
      '49-015420-323751-8',
      `IMEI: ${imei} / 01`,
      '49015',
      '20323',
      '37518',
      '7518',
    ])
      expect([search, await found(search)]).toEqual([search, 1]);
    for (const search of ['49016', '4901', '490154203237519'])
      expect([search, await found(search)]).toEqual([search, 0]);
    const [stored] = await shop.stored('sell-request');
    expect(sellRules.personal(stored as never)).toMatchObject({ imeiLastFour: '', numberParts: [] });
  });

  it('finds the request by a part also after a change of the key', async () => {
    await shop.submit('sell-request', { imei });
    const { database, context } = shop.service;
    const options = {
      ...context,
      retention: { requestDays: 730, photoDays: 180 },
      deviceKey: Buffer.alloc(32, 1).toString('base64'),
    };
    const { 'sell-request': store } = createRequestStores(database.connection, options);
    const page = await store.list({ status: undefined, search: '20323', skip: 0, limit: 10 });
    expect(page.total).toBe(1);
  });

  it('is optional', async () => {
    await shop.submit('sell-request');
    const [event] = await eventsOf(sellRequestReceived.type);
    expect(event?.data).not.toHaveProperty('sealedImei');
    expect((await onlyOne()).imeiLastFour).toBe('');
  });

  it.each([
    ['490154203237519', 'A digit of this IMEI is wrong. Please compare it with the phone.'],
    ['49015420323751', 'One digit is missing: an IMEI has 15 digits, the last one checks the others.'],
    ['000000000000000', 'This is not the number of a phone. Dial *#06# to see it.'],
    ['49015420323751A', 'An IMEI has only digits: the letter A is at place 15.'],
  ])('is refused with a message as %s, and nothing is stored', async (wrongImei, text) => {
    const { status, body } = await shop.send('sell-request', { imei: wrongImei });
    expect([status, body.error]).toEqual([400, text]);
    expect(await shop.list('sell-request')).toEqual([]);
  });
});

describe('a phone that the shop buys', () => {
  it('is received, inspected as quoted, and settled once, also with redelivered messages (SR-S11, SR-S12)', async () => {
    const { id, link } = await acceptedRequest();
    expect((await readByLink(link)).quote).toMatchObject({
      canBeCredit: true,
      payment: { to: 'credit', amount: { amountInMinorUnits: 3_543_750, currency: 'NPR' } },
      photos: [],
    });
    const [receipt, inspection] = [receivedEvent(id), inspectedEvent(id)];
    await deliver(receipt, receipt);
    expect((await readByLink(link)).offered.isReceived).toBe(true);
    expect(await onlyOne()).toMatchObject({ status: 'accepted', deviceId });
    await deliver(inspection, inspection, receipt, inspectedEvent(id));
    expect(await onlyOne()).toMatchObject({ status: 'completed', version: 5 });
    await eventsOf(sellRequestPhoneReceived.type);
    const [settled] = await eventsOf(sellRequestSettled.type);
    expect(settled?.data).toMatchObject({
      requestId: id,
      userId,
      deviceId,
      price: { amountInMinorUnits: 3_375_000, currency: 'NPR' },
      payment: { to: 'credit', amount: { amountInMinorUnits: 3_543_750, currency: 'NPR' } },
    });
  });

  it('is quoted lower with photos, and settled when that quote is accepted (SR-S12)', async () => {
    const { id, link } = await acceptedRequest();
    await deliver(receivedEvent(id), inspectedEvent(id, lowQuote));
    const page = await readByLink(link);
    expect(page).toMatchObject({
      status: 'quoted',
      note: lowQuote.note,
      actions: ['accept', 'decline'],
      quote: { price: 200, photos: lowQuote.photos, payment: null, agreed: null },
    });
    const payment = { to: 'payout', method: 'esewa', account: '9801234567' } as const;
    // The holder of the link cannot choose a wallet for an account without signing in (SR-S17).
    await step(link, 'accept', await shop.acceptanceOf(link, payment)).expect(409);
    const { body } = await step(link, 'accept', await shop.acceptanceOf(link, payment))
      .set('Authorization', `Bearer ${signedIn().token}`)
      .expect(200);
    expect(body.data.status).toBe('completed');
    expect(body.data.quote.payment.accountLastFour).toBe('4567');
    expect(JSON.stringify(body)).not.toContain('9801234567');
    const [settled] = await eventsOf(sellRequestSettled.type);
    expect(settled?.data).toMatchObject({
      payment: { ...payment, amount: { amountInMinorUnits: 2_700_000 } },
    });
  });

  it('is paid another way after the settlement, until order says that staff pay it (SR-S17)', async () => {
    const { id, link } = await acceptedRequest({ to: 'payout', method: 'cash', account: '' });
    await deliver(receivedEvent(id), inspectedEvent(id));
    const payment = { to: 'payout', method: 'esewa', account: '9801234567' } as const;
    const change = async (way: SellPaymentChoice, token?: string) =>
      shop
        .call('post', `/api${link}/accept`, token)
        .send({ version: (await onlyOne()).version, payment: way });
    expect((await change(payment)).status).toBe(409);
    expect(shop.service.payouts.size).toBe(0);
    expect((await change(payment, signedIn().token)).status).toBe(200);
    expect(shop.service.payouts.get(id)).toMatchObject({ method: 'esewa', account: '9801234567' });
    const changedData = (await eventsOf(sellRequestStatusChanged.type, 3)).at(-1)?.data;
    expect(changedData).toMatchObject({
      from: 'completed',
      to: 'completed',
      payment: { accountLastFour: '4567' },
    });
    expect(await eventsOf(sellRequestSettled.type)).toHaveLength(1);
    shop.service.payouts.set(id, 'approved');
    const late = await change({ ...payment, account: '9800000000' }, signedIn().token);
    expect([late.status, late.body.message]).toEqual([409, 'We are paying this just now.']);
    expect((await onlyOne()).agreed.payment).toMatchObject({ account: '9801234567' });
  });

  it('is paid by the method that order stored, also when another step is saved before the change (SR-S17)', async () => {
    const { id, link } = await acceptedRequest({ to: 'payout', method: 'cash', account: '' });
    await deliver(receivedEvent(id), inspectedEvent(id));
    const payment = { to: 'payout', method: 'esewa', account: '9801234567' } as const;
    const { version } = await onlyOne();
    const { order } = shop.service.context;
    const redirect = jest.spyOn(order, 'redirectPayout');
    redirect.mockImplementationOnce(async () => deliver(...paidEvents(id, 'payout')));
    const late = await call('post', `/api${link}/accept`, signedIn().token).send({ version, payment });
    expect(late.status).toBe(409);
    const way = { method: 'esewa', account: '9801234567', requestVersion: version + 1 } as const;
    const redirectedEvent = (aggregateVersion: number, overrides: object = {}) =>
      createEvent(payoutRedirected, {
        aggregateId: id,
        aggregateVersion,
        data: { sellRequestId: id, ...way, ...overrides },
      });
    await deliver(redirectedEvent(2), redirectedEvent(2));
    expect((await readByLink(link)).quote.payment).toMatchObject({
      method: 'esewa',
      accountLastFour: '4567',
    });
    expect(await onlyOne()).toMatchObject({ version: version + 2 });
    // An event of an older change is ignored.
    await deliver(redirectedEvent(1, { account: '9800000000', requestVersion: version }));
    expect((await onlyOne()).agreed.payment).toMatchObject({ account: '9801234567' });
    expect((await eventsOf(sellRequestStatusChanged.type, 3)).at(-1)?.data).toMatchObject({ by: 'customer' });
  });

  it('goes back after seven days without an answer, once on two instances (SR-S13)', async () => {
    const { id, link } = await acceptedRequest();
    await deliver(receivedEvent(id), inspectedEvent(id, lowQuote));
    const twin = await shop.service.startTwin();
    await expireQuotes(shop.service.context);
    expect((await readByLink(link)).status).toBe('quoted');
    shop.service.setClock('2026-11-30T06:00:00Z');
    await Promise.all([expireQuotes(shop.service.context), expireQuotes(twin.context)]);
    expect(await readByLink(link)).toMatchObject({
      status: 'rejected',
      note: 'You did not answer our quote in time. We send your phone back to you.',
    });
    expect((await eventsOf(sellRequestStatusChanged.type, 2)).at(-1)?.data).toMatchObject({ by: 'shop' });
  });

  it.each(['rejected', 'deleted'])(
    'is not paid when staff have %s the request in the meantime',
    async (outcome) => {
      const { id } = await acceptedRequest();
      await deliver(receivedEvent(id));
      await shop.put('sell-request', id, { status: 'rejected', adminNotes: 'Stolen.' }).expect(200);
      if (outcome === 'deleted') await deliver(sentBackEvent(id));
      if (outcome === 'deleted') await shop.asAdmin('delete', `/api/sell-phone/request/${id}`).expect(200);
      await deliver(inspectedEvent(id));
      expect(await storedTypes()).not.toContain(sellRequestSettled.type);
      expect((await shop.service.bus.parked('service-request.device-inspected')).count).toBe(0);
    },
  );
});

it('credit does not go to the account of staff who are signed in at the counter (SR-S10)', async () => {
  const { id, link } = await shop.submit('sell-request');
  await quote(id, { estimatedPrice: 250 }).expect(200);
  const acceptance = { version: 2, payment: credit };
  const { body } = await shop.asAdmin('post', `/api${link}/accept`).send(acceptance).expect(409);
  expect(body.message).toBe('Credit needs an account with us. Please choose a payout.');
  expect(await onlyOne()).toMatchObject({ status: 'quoted' });
});

it('the choice of credit by a signed-in holder of the link assigns the request to that account, and a payout does not (SR-S10, SR-G6)', async () => {
  const accept = async (payment: SellPaymentChoice) => {
    const { id, link } = await shop.submit('sell-request');
    await quote(id, { estimatedPrice: 250 }).expect(200);
    const { body } = await shop
      .call('post', `/api${link}/accept`, signedIn().token)
      .send(await shop.acceptanceOf(link, payment))
      .expect(200);
    const [stored] = (await shop.stored('sell-request')).filter(({ _id }) => String(_id) === id);
    return [stored?.userId, body.data.quote.payment.to];
  };
  expect(await accept({ to: 'payout', method: 'cash', account: '' })).toEqual([null, 'payout']);
  expect(await accept(credit)).toEqual([userId, 'credit']);
});

describe('answers to one request are limited per hour', () => {
  const limitedShop = testWithRequests({ 'answers-of-one-request': 3 });

  it('since each sends a mail to an address that a stranger may have entered (SR-S17)', async () => {
    const { id, link } = await limitedShop.submit('sell-request');
    await limitedShop.quote(id, { estimatedPrice: 250 }).expect(200);
    const { version, amountInMinorUnits } = await limitedShop.acceptanceOf(link);
    const statuses: number[] = [];
    for (const index of [0, 1, 2, 3]) {
      const payment = { to: 'payout', method: 'esewa', account: `980123456${index}` };
      const acceptance = { version: version + index, payment, amountInMinorUnits };
      statuses.push((await limitedShop.step(link, 'accept', acceptance)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await limitedShop.readByLink(link)).quote.payment).toMatchObject({ accountLastFour: '4562' });
  });
});

it('the acceptance names the sum that was seen: another one is refused with the current sum (SR-S4)', async () => {
  const { id, link } = await shop.submit('sell-request', {}, signedIn());
  await quote(id, { estimatedPrice: 250 }).expect(200);
  const acceptance = await shop.acceptanceOf(link, credit);
  expect((await readByLink(link)).quote.pays).toEqual({
    payout: { amountInMinorUnits: 3_375_000, currency: 'NPR' },
    credit: { amountInMinorUnits: 3_543_750, currency: 'NPR' },
    creditBonusPercent: 5,
  });
  shop.service.setRate(14_000);
  shop.service.setClock('2026-11-23T06:05:00Z');
  const { amountInMinorUnits: _sum, ...withoutSum } = acceptance;
  for (const stale of [acceptance, withoutSum]) {
    const { body } = await step(link, 'accept', stale).expect(409);
    expect(body).toMatchObject({
      code: 'price-changed',
      message: 'This quote gives NPR 36,750 now. Please look at it again, and accept that sum.',
      details: [{ path: 'amountInMinorUnits', message: '3675000' }],
    });
  }
  expect(await onlyOne()).toMatchObject({ status: 'quoted', version: 2, agreed: null });
  const currentAcceptance = await shop.acceptanceOf(link, credit);
  await step(link, 'accept', currentAcceptance).expect(200);
  await step(link, 'accept', currentAcceptance).expect(200);
  expect((await onlyOne()).agreed.payment.amount.amountInMinorUnits).toBe(3_675_000);
});

it('a quote above the policy is refused with a message (SR-S3)', async () => {
  const { id } = await shop.submit('sell-request');
  const { status, body } = await quote(id, { estimatedPrice: 3_000.01 });
  expect([status, body.message]).toEqual([400, 'The shop pays at most $3000.00 for a phone.']);
  expect(body.details).toMatchObject([{ path: 'estimatedPrice' }]);
  expect((await onlyOne()).status).toBe('pending');
});

const asDevice = (path: string, body: object) =>
  call('put', path).set('X-Kinmel-Service-Token', testServiceToken).send(body);
const sendClaim = (id: string, body: object = { deviceId, deviceVersion: 0 }) =>
  asDevice(claimReceipt.path.replace('{id}', id), body);

describe('device receives a phone (SR-S14)', () => {
  it('of an accepted request after a claim, which gets the same answer when repeated and which staff cannot make', async () => {
    const { id } = await acceptedRequest();
    const { body } = await sendClaim(id).expect(200);
    expect(claimReceipt.answer.parse(body).data).toEqual({
      sellRequestId: id,
      reference: id.slice(-6).toUpperCase(),
      brand: 'apple',
      model: 'iPhone 13',
      storage: '128',
      color: 'black',
      condition: 'good',
      version: 4,
      quotedPriceInMinorUnits: 25_000,
      receiptId: expect.any(String),
      deviceId,
    });
    const second = await sendClaim(id, { deviceId: 'ab'.repeat(12), deviceVersion: 0 }).expect(200);
    expect(second.body).toEqual(body);
    const { status } = await shop.asAdmin('put', claimReceipt.path.replace('{id}', id)).send({});
    expect(status).not.toBe(200);
  });

  describe('that an order sold (SR-S16)', () => {
    const orderId = 'ab'.repeat(12);
    const claimOfOrder = { deviceId, deviceVersion: 4, orderId };
    const addOrder = (problem: string | null) =>
      shop.service.orders.set(orderId, anOrderToReturn({ orderId, problem }));
    const receiving = async () => (await shop.stored('sell-request'))[0]?.['receiving'];

    it('only when order lets it be bought back, which is claimed once; a refusal of order is passed on', async () => {
      const { id } = await acceptedRequest();
      addOrder('This phone can still be returned.');
      expect((await sendClaim(id, claimOfOrder).expect(409)).body.message).toBe(
        'This phone can still be returned.',
      );
      expect(await receiving()).toBeNull();
      addOrder(null);
      const { receiptId } = (await sendClaim(id, claimOfOrder).expect(200)).body.data;
      await sendClaim(id, claimOfOrder).expect(200);
      expect([...shop.service.buyBacks]).toEqual([[receiptId, orderId]]);
    });

    it('and order does not answer: claim and receipt are settled after a minute', async () => {
      const { id } = await acceptedRequest();
      addOrder(null);
      const { receiptId } = (await sendClaim(id, claimOfOrder).expect(200)).body.data;
      shop.service.setOrderAway(true);
      await sendClaim(id, claimOfOrder).expect(503);
      expect(await receiving()).toMatchObject({ receiptId, orderId });
      shop.service.setOrderAway(false);
      shop.service.setClock('2026-11-23T06:01:01Z');
      await settleReceipts(shop.service.context);
      expect([await receiving(), shop.service.buyBacks.size]).toEqual([null, 0]);
    });
  });

  it.each([
    [{ model: 'iPhone 12' }, 'Apple iPhone 12, 128 GB'],
    [{ storage: '256' }, 'Apple iPhone 13, 256 GB'],
    [{ brand: 'samsung' }, 'Samsung iPhone 13, 128 GB'],
  ])('that the shop knows as another one only after a person compared them (%j)', async (other, name) => {
    const { id } = await acceptedRequest();
    const knownDevice = { deviceId, deviceVersion: 3 };
    const knownAs = { brand: 'apple', model: 'iPhone 13', storage: '128' };
    const { body } = await sendClaim(id, { ...knownDevice, knownAs: { ...knownAs, ...other } }).expect(409);
    expect(body.message).toMatch(
      new RegExp(`^The shop knows this number as ${name}, the form says Apple iPhone 13, 128 GB`),
    );
    expect(body.details[0].path).toBe('isKnownPhoneConfirmed');
    expect((await shop.stored('sell-request'))[0]?.['receiving']).toBeNull();
    await sendClaim(id, knownDevice).expect(200);
  });

  it('that the shop knows as the same one, in another spelling', async () => {
    const { id } = await acceptedRequest();
    const knownAs = { brand: 'apple', model: 'IPHONE  13', storage: '128' };
    await sendClaim(id, { deviceId, deviceVersion: 3, knownAs }).expect(200);
  });

  it('while staff reject the request: the first one wins, and the second is refused with a message', async () => {
    const { id } = await acceptedRequest();
    await sendClaim(id).expect(200);
    const rejected = await shop.put('sell-request', id, { status: 'rejected' }).expect(409);
    expect(rejected.body.message).toBe(
      'The phone of this request is being received. Please look at it again in a minute.',
    );
    await deliver(receivedEvent(id));
    await shop.put('sell-request', id, { status: 'rejected' }).expect(200);
    expect(shop.service.claimed).toMatchObject([{ deviceId, sellRequestId: id, isInspected: false }]);
    const { body } = await sendClaim(id).expect(409);
    expect(body.message).toBe('Only the phone of an accepted sell request with a price can be received.');
  });

  it.each([true, false])(
    'and publishes no event for a minute: device is asked, received: %s',
    async (isReceived) => {
      const { id } = await acceptedRequest();
      const { receiptId } = (await sendClaim(id).expect(200)).body.data;
      await settleReceipts(shop.service.context);
      expect((await shop.stored('sell-request'))[0]?.['receiving']).toMatchObject({ receiptId });
      if (isReceived) shop.service.receipts.add(receiptId);
      shop.service.setClock('2026-11-23T06:01:01Z');
      const twin = await shop.service.startTwin();
      await Promise.all([settleReceipts(shop.service.context), settleReceipts(twin.context)]);
      const [stored] = await shop.stored('sell-request');
      expect(stored).toMatchObject({ receiving: null, deviceId: isReceived ? deviceId : null });
      await shop.put('sell-request', id, { status: 'rejected' }).expect(200);
    },
  );
});

describe('staff change a request whose phone is in the shop (SR-S14)', () => {
  it('only when device allows it: otherwise they get its refusal, and nothing changes', async () => {
    const { id } = await acceptedRequest();
    await deliver(receivedEvent(id));
    shop.service.refuseClaims('The phone was inspected just now.');
    const { body } = await shop.put('sell-request', id, { status: 'rejected' }).expect(409);
    expect(body.message).toBe('The phone was inspected just now.');
    expect(await onlyOne()).toMatchObject({ status: 'accepted' });
  });

  it('and the step is interrupted: once device has asked about its claim, it can no longer be saved', async () => {
    const { id } = await acceptedRequest();
    await deliver(receivedEvent(id));
    const { version } = await onlyOne();
    const path = endPhoneClaim.path.replace('{id}', id);
    const { body } = await asDevice(path, { version }).expect(200);
    expect(body.data).toEqual({ status: 'accepted', version: version + 1, isSettled: false });
    expect((await asDevice(path, { version }).expect(200)).body).toEqual(body);
    const late = await shop.put('sell-request', id, { status: 'rejected', version });
    expect(late.status).toBe(409);
  });

  it('to completed by hand, also in bulk, with a note and without payment (SR-S12)', async () => {
    const { id } = await acceptedRequest();
    const { version } = await onlyOne();
    const inBulk = (adminNotes?: string) =>
      shop
        .asAdmin('post', '/api/admin/requests/status')
        .send({ kind: 'sell-request', status: 'completed', adminNotes, requests: [{ id, version }] });
    expect(JSON.stringify((await inBulk()).body)).toContain('why the request is closed without payment');
    expect(await onlyOne()).toMatchObject({ status: 'accepted' });
    await inBulk('Never came.');
    expect(await onlyOne()).toMatchObject({ status: 'completed', isSettled: false, agreed: null });
    const changedData = (await eventsOf(sellRequestStatusChanged.type, 2)).at(-1)?.data;
    expect(changedData).toMatchObject({ to: 'completed', isSettled: false });
    expect(changedData).not.toHaveProperty('agreed');
    await deliver(receivedEvent(id), inspectedEvent(id));
    expect(await storedTypes()).not.toContain(sellRequestSettled.type);
  });
});

describe('a phone that went back (SR-S15)', () => {
  /** A request whose lower quote was declined. */
  async function declinedRequest() {
    const { id, link } = await acceptedRequest();
    await deliver(receivedEvent(id), inspectedEvent(id, lowQuote));
    const { version } = await readByLink(link);
    await step(link, 'decline', { version }).expect(200);
    return { id, link };
  }

  it('is noted with its parcel for staff and its seller, once', async () => {
    const { id, link } = await declinedRequest();
    await deliver(sentBackEvent(id));
    await deliver(sentBackEvent(id, 'Parcel 13'));
    const sentBack = { at: '2026-11-23T06:00:00.000Z', note: 'Parcel 12' };
    expect(await onlyOne()).toMatchObject({ status: 'rejected', deviceId, sentBack });
    expect((await readByLink(link)).offered).toMatchObject({ isReceived: false, sentBack });
    const [event] = await eventsOf(sellRequestPhoneSentBack.type);
    expect(event?.data).toMatchObject({ requestId: id, note: 'Parcel 12' });
  });

  it('causes no mail and no new date when it left before the event existed (I-25)', async () => {
    const { id } = await declinedRequest();
    const { updatedAt } = await onlyOne();
    shop.service.setClock('2026-11-23T07:00:00Z');
    await deliver(sentBackEvent(id, 'Parcel 9', new Date('2026-11-15T06:00:00Z')));
    const sentBack = { at: '2026-11-15T06:00:00.000Z', note: 'Parcel 9' };
    expect(await onlyOne()).toMatchObject({ sentBack, updatedAt });
    expect(await storedTypes()).not.toContain(sellRequestPhoneSentBack.type);
  });

  it.each([
    ['as credit', credit],
    ['by a payout', { to: 'payout', method: 'cash', account: '' } as const],
  ])(
    'needs the data of its seller until it is paid %s, also when it is settled (SR-G10)',
    async (_, payment) => {
      const { id } = await acceptedRequest(payment);
      await deliver(receivedEvent(id), inspectedEvent(id), accountDeleted());
      await forgetDueRequests(shop.service.context);
      const stored = async () => (await shop.stored('sell-request'))[0];
      expect(await stored()).toMatchObject({ status: 'completed', forgottenAt: null, email: /.+@.+/ });
      const paid = paidEvents(id, payment.to);
      await deliver(...paid, ...paid);
      await forgetDueRequests(shop.service.context);
      expect(await stored()).toMatchObject({ email: '', forgottenAt: expect.any(Date) });
      await deliver(...paidEvents(id, payment.to));
    },
  );

  it('is shown as paid once order has published the payment (SR-S17)', async () => {
    const { id, link } = await acceptedRequest();
    await deliver(receivedEvent(id), inspectedEvent(id));
    expect((await readByLink(link)).offered).toMatchObject({ isSettled: true, isPaid: false });
    await deliver(...paidEvents(id, 'credit'));
    expect((await readByLink(link)).offered).toMatchObject({ isSettled: true, isPaid: true });
  });

  it('must be received again when its request is quoted again, and older events of it change nothing', async () => {
    const { id, link } = await declinedRequest();
    const currentAcceptance = { estimatedPrice: 220, adminNotes: 'We can pay more.' };
    const earlyQuote = await quote(id, currentAcceptance).expect(409);
    expect(earlyQuote.body.message).toBe('The phone of this request is in the shop: its inspection quotes.');
    await deliver(sentBackEvent(id));
    await quote(id, currentAcceptance).expect(200);
    await step(link, 'accept', await shop.acceptanceOf(link, credit)).expect(200);
    expect(await onlyOne()).toMatchObject({ status: 'accepted', deviceId: null });
    await sendClaim(id, { deviceId, deviceVersion: 4 }).expect(200);
    await deliver(receivedEvent(id), inspectedEvent(id), sentBackEvent(id));
    expect(await onlyOne()).toMatchObject({ status: 'accepted', deviceId: null });
    await deliver(receivedEvent(id, 5));
    expect(await onlyOne()).toMatchObject({ status: 'accepted', deviceId, sentBack: null });
  });

  it('after its payment was stopped is noted and mailed; its request stays settled, and is published once', async () => {
    const { id, link } = await acceptedRequest();
    await deliver(receivedEvent(id), inspectedEvent(id));
    // Events that are published together may arrive in any order.
    await deliver(sentBackEvent(id));
    await deliver(sentBackEvent(id, 'Parcel 13'));
    expect(await onlyOne()).toMatchObject({
      status: 'completed',
      isSettled: true,
      sentBack: { note: 'Parcel 12' },
    });
    expect((await readByLink(link)).offered).toMatchObject({ isReceived: false, isSettled: true });
    expect(await eventsOf(sellRequestPhoneSentBack.type)).toMatchObject([{ data: { note: 'Parcel 12' } }]);
    await eventsOf(sellRequestSettled.type);
    await shop.put('sell-request', id, { status: 'accepted', adminNotes: 'Again.' }).expect(409);
  });

  it('prevents the deletion of its request until it has left the shop', async () => {
    const { id } = await declinedRequest();
    const { body } = await shop.asAdmin('delete', `/api/sell-phone/request/${id}`).expect(409);
    expect(body.message).toBe('The phone of this request is in the shop. Please send it back first.');
    await deliver(sentBackEvent(id));
    await shop.asAdmin('delete', `/api/sell-phone/request/${id}`).expect(200);
  });
});
