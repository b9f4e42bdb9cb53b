import { randomUUID } from 'node:crypto';
import { placeOrder } from '@kinmel/contracts';
import { eventually } from '@kinmel/testing';
import { orderOf, totalOf } from '../testing/order-body.ts';
import { startTestShop, type TestShop } from '../testing/test-shop.ts';

jest.setTimeout(120_000);

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => shop.stop());

const countOrders = (filter: object = {}) =>
  shop.databases.order.connection.collection('orders').countDocuments({ state: 'placed', ...filter });

const stockStateOf = async (productId: string) => shop.catalog.context.stock.read(productId);

const statuses = (answers: readonly { status: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, group]) => [status, group.length]),
  );

describe('an order', () => {
  it('is stored, and its pieces are sold (API-22, CHKO-15, CHKO-17, CHKO-18, CHKO-19, ENT-38)', async () => {
    const productId = await shop.product({ name: 'Galaxy S26', price: 1000, stock: 10 });
    const answer = await shop.place(orderOf([{ productId, quantity: 2 }], totalOf(2000)));
    expect(answer.status).toBe(201);
    expect(placeOrder.answer.parse(answer.body)).toEqual(answer.body);
    expect(answer.body.order).toMatchObject({
      orderNumber: expect.stringMatching(/^KM-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/),
      products: [
        { productId, name: 'Galaxy S26', price: 1000, quantity: 2, lineTotal: 2000, specialOffer: null },
      ],
      paymentMethod: 'cash_on_delivery',
      paymentStatus: 'pending',
      orderStatus: 'pending',
      pricing: { subtotal: 2000, shipping: 0, tax: 160, total: 2160 },
      canCancel: true,
      canPay: false,
    });
    expect(await shop.stockOf(productId)).toBe(8);
    await shop.settle();
    expect((await stockStateOf(productId))?.reservations).toEqual([]);
    expect(
      shop.bus.published.filter(({ aggregateId }) => aggregateId === answer.body.order.id),
    ).toMatchObject([
      {
        type: 'order.placed',
        aggregateVersion: 1,
        data: { orderNumber: answer.body.order.orderNumber, totalInMinorUnits: 216_000, offerIds: [] },
      },
    ]);
  });

  it('with offers and a promo code costs what they say, and redeems each once (SIL-15, SIL-16, SIL-50, CONF-69)', async () => {
    const [phone, watch] = [
      await shop.product({ name: 'Pixel 10', price: 500, stock: 5 }),
      await shop.product({ name: 'Pixel Watch', price: 300, stock: 5 }),
    ];
    const code = `C${Date.now()}`.slice(0, 12);
    const promoOffer = await shop.specialOffer({ promoCode: code, discountValue: '10', title: 'Ten less' });
    const claimedOffer = await shop.specialOffer({
      promoCode: `${code}X`,
      title: 'Watch deal',
      targetProducts: JSON.stringify([watch]),
      productDetails: JSON.stringify({ name: 'Watch bundle', originalPrice: 300, discountedPrice: 240 }),
    });
    const setOffer = await shop.specialOffer({
      promoCode: `${code}Y`,
      title: 'A set of ours',
      discountType: 'fixed',
      discountValue: '500',
      productDetails: JSON.stringify({ name: 'Our set', originalPrice: 2000 }),
    });
    const lines = [
      { productId: phone, quantity: 1 },
      { productId: watch, quantity: 1, specialOffer: { id: claimedOffer } },
      { productId: setOffer, quantity: 1, specialOffer: { id: setOffer } },
    ];
    // 500 less 10 percent, 240, 2000 less 500.
    const answer = await shop.place(
      orderOf(lines, totalOf(450 + 240 + 1500), { promoCode: code.toLowerCase() }),
    );
    expect(answer.body).toMatchObject({ success: true });
    expect(answer.body.order).toMatchObject({
      promoCode: code,
      products: [
        { name: 'Pixel 10', price: 450, originalPrice: 500, promoCode: code, specialOffer: null },
        {
          productId: watch,
          name: 'Watch bundle',
          price: 240,
          originalPrice: 300,
          specialOffer: {
            id: claimedOffer,
            title: 'Watch deal',
            discount: '20% OFF',
            discountPercentage: 20,
          },
        },
        {
          productId: setOffer,
          name: 'Our set',
          price: 1500,
          specialOffer: { id: setOffer, discount: 'NPR 500 OFF' },
        },
      ],
    });
    expect(
      await Promise.all([promoOffer, claimedOffer, setOffer].map((id) => shop.redemptionsOf(id))),
    ).toEqual([1, 1, 1]);
    expect([await shop.stockOf(phone), await shop.stockOf(watch)]).toEqual([4, 4]);
    await shop.settle();
    const cancelled = await shop
      .call('post', `/api/checkout-orders/${answer.body.order.id}/cancel`, shop.order.tokens.customer())
      .send({});
    expect(cancelled.body.order).toMatchObject({ orderStatus: 'cancelled', canCancel: false });
    await shop.settle();
    expect(
      await Promise.all([promoOffer, claimedOffer, setOffer].map((id) => shop.redemptionsOf(id))),
    ).toEqual([0, 0, 0]);
    expect([await shop.stockOf(phone), await shop.stockOf(watch)]).toEqual([5, 5]);
  });

  it('asks catalog for a product without a copy, and stores the copy (ORD-C6)', async () => {
    const productId = await shop.product({ stock: 5 });
    await shop.databases.order.connection
      .collection<{ _id: string }>('product_copies')
      .deleteOne({ _id: productId });
    await shop.place(orderOf([{ productId, quantity: 1 }], totalOf(1000))).expect(201);
    shop.cut('order-to-catalog', true);
    try {
      await shop
        .call('post', '/api/checkout-orders/quote')
        .send({ products: [{ productId, quantity: 1 }] })
        .expect(200);
    } finally {
      shop.cut('order-to-catalog', false);
    }
  });
});

describe('prices', () => {
  it('that changed are returned with every line and the total, and nothing is held (SIL-21, API-23, ORD-O4)', async () => {
    const [one, other] = [
      await shop.product({ price: 1000, stock: 5 }),
      await shop.product({ price: 200.5, stock: 5 }),
    ];
    const lines = [
      { productId: one, quantity: 1 },
      { productId: other, quantity: 2 },
    ];
    const before = await countOrders();
    const answer = await shop.place(orderOf(lines, totalOf(1000)));
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      success: false,
      code: 'price-changed',
      error: 'The total has changed. Please review your cart.',
      details: [
        { path: one, message: '1000' },
        { path: other, message: '200.5' },
        { path: 'total', message: String(totalOf(1401)) },
      ],
    });
    expect([await shop.stockOf(one), await shop.stockOf(other), await countOrders()]).toEqual([5, 5, before]);
  });

  it('of the client are ignored, as are name, offer, user, status and number (CONF-68, SIL-21, ENT-25, ENT-27, ENT-28, ENT-29, ENT-30, ORD-O1)', async () => {
    const productId = await shop.product({ name: 'Real name', price: 900, stock: 5 });
    const watch = await shop.product({ price: 300, stock: 5 });
    const claimedOffer = await shop.specialOffer({
      title: 'Watch deal',
      targetProducts: JSON.stringify([watch]),
      productDetails: JSON.stringify({ name: 'Watch bundle', originalPrice: 300, discountedPrice: 240 }),
    });
    const forgedFields = { price: 1, name: 'Free', image: '/uploads/free.webp' };
    const offer = { id: claimedOffer, title: 'All yours', discountPercentage: 99 };
    const lines = [
      { productId, quantity: 1, ...forgedFields },
      { productId: watch, quantity: 1, ...forgedFields, specialOffer: offer },
    ];
    const pricing = { subtotal: 1, shipping: -5, tax: 0, total: totalOf(1140) };
    const ignoredFields = { user: 'somebody-else', orderStatus: 'delivered', paymentStatus: 'paid' };
    const answer = await shop.place(
      orderOf(lines, totalOf(1140), { ...ignoredFields, orderNumber: 'KM-MINE-MINE', pricing }),
    );
    expect(answer.status).toBe(201);
    expect(answer.body.order).toMatchObject({
      products: [
        { name: 'Real name', price: 900 },
        { price: 240, specialOffer: { title: 'Watch deal', discountPercentage: 20 } },
      ],
      pricing: { subtotal: 1140, shipping: 0, tax: 91.2, total: totalOf(1140) },
      orderStatus: 'pending',
      paymentStatus: 'pending',
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/MINE|Free|free\.webp|All yours/);
    expect(await countOrders({ userId: 'somebody-else' })).toBe(0);
  });

  it('of another type or currency are ignored (CONF-68, SIL-21)', async () => {
    const productId = await shop.product({ price: 900, stock: 5 });
    const ignoredLineFields = {
      name: { $gt: '' },
      image: null,
      price: '900',
      currency: 'USD',
      priceInMinorUnits: 1,
    };
    const ignoredFields = {
      user: { _id: 'x', role: 'admin' },
      orderStatus: 'stolen',
      paymentStatus: true,
      currency: 'INR',
      pricing: { subtotal: null, shipping: 'none', tax: [], total: totalOf(900), currency: 'USD' },
    };
    const { body } = await shop.place(
      orderOf([{ productId, quantity: 1, ...ignoredLineFields }], totalOf(900), ignoredFields),
    );
    expect(body.order.pricing).toEqual({ subtotal: 900, shipping: 0, tax: 72, total: 972 });
  });
});

/** Repeats the key while the shop is too busy, like the page. */
async function placeUntilAnswered(body: object, userId: string) {
  const key = randomUUID();
  return eventually(async () => {
    const answer = await shop.place(body, { userId, key });
    return answer.status !== 503 && answer.body.code !== 'key-in-progress' && answer;
  }, 100_000);
}

describe('the last pieces', () => {
  it("are sold although order's copy says sold out: catalog decides (ORD-C4, ORD-O2)", async () => {
    const productId = await shop.product({ stock: 1 });
    const { matchedCount } = await shop.databases.order.connection
      .collection<{ _id: string }>('product_copies')
      .updateOne(
        { _id: productId },
        { $set: { stock: { version: 99, inStock: false, lowStockCount: null } } },
      );
    expect(matchedCount).toBe(1);
    const answer = await shop.place(orderOf([{ productId, quantity: 1 }], totalOf(1000)));
    expect(answer.status).toBe(201);
    expect(await shop.stockOf(productId)).toBe(0);
  });

  it('sell 1 piece to one of 200 parallel buyers, and reject the others by product name (S-01)', async () => {
    const productId = await shop.product({ name: 'The last one', stock: 1 });
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        placeUntilAnswered(orderOf([{ productId, quantity: 1 }], totalOf(1000)), `buyer-${n}`),
      ),
    );
    expect(statuses(answers)).toEqual({ 201: 1, 409: 199 });
    for (const { status, body } of answers) {
      if (status === 409)
        expect(body).toMatchObject({
          code: 'out-of-stock',
          message: 'The last one is out of stock.',
          details: [{ path: productId }],
        });
    }
    expect(await shop.stockOf(productId)).toBe(0);
    await shop.settle();
    expect((await stockStateOf(productId))?.reservations).toEqual([]);
    expect(await countOrders({ 'lines.productId': productId })).toBe(1);
  });

  it('never go below 0 with orders of two products in opposite sequence (S-02)', async () => {
    const [one, other] = [await shop.product({ stock: 10 }), await shop.product({ stock: 10 })];
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, n) => {
        const quantity = (n % 3) + 1;
        const lines = [one, other].map((productId) => ({ productId, quantity }));
        const body = orderOf(n % 2 ? lines : lines.toReversed(), totalOf(2000 * quantity));
        return placeUntilAnswered(body, `pair-${n}`);
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
    const soldPieces = answers
      .filter(({ status }) => status === 201)
      .reduce((sum, { body }) => sum + body.order.products[0].quantity, 0);
    await shop.settle();
    for (const productId of [one, other])
      expect(await stockStateOf(productId)).toMatchObject({ stock: 10 - soldPieces, reservations: [] });
  });

  it('sell 3 of two products in three of five parallel orders, in each of 10 rounds (S-02)', async () => {
    for (let round = 0; round < 10; round += 1) {
      const pair = [await shop.product({ stock: 3 }), await shop.product({ stock: 3 })];
      const lines = pair.map((productId) => ({ productId, quantity: 1 }));
      const answers = await Promise.all(
        Array.from({ length: 5 }, (_, n) =>
          shop.place(orderOf(n % 2 ? lines : lines.toReversed(), totalOf(2000)), { userId: `last-${n}` }),
        ),
      );
      expect(statuses(answers)).toEqual({ 201: 3, 409: 2 });
      expect(await Promise.all(pair.map((productId) => shop.stockOf(productId)))).toEqual([0, 0]);
    }
  });

  it('show how many are left only when they are few (SIL-22)', async () => {
    const [few, many] = [
      await shop.product({ name: 'Few', stock: 3 }),
      await shop.product({ name: 'Many', stock: 50 }),
    ];
    const answer = await shop.place(
      orderOf(
        [
          { productId: few, quantity: 4 },
          { productId: many, quantity: 60 },
        ],
        totalOf(64_000),
      ),
    );
    expect(answer.body.message).toBe('Only 3 left of Few. There are not so many pieces of Many.');
    expect([await shop.stockOf(few), await shop.stockOf(many)]).toEqual([3, 50]);
  });
});

describe('failures while placing', () => {
  it('releases the pieces when the redemption fails, 20 of 20 (R-22, I-10)', async () => {
    const productId = await shop.product({ price: 1000, stock: 20 });
    const offerId = await shop.specialOffer({
      promoCode: `U${Date.now()}`.slice(0, 12),
      maxRedemptions: '1',
      targetProducts: JSON.stringify([productId]),
      productDetails: JSON.stringify({ originalPrice: 1000, discountedPrice: 800 }),
    });
    const line = { productId, quantity: 1, specialOffer: { id: offerId } };
    const answers = await Promise.all(
      Array.from({ length: 21 }, (_, n) => placeUntilAnswered(orderOf([line], totalOf(800)), `claimer-${n}`)),
    );
    expect(statuses(answers)).toEqual({ 201: 1, 409: 20 });
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'offer-not-available',
      details: [{ path: offerId, message: expect.stringMatching(/^The offer ".+" has been used up\.$/) }],
    });
    await shop.settle();
    expect(await stockStateOf(productId)).toMatchObject({ stock: 19, reservations: [] });
    expect(await shop.redemptionsOf(offerId)).toBe(1);
  });

  it('releases a hold whose order is abandoned; a late insert then fails (R-01, I-4)', async () => {
    const productId = await shop.product({ stock: 1 });
    const { orders } = shop.order.context;
    const insert = orders.insert.bind(orders);
    const { promise: paused, resolve: reached } = Promise.withResolvers<void>();
    const { promise: resumed, resolve: resume } = Promise.withResolvers<void>();
    const blockedInsert = jest.spyOn(orders, 'insert').mockImplementation(async (...parts) => {
      reached();
      await resumed;
      return insert(...parts);
    });
    const lateAnswer = shop
      .place(orderOf([{ productId, quantity: 1 }], totalOf(1000)))
      .then((answer) => answer);
    await paused;
    expect(await shop.stockOf(productId)).toBe(0);
    shop.pass(61_000);
    await shop.catalog.settleOverdue();
    expect(await stockStateOf(productId)).toMatchObject({ stock: 1, reservations: [] });
    resume();
    expect((await lateAnswer).status).toBe(503);
    blockedInsert.mockRestore();
    expect(await shop.stockOf(productId)).toBe(1);
    expect(await countOrders({ 'lines.productId': productId })).toBe(0);
    await shop.place(orderOf([{ productId, quantity: 1 }], totalOf(1000))).expect(201);
  });

  it('keeps overdue holds while order is unreachable (I-4)', async () => {
    const productId = await shop.product({ stock: 1 });
    shop.bus.disconnect();
    try {
      await shop.place(orderOf([{ productId, quantity: 1 }], totalOf(1000))).expect(201);
      shop.pass(61_000);
      shop.cut('to-order', true);
      expect(await shop.catalog.settleOverdue()).toMatchObject({ settled: 0 });
      expect(await stockStateOf(productId)).toMatchObject({ stock: 0, reservations: [{ quantity: 1 }] });
      shop.cut('to-order', false);
      // The lease of the failed sweep has to expire first.
      await eventually(async () => {
        await shop.catalog.settleOverdue();
        expect(await stockStateOf(productId)).toMatchObject({ stock: 0, reservations: [] });
      }, 60_000);
    } finally {
      shop.cut('to-order', false);
      shop.bus.reconnect();
    }
    await shop.settle();
    expect(await stockStateOf(productId)).toMatchObject({ stock: 0, reservations: [] });
  });

  it('stores nothing when catalog is unreachable', async () => {
    const productId = await shop.product({ stock: 1 });
    shop.cut('order-to-catalog', true);
    try {
      const answer = await shop.place(orderOf([{ productId, quantity: 1 }], totalOf(1000)));
      expect(answer.status).toBeGreaterThanOrEqual(500);
    } finally {
      shop.cut('order-to-catalog', false);
    }
    expect(await countOrders({ 'lines.productId': productId })).toBe(0);
  });

  it('returns the stored order for the same key after the answer of the write was lost, 20 of 20 (D-03, I-1)', async () => {
    const productId = await shop.product({ stock: 100 });
    const { orders } = shop.order.context;
    const insert = orders.insert.bind(orders);
    const ids: string[] = [];
    for (let round = 0; round < 20; round += 1) {
      const key = randomUUID();
      const body = orderOf([{ productId, quantity: 1 }], totalOf(1000));
      const lostAnswer = jest.spyOn(orders, 'insert').mockImplementation(async (...parts) => {
        await insert(...parts);
        ids.push(parts[0].id);
        throw new Error('the line was cut');
      });
      await shop.place(body, { key }).expect(500);
      lostAnswer.mockRestore();
      const again = await shop.place(body, { key }).expect(201);
      expect(again.body.order.id).toBe(ids.at(-1));
      expect(again.headers['idempotency-replayed']).toBe('true');
    }
    expect(await countOrders({ 'lines.productId': productId })).toBe(20);
    await shop.settle();
    expect(await stockStateOf(productId)).toMatchObject({ stock: 80, reservations: [] });
  });
});
