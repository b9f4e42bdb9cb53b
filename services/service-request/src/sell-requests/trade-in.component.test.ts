import {
  deviceInspected,
  deviceReceived,
  readSellRequestToReceive,
  sellRequestPhoneReceived,
  sellRequestReceived,
  sellRequestSettled,
  sellRequestStatusChanged,
} from '@kinmel/contracts';
import { createEvent, unseal, type WireEvent } from '@kinmel/service-kit';
import { testWithRequests } from '../testing/test-requests.ts';
import { deviceKey, testServiceToken } from '../testing/test-service-request.ts';
import { expireQuotes } from './expire-quotes.ts';

const shop = testWithRequests();
const { call, quote, seen, sent, step } = shop;

const imei = '490154203237518';
const deviceId = 'de'.repeat(12);
const userId = '6600000000000000000000c1';
const own = () => ({ token: shop.service.tokens.customer(userId) });
const only = async () => (await shop.list('sell-request'))[0];
const credit = { to: 'credit' };

async function deliver(...events: WireEvent[]): Promise<void> {
  for (const event of events) await shop.service.bus.publish(event);
  await shop.service.bus.settle();
}
const device = { aggregateId: deviceId, aggregateVersion: 1 };
const receivedEvent = (sellRequestId: string) =>
  createEvent(deviceReceived, { ...device, data: { deviceId, sellRequestId } });
const lower = {
  priceInMinorUnits: 20_000,
  currency: 'USD' as const,
  note: 'The screen has a crack.',
  photos: ['/api/passport/token/photos/1'],
};
const inspectedEvent = (sellRequestId: string, lowerQuote: typeof lower | null = null) =>
  createEvent(deviceInspected, { ...device, data: { deviceId, sellRequestId, grade: 'B', lowerQuote } });

/** A request whose quote of $250 is accepted. */
async function accepted(payment: object | undefined = credit, sending: object = own()) {
  const { id, link } = await shop.made('sell-request', {}, sending);
  await quote(id, { estimatedPrice: 250 }).expect(200);
  await step(link, 'accept', { version: 2, payment }).expect(200);
  return { id, link };
}

describe('the IMEI of the form (S9)', () => {
  it('goes sealed to device, and only its last digits are kept', async () => {
    await shop.made('sell-request', { imei: '49-015420-323751-8' }, { key: 'a-key-of-this-form-1' });
    const [event] = await sent(sellRequestReceived.type);
    const { sealedImei } = (event?.data ?? {}) as { sealedImei: string };
    expect(unseal(sealedImei, deviceKey)).toBe(imei);
    expect((await only()).imeiLastFour).toBe('7518');
    expect(JSON.stringify(await shop.stored('sell-request'))).not.toContain(imei);
  });

  it('is not needed', async () => {
    await shop.made('sell-request');
    const [event] = await sent(sellRequestReceived.type);
    expect(event?.data).not.toHaveProperty('sealedImei');
    expect((await only()).imeiLastFour).toBe('');
  });

  it.each([
    ['490154203237519', 'A digit of this IMEI is wrong. Please compare it with the phone.'],
    ['49015420323751', 'One digit is missing: an IMEI has 15 digits, the last one checks the others.'],
    ['000000000000000', 'This number is not the IMEI of a phone. Dial *#06# to see it.'],
    ['49015420323751A', 'An IMEI has only digits. Dial *#06# on the phone to see it.'],
  ])('is refused in words as %s, and nothing is stored', async (wrong, text) => {
    const { status, body } = await shop.send('sell-request', { imei: wrong });
    expect([status, body.error]).toEqual([400, text]);
    expect(await shop.list('sell-request')).toEqual([]);
  });
});

describe('the way in of a phone', () => {
  it('is received, inspected as quoted, and settled once, also with repeated messages (S11, S12)', async () => {
    const { id, link } = await accepted();
    expect((await seen(link)).quote).toMatchObject({
      canBeCredit: true,
      payment: { to: 'credit', amount: { amountInMinorUnits: 3_543_750, currency: 'NPR' } },
      photos: [],
    });
    const [came, looked] = [receivedEvent(id), inspectedEvent(id)];
    await deliver(came, came);
    expect((await seen(link)).offered.isReceived).toBe(true);
    expect(await only()).toMatchObject({ status: 'accepted', deviceId });
    await deliver(looked, looked, came, inspectedEvent(id));
    expect(await only()).toMatchObject({ status: 'completed', version: 5 });
    await sent(sellRequestPhoneReceived.type);
    const [settled] = await sent(sellRequestSettled.type);
    expect(settled?.data).toMatchObject({
      requestId: id,
      userId,
      deviceId,
      price: { amountInMinorUnits: 3_375_000, currency: 'NPR' },
      payment: { to: 'credit', amount: { amountInMinorUnits: 3_543_750, currency: 'NPR' } },
    });
  });

  it('is quoted lower with photos, and settled by the answer to that (S12)', async () => {
    const { id, link } = await accepted();
    await deliver(receivedEvent(id), inspectedEvent(id, lower));
    const page = await seen(link);
    expect(page).toMatchObject({
      status: 'quoted',
      note: lower.note,
      actions: ['accept', 'decline'],
      quote: { price: 200, photos: lower.photos, payment: null, agreed: null },
    });
    const payment = { to: 'payout', method: 'esewa', account: '9801234567' };
    const { body } = await step(link, 'accept', { version: page.version, payment }).expect(200);
    expect(body.data.status).toBe('completed');
    expect(JSON.stringify(body)).not.toContain('9801234567');
    const [settled] = await sent(sellRequestSettled.type);
    expect(settled?.data).toMatchObject({
      payment: { ...payment, amount: { amountInMinorUnits: 2_700_000 } },
    });
  });

  it('goes back after seven days of silence, once on two instances (S13)', async () => {
    const { id, link } = await accepted();
    await deliver(receivedEvent(id), inspectedEvent(id, lower));
    const twin = await shop.service.startTwin();
    await expireQuotes(shop.service.context);
    expect((await seen(link)).status).toBe('quoted');
    shop.service.setClock('2026-11-30T06:00:00Z');
    await Promise.all([expireQuotes(shop.service.context), expireQuotes(twin.context)]);
    expect(await seen(link)).toMatchObject({
      status: 'rejected',
      note: 'You did not answer our quote in time. We send your phone back to you.',
    });
    expect((await sent(sellRequestStatusChanged.type, 2)).at(-1)?.data).toMatchObject({ by: 'shop' });
  });

  it.each(['rejected', 'deleted'])('is not paid when staff had the request %s meanwhile', async (how) => {
    const { id } = await accepted();
    await deliver(receivedEvent(id));
    await shop.put('sell-request', id, { status: 'rejected', adminNotes: 'Stolen.' }).expect(200);
    if (how === 'deleted') await shop.asAdmin('delete', `/api/sell-phone/request/${id}`).expect(200);
    await deliver(inspectedEvent(id));
    expect([...shop.published().values()].filter(({ type }) => type === sellRequestSettled.type)).toEqual([]);
    expect((await shop.service.bus.parked('service-request.device-inspected')).count).toBe(0);
  });

  it('that is settled stays completed, and is not deleted (S12)', async () => {
    const { id } = await accepted();
    await deliver(receivedEvent(id), inspectedEvent(id));
    const undone = await shop.put('sell-request', id, { status: 'quoted', adminNotes: 'Back.' });
    const removed = await shop.asAdmin('delete', `/api/sell-phone/request/${id}`);
    expect([undone.status, removed.status]).toEqual([409, 409]);
    expect(await only()).toMatchObject({ status: 'completed' });
  });
});

it('credit without an account is refused in words (S10)', async () => {
  const { id, link } = await shop.made('sell-request');
  await quote(id, { estimatedPrice: 250 }).expect(200);
  expect((await seen(link)).quote.canBeCredit).toBe(false);
  const { status, body } = await step(link, 'accept', { version: 2, payment: credit });
  expect([status, body.message]).toEqual([409, 'Credit needs an account with us. Please choose a payout.']);
  expect((await only()).status).toBe('quoted');
});

it('credit is not chosen for the account of staff, who are signed in at the counter (S10)', async () => {
  const { id, link } = await shop.made('sell-request');
  await quote(id, { estimatedPrice: 250 }).expect(200);
  const sent = { version: 2, payment: credit };
  const { body } = await shop.asAdmin('post', `/api${link}/accept`).send(sent).expect(409);
  expect(body.message).toBe('Credit needs an account with us. Please choose a payout.');
  expect(await only()).toMatchObject({ status: 'quoted' });
});

it('the choice of credit by a signed-in holder of the link gives the request to that account, and a payout does not (S10, G6)', async () => {
  const accept = async (payment: object) => {
    const { id, link } = await shop.made('sell-request');
    await quote(id, { estimatedPrice: 250 }).expect(200);
    const { body } = await shop
      .call('post', `/api${link}/accept`, own().token)
      .send({ version: 2, payment })
      .expect(200);
    const [stored] = (await shop.stored('sell-request')).filter(({ _id }) => String(_id) === id);
    return [stored?.userId, body.data.quote.payment.to];
  };
  expect(await accept({ to: 'payout', method: 'cash', account: '' })).toEqual([null, 'payout']);
  expect(await accept(credit)).toEqual([userId, 'credit']);
});

it('a quote above the policy is refused in words (S3)', async () => {
  const { id } = await shop.made('sell-request');
  const { status, body } = await quote(id, { estimatedPrice: 3_000.01 });
  expect([status, body.message]).toEqual([400, 'The shop pays at most $3000.00 for a phone.']);
  expect(body.details).toMatchObject([{ path: 'estimatedPrice' }]);
  expect((await only()).status).toBe('pending');
});

it('device reads a request to receive its phone, and no person does', async () => {
  const { id } = await accepted();
  const path = readSellRequestToReceive.path.replace('{id}', id);
  const { body } = await call('get', path).set('X-Kinmel-Service-Token', testServiceToken).expect(200);
  expect(readSellRequestToReceive.answer.parse(body).data).toEqual({
    sellRequestId: id,
    reference: id.slice(-6).toUpperCase(),
    brand: 'apple',
    model: 'iPhone 13',
    storage: '128',
    color: 'black',
    condition: 'good',
    status: 'accepted',
    deviceId: null,
    quotedPriceInMinorUnits: 25_000,
  });
  expect((await shop.asAdmin('get', path)).status).not.toBe(200);
});
