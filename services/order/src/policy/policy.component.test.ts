import { fiscalYearsSchema, getPolicy } from '@kinmel/contracts';
import request from 'supertest';
import { providerOf } from '../payments/methods/methods.ts';
import { orderOf, totalOf } from '../testing/order-body.ts';
import { startTestOrder, storeProduct, type TestOrder } from '../testing/test-order.ts';
import { policyContent } from './policy-content.ts';

let order: TestOrder;

beforeAll(async () => {
  order = await startTestOrder();
});
afterAll(() => order.stop());

const read = (headers: Record<string, string> = {}) => request(order.server).get('/api/policy').set(headers);

describe('the policy record', () => {
  it('is public after the first start (ORD-P1, CONF-06)', async () => {
    const answer = await read();
    expect(answer.status).toBe(200);
    expect(getPolicy.answer.parse(answer.body)).toEqual(answer.body);
  });

  it('has the texts and figures of the documents (CART-23, CART-24, CART-25, CART-26, INFO-04, REP-05, CONST-01, CONST-02, CONST-03)', async () => {
    const { data } = (await read()).body;
    expect(data).toMatchObject({
      currency: 'NPR',
      shipping: {
        feeInMinorUnits: 1_500,
        freeAboveInMinorUnits: 20_000,
        sentence: 'Free shipping over NPR 200',
      },
      tax: { percent: 8, label: 'Tax (8%)' },
      seller: { name: 'Kinmel', pan: '600000000' },
      returns: { days: 30, sentence: '30-day money-back guarantee' },
      payments: { sentence: 'Secure payments', methods: ['cash_on_delivery', 'card', 'esewa', 'khalti'] },
      credit: { maxGoodwill: { amountInMinorUnits: 500_000, currency: 'NPR' } },
      support: { sentence: '24/7 support', officeHours: 'Mon-Fri 8am to 5pm' },
      warranty: { repairDays: 90, repairSentence: '90-day repair warranty' },
    });
  });

  it('has the texts of the chat, which decide nothing (CHAT-10, CHAT-11, CHAT-12, CHAT-13, CHAT-14, CHAT-15, CHAT-16, CHAT-17, CONF-04, CONF-05, CONF-06, CONF-07)', async () => {
    const { chat } = (await read()).body.data;
    expect(chat.freeDelivery).toBe(
      'Free shipping over NPR 200 is for orders on this site. For an order by phone, delivery is free above NPR 5,000.',
    );
    expect(chat.expressDelivery).toContain('NPR 500');
    expect(chat.sameDayDelivery).toMatch(/Kathmandu.*NPR 800/);
    expect(chat.returns).toBe(
      'We have a 7-day return policy for exchanges: exchange within 7 days, money back within 30.',
    );
    expect(chat.warranty).toMatch(
      /6 months for phones and watches, 1 year for laptops, 3 months for accessories/,
    );
  });

  it('has the fiscal years, which begin on 1 Shrawan (ORD-T6)', async () => {
    const { fiscalYears } = (await read()).body.data;
    expect(fiscalYears).toMatchObject({
      '2081/82': '2024-07-16',
      '2082/83': '2025-07-17',
      '2083/84': '2026-07-17',
    });
    expect(fiscalYearsSchema.parse(fiscalYears)).toEqual(fiscalYears);
  });

  it('has the configured contact (ORD-P3, CONF-02)', async () => {
    expect((await read()).body.data.contact).toEqual({
      address: 'Test street 1',
      email: 'shop@test.example',
      phone: '1',
    });
  });

  it('has the time zone of the shop, in which pages show times (ORD-P3)', async () => {
    expect((await read()).body.data.timeZone).toBe('Asia/Kathmandu');
  });

  it('has the configured social links (ORD-P3, INFO-06)', async () => {
    expect((await read()).body.data.social).toEqual([
      { name: 'Facebook', address: 'https://www.facebook.com/test' },
    ]);
  });

  it('offers cash only where no payment provider is configured, and takes no order with another method (ORD-P5)', async () => {
    const withoutProviders = await startTestOrder({ paymentProvider: providerOf({}) });
    const { body } = await request(withoutProviders.server).get('/api/policy');
    expect(body.data.payments.methods).toEqual(['cash_on_delivery']);
    const productId = 'a'.repeat(24);
    await storeProduct(withoutProviders, { productId });
    const place = (paymentMethod: string) =>
      withoutProviders.place(orderOf([{ productId, quantity: 1 }], totalOf(1000), { paymentMethod }));
    const refusal = await place('card').expect(400);
    expect(refusal.body.message).toBe(
      'Card is not offered at the moment. Please choose another way of paying.',
    );
    expect(withoutProviders.serviceClients.held.size).toBe(0);
    await place('cash_on_delivery').expect(201);
    await withoutProviders.stop();
  });

  it('answers 304 to a known ETag', async () => {
    const first = await read();
    const second = await read({ 'If-None-Match': String(first.headers['etag']) });
    expect(second.status).toBe(304);
    expect(second.text).toBe('');
  });

  it('makes no database call while it is cached', async () => {
    await read();
    const calls = order.databaseCalls('policies');
    for (let time = 0; time < 10; time += 1) await read();
    expect(order.databaseCalls('policies')).toBe(calls);
  });

  it('stores a higher version once, keeps the old one, and ignores older content (ORD-P2)', async () => {
    const next = {
      ...policyContent,
      version: policyContent.version + 1,
      returns: { ...policyContent.returns, days: 60, sentence: '60-day money-back guarantee' },
    };
    const { policies } = order.context;
    await Promise.all([policies.ensureStored(next), policies.ensureStored(next)]);
    await policies.ensureStored(policyContent);
    order.advanceClock(61_000);

    expect((await read()).body.data).toMatchObject({ version: next.version, returns: { days: 60 } });
    expect(await order.connection.collection('policies').countDocuments()).toBe(2);
  });

  it('is still read in a version that was stored before a figure existed (ORD-P2)', async () => {
    const [{ days: _new, ...returns }, version] = [policyContent.returns, policyContent.version - 1];
    const older = { ...policyContent, version, returns: { ...returns, sentence: 'Older' } };
    await order.context.policies.ensureStored(older as typeof policyContent);
    expect(await order.context.policies.of(version)).toEqual({
      ...(await order.context.policies.inForce()),
      version,
      returns: { ...(await order.context.policies.inForce()).returns, sentence: 'Older' },
    });
  });

  it('has no endpoint to write it', async () => {
    const answer = await request(order.server).put('/api/policy').send({ tax: 0 });
    expect(answer.status).toBe(405);
    expect(answer.body).toMatchObject({ success: false, code: 'method-not-allowed' });
  });
});
