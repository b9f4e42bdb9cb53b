import { offerCreated } from '@kinmel/contracts';
import { createEvent, createMemoryBus } from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import { anOfferSnapshot } from '@kinmel/testing/samples';
import { testDatabase } from '@kinmel/testing/servers';
import type request from 'supertest';
import { changeOrder } from '../orders/changes/change-order.ts';
import { markPaymentFailed } from '../payments/payment.rules.ts';
import { turnKey } from '../placing/personal-turn.ts';
import { orderOf, totalOf } from '../testing/order-body.ts';
import { startTestOrder, storeProduct, type TestOrder } from '../testing/test-order.ts';

jest.setTimeout(60_000);

const productId = 'b'.repeat(24);
const waitLimits = { burstWaitMs: 2_000, overloadWaitMs: 100, standingAfterMs: 500 };
let order: TestOrder;

beforeEach(async () => {
  order = await startTestOrder({ limits: { ordersPerHour: 2, wrongGuessesPerMinute: 3 } });
  await storeProduct(order, { productId });
});
afterEach(() => order.stop());

const onePieceOrder = orderOf([{ productId, quantity: 1 }], totalOf(1000));
const place = (userId: string, { key, address = '192.0.2.1' }: { key?: string; address?: string } = {}) =>
  order.place(onePieceOrder, { userId, key, address });

const statusesOf = async (calls: readonly request.Test[]) =>
  (await Promise.all(calls)).map(({ status }) => status).toSorted((left, right) => left - right);

it('rejects more orders of one person than the limit, and holds nothing for them (ORD-L1)', async () => {
  expect(await statusesOf(Array.from({ length: 5 }, () => place('hoarder')))).toEqual([
    201, 201, 429, 429, 429,
  ]);
  const { body, headers } = await place('hoarder', { address: '198.51.100.7' });
  expect(body.code).toBe('too-many-requests');
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(order.serviceClients.held.size).toBe(2);
  await place('somebody-else').expect(201);
});

it('limits the orders of one network address, with IPv6 prefixes counted together (ORD-L1)', async () => {
  const calls = Array.from({ length: 22 }, (_, index) =>
    place(`person-${index}`, { address: `2001:db8::${index + 1}:1` }),
  );
  const statuses = await statusesOf(calls);
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
});

it('does not count a repeated request (ORD-L1, ORD-O13)', async () => {
  const key = 'the-same-key';
  await place('patient', { key }).expect(201);
  for (let time = 0; time < 4; time += 1) await place('patient', { key }).expect(201);
  await place('patient').expect(201);
  await place('patient').expect(429);
});

describe('limits of pieces and open orders', () => {
  let bounded: TestOrder;
  const limits = { ordersPerHour: 1_000, linePieces: 4, orderPieces: 6, openOrders: 3, openPieces: 10 };
  const [phone, other] = ['c'.repeat(24), 'd'.repeat(24)];
  beforeEach(async () => {
    bounded = await startTestOrder({ limits });
    await storeProduct(bounded, { productId: phone, name: 'Galaxy S26' });
    await storeProduct(bounded, { productId: other, name: 'Pixel 10' });
  });
  afterEach(() => bounded.stop());

  const order = (userId: string, ...quantities: readonly number[]) => {
    const pieces = quantities.reduce((sum, quantity) => sum + quantity, 0);
    const lines = quantities.map((quantity, index) => ({ productId: index === 0 ? phone : other, quantity }));
    return bounded.place(orderOf(lines, totalOf(1000 * pieces)), { userId });
  };

  it('rejects too many pieces of a line or an order, and holds nothing (ORD-L5)', async () => {
    const lineAnswer = await order('large', 5).expect(409);
    expect(lineAnswer.body).toMatchObject({
      code: 'order-limit',
      message: 'An order takes at most 4 pieces of Galaxy S26.',
      details: [{ path: phone, message: 'An order takes at most 4 pieces of Galaxy S26.' }],
    });
    const orderAnswer = await order('large', 4, 3).expect(409);
    expect(orderAnswer.body.message).toBe('An order takes at most 6 pieces altogether.');
    expect(bounded.serviceClients.held.size).toBe(0);
    await order('large', 4, 2).expect(201);
  });

  it('are shown with the prices of a cart (ORD-L5)', async () => {
    const { body } = await bounded
      .call('post', '/api/checkout-orders/quote')
      .send({ products: [{ productId: phone, quantity: 30 }], promoCode: null })
      .expect(200);
    expect(body.data.products).toMatchObject([{ quantity: 30, maxQuantity: 4 }]);
  });

  it('reject an order beyond the open orders of a person, also of parallel ones; a cancelled one makes room (ORD-L6)', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => order('open', 1)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    const refusal = answers.find(({ status }) => status === 409);
    expect(refusal?.body).toMatchObject({
      code: 'order-limit',
      message:
        'You have many orders that are not paid or confirmed yet. Please pay or cancel one of them, or wait until we have confirmed them.',
    });
    expect(bounded.serviceClients.held.size).toBe(3);
    await order('somebody-else', 1).expect(201);
    const placedId = answers.find(({ status }) => status === 201)?.body.order.id;
    await bounded
      .call('post', `/api/checkout-orders/${placedId}/cancel`, bounded.tokens.customer('open'))
      .send({})
      .expect(200);
    await order('open', 1).expect(201);
    await order('open', 1).expect(409);
  });

  it('reject an order beyond the open orders of a person, also of parallel ones at two instances (ORD-L6)', async () => {
    const database = await testDatabase('two-instances');
    const instances = [
      await startTestOrder({ limits, database, bus: createMemoryBus() }),
      await startTestOrder({ limits, database, bus: createMemoryBus() }),
    ];
    for (const instance of instances) await storeProduct(instance, { productId: phone });
    const placeAt = (instance: TestOrder) =>
      instance.place(orderOf([{ productId: phone, quantity: 1 }], totalOf(1000)), { userId: 'open' });
    for (let round = 0; round < 3; round += 1) {
      const statuses = await statusesOf(instances.flatMap((each) => [placeAt(each), placeAt(each)]));
      expect(statuses).toEqual(round === 0 ? [201, 201, 201, 409] : [409, 409, 409, 409]);
    }
    expect(await instances[0]?.context.orders.findOpenCounts('open')).toEqual({ orders: 3, pieces: 3 });
    for (const instance of instances) await instance.stop();
    await database.drop();
  });

  it('make an order wait for another one of its person, and place it when that ended or its instance crashed (ORD-L6)', async () => {
    const { keyClaims } = bounded.context;
    const claim = jest.spyOn(keyClaims, 'claim');
    await keyClaims.claim('waiting', turnKey, 'order elsewhere');
    const first = order('waiting', 1).then(({ status }) => status);
    await eventually(() => expect(claim.mock.calls.length).toBeGreaterThan(2));
    expect(bounded.serviceClients.held.size).toBe(0);
    await keyClaims.release('waiting', turnKey, 'order elsewhere');
    expect(await first).toBe(201);

    await keyClaims.claim('waiting', turnKey, 'order of a crashed instance');
    const placeAgain = () =>
      bounded.place(orderOf([{ productId: phone, quantity: 1 }], totalOf(1000)), {
        userId: 'waiting',
        key: 'one-key-for-both',
      });
    await placeAgain().expect(503);
    expect(bounded.serviceClients.held.size).toBe(1);
    await eventually(async () => expect((await placeAgain()).status).toBe(201), 10_000);
    expect(await bounded.context.orders.findOpenCounts('waiting')).toEqual({ orders: 2, pieces: 2 });
  });

  it("let orders of other people pass while one person's orders wait (ORD-L6, ORD-L7)", async () => {
    const busy = await startTestOrder({
      limits: { ordersPerHour: 1_000, openOrders: 3, placing: { ...waitLimits, atOnce: 2 } },
    });
    await storeProduct(busy, { productId });
    const heldReserve = Promise.withResolvers<void>();
    const reserve = jest
      .spyOn(busy.serviceClients, 'reserve')
      .mockImplementationOnce(() => heldReserve.promise);
    const order = (userId: string) => busy.place(onePieceOrder, { userId }).then(({ status }) => status);
    const first = order('slow');
    await eventually(() => expect(reserve).toHaveBeenCalledTimes(1));
    const waiting = [order('slow'), order('slow')];
    expect(await order('somebody-else')).toBe(201);
    heldReserve.resolve();
    await Promise.all([first, ...waiting]);
    await busy.stop();
  });

  it('count an order whose card was declined, as it holds its pieces until it expires (ORD-L6)', async () => {
    for (let count = 0; count < 3; count += 1) {
      const { body } = await order('declined', 1).expect(201);
      await changeOrder(bounded.context, body.order.id, (current) =>
        markPaymentFailed(current, 'declined', { now: new Date(), actor: { by: 'shop', who: null } }),
      );
    }
    expect((await order('declined', 1)).body.code).toBe('order-limit');
  });

  it('count the pieces of open orders (ORD-L6)', async () => {
    await order('pieces', 4, 2).expect(201);
    await order('pieces', 4, 1).expect(409);
    await order('pieces', 4).expect(201);
    await order('pieces', 1).expect(409);
  });
});

describe('promo codes', () => {
  const check = (promoCode: string | null, address = '192.0.2.1') =>
    order
      .call('post', '/api/checkout-orders/quote')
      .set('X-Forwarded-For', address)
      .send({ products: [{ productId, quantity: 1 }], promoCode });

  it('are not looked up after too many unknown codes (ORD-L2)', async () => {
    const offerId = 'e'.repeat(24);
    await order.bus.publish(
      createEvent(offerCreated, {
        aggregateId: offerId,
        aggregateVersion: 1,
        data: anOfferSnapshot({
          offerId,
          promoCode: 'GALAXY20',
          targetProducts: [],
          validUntil: '2099-12-31',
        }),
      }),
    );
    await order.bus.settle();
    for (let time = 0; time < 6; time += 1) {
      const { body } = await check('GALAXY20').expect(200);
      expect(body.data.promo.applied).toBe(true);
    }
    expect(await statusesOf(Array.from({ length: 9 }, (_, index) => check(`GUESS${index}`)))).toEqual([
      200, 200, 200, 429, 429, 429, 429, 429, 429,
    ]);
    const { body, headers } = await check('GALAXY20').expect(429);
    expect(body.code).toBe('too-many-requests');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await check(null).expect(200);
    await check('GALAXY20', '198.51.100.7').expect(200);
    // The person is counted, not the network, which many people share.
    await check('GALAXY20').set('Authorization', `Bearer ${order.tokens.customer()}`).expect(200);
  });
});
