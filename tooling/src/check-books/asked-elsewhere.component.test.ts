import { eventually } from '@kinmel/testing';
import { testBroker, testMongoUri } from '@kinmel/testing/servers';
import { type Channel, type ChannelModel, connect } from 'amqplib';
import Stripe from 'stripe';
import { type PaymentSandbox, startPaymentSandbox } from '../payment-sandbox/payment-sandbox.ts';
import { findViolations } from './check-books.ts';
import { openOrder, openSmallShop, type SmallShop, unknownId } from './testing/small-shop.ts';

let shop: SmallShop;
beforeAll(async () => {
  shop = await openSmallShop();
});
beforeEach(() => shop.reset());
afterAll(() => shop.drop());

describe('messages at the broker (I-8)', () => {
  const queue = 'notification.order-status-changed';
  const { url: amqpUrl, prefix: queuePrefix } = testBroker();
  let model: ChannelModel;
  let channel: Channel;
  const declared: string[] = [];

  async function declare(name: string, options: object = {}): Promise<string> {
    const full = `${queuePrefix}${name}`;
    await channel.assertQueue(full, { durable: true, arguments: { 'x-queue-type': 'quorum', ...options } });
    declared.push(full);
    return full;
  }
  const put = (name: string, messageId: string) =>
    channel.sendToQueue(`${queuePrefix}${name}`, Buffer.from('{}'), { messageId, persistent: true });
  const holds = (name: string, count: number) =>
    eventually(async () =>
      expect((await channel.checkQueue(`${queuePrefix}${name}`)).messageCount).toBe(count),
    );

  beforeAll(async () => {
    model = await connect(amqpUrl);
    channel = await model.createChannel();
    for (const service of ['offer', 'notification', 'device'])
      await declare(`${service}.order-status-changed`);
    await declare(`${queue}.parked`, { 'x-delivery-limit': 1_000_000 });
    await declare('notification.retry.1');
  });
  beforeEach(async () => {
    for (const name of declared) await channel.purgeQueue(name);
    await shop.set('order.orders', openOrder, { version: 9 });
  });
  afterAll(async () => {
    for (const name of declared) await channel.deleteQueue(name);
    await model.close();
  });

  const options = () => ({ mongodbUri: testMongoUri(), databasePrefix: shop.prefix, amqpUrl, queuePrefix });
  /** Ids of events that are reported as lost. */
  async function lost(): Promise<string[]> {
    const findings = await findViolations(options());
    const { offences = [] } = findings.find(({ id }) => id === 'I-8') ?? {};
    return offences.map(({ text }) => text.split(' ').at(-1) ?? '').sort();
  }
  const changed = { type: 'order.status-changed', aggregateId: openOrder };
  /** An event that all consumers but notification have handled. */
  async function published(aggregateVersion: number, sentMsAgo: number) {
    const event = await shop.publish('order.orders', { ...changed, aggregateVersion, sentMsAgo });
    for (const service of ['offer', 'device'])
      await shop.markHandled(`${service}.order-status-changed`, event);
    return event.eventId;
  }

  it('excuses only a parked message itself', async () => {
    const [parked, other] = [await published(2, 120_000), await published(3, 120_000)];
    put(`${queue}.parked`, parked);
    await holds(`${queue}.parked`, 1);
    expect(await lost()).toEqual([other]);
    // The message is still in its queue.
    await holds(`${queue}.parked`, 1);
  });

  it('excuses only a message in a retry pause itself', async () => {
    const [paused, other] = [await published(2, 120_000), await published(3, 120_000)];
    await channel.assertExchange(`${queuePrefix}retry`, 'fanout', { autoDelete: true });
    await channel.bindQueue(`${queuePrefix}notification.retry.1`, `${queuePrefix}retry`, '');
    channel.publish(`${queuePrefix}retry`, `${queuePrefix}${queue}`, Buffer.from('{}'), {
      messageId: paused,
    });
    await holds('notification.retry.1', 1);
    expect(await lost()).toEqual([other]);
  });

  it('ignores a note about a message that is not parked any more', async () => {
    const eventId = await published(2, 120_000);
    await shop.collection('notification.parked_events').insertOne({ _id: `${queue}:${eventId}` });
    expect(await lost()).toEqual([eventId]);
    expect(await findViolations({ ...options(), amqpUrl: undefined })).toContainEqual(
      expect.objectContaining({ id: 'I-8', offences: [] }),
    );
  });

  it('excuses as many of the newest as are queued, and none that later ones have overtaken', async () => {
    const old = await published(2, 10 * 60_000);
    const [earlier, newest] = [await published(4, 2_000), await published(5, 1_000)];
    put(queue, newest);
    await holds(queue, 1);
    expect(await lost()).toEqual([old, earlier].sort());
    put(queue, earlier);
    put(queue, 'an event that was published after the databases were read');
    await holds(queue, 3);
    // All of them may be queued, until a later one turns out to be handled.
    expect(await lost()).toEqual([]);
    await shop.publishToAll({ ...changed, aggregateVersion: 3, sentMsAgo: 60_000 });
    expect(await lost()).toEqual([old]);
  });

  it('ignores a consumer that this shop does not run', async () => {
    await shop.collection('catalog.inbox').deleteMany({});
    const findings = await findViolations(options());
    expect(findings.find(({ id }) => id === 'I-8')).toMatchObject({
      offences: [],
      counted: expect.stringContaining('without catalog.order-placed'),
    });
  });
});

describe('payments at the provider (I-18, I-23)', () => {
  const secretKey = 'sk_test_sandbox';
  let sandbox: PaymentSandbox;
  let stripe: Stripe;

  beforeEach(async () => {
    sandbox = await startPaymentSandbox({
      port: 0,
      webhookUrl: 'http://127.0.0.1:9/webhook',
      webhookSecret: 'whsec_of_a_test',
      secretKey,
      retryAfterMs: [],
    });
    const { hostname, port } = new URL(sandbox.address);
    stripe = new Stripe(secretKey, { host: hostname, port, protocol: 'http', telemetry: false });
  });
  afterEach(() => sandbox.stop());

  const priceOf = (unit_amount: number) => ({
    currency: 'npr',
    unit_amount,
    product_data: { name: 'Phone' },
  });
  /** @param amount in minor units */
  const pageOf = (orderId: string, amount = 4200) =>
    stripe.checkout.sessions.create({
      mode: 'payment',
      metadata: { orderId },
      success_url: 'http://localhost:8080/payment-success',
      cancel_url: 'http://localhost:8080/payment-cancel',
      line_items: [{ quantity: 1, price_data: priceOf(amount) }],
    });
  /** Pays at the provider, and returns the payment id. */
  async function pay(orderId: string, amount?: number): Promise<string> {
    const session = await pageOf(orderId, amount);
    sandbox.pay(session.id, 'success');
    const { payment_intent: payment } = await stripe.checkout.sessions.retrieve(session.id);
    if (typeof payment !== 'string') throw new Error('A paid session has a payment.');
    return payment;
  }
  const orderSays = (paymentId: string | null, refund: object | null = null) =>
    shop.set('order.orders', openOrder, { card: { paymentId }, refund });
  async function found(invariant = 'I-18') {
    const payments = { secretKey, apiBase: sandbox.address };
    const options = { mongodbUri: testMongoUri(), databasePrefix: shop.prefix, payments };
    const finding = (await findViolations(options)).find(({ id }) => id === invariant);
    return (finding?.offences ?? []).map(({ text }) => text);
  }
  const done = { state: 'done', since: new Date() };

  it('holds while order and provider agree, over several pages of the list', async () => {
    const paymentId = await pay(openOrder);
    await orderSays(paymentId);
    // More than one page of the provider's list.
    for (let index = 0; index < 101; index += 1)
      await stripe.refunds.create({ payment_intent: await pay(unknownId) });
    expect(await found()).toEqual([]);
    await stripe.refunds.create({ payment_intent: paymentId });
    await orderSays(paymentId, done);
    expect(await found()).toEqual([]);
  });

  it('asks Stripe for no payment of another method', async () => {
    await orderSays('wallet_payment_1');
    expect(await found()).toEqual([]);
  });

  it('reports an open page of an order that is paid or cancelled, unless it is being closed (I-23)', async () => {
    const { id } = await pageOf(openOrder);
    const says = (change: object) => shop.set('order.orders', openOrder, change);
    for (const waiting of ['pending', 'failed']) {
      await says({ paymentStatus: waiting });
      expect(await found('I-23')).toEqual([]);
    }
    await says({ paymentStatus: 'paid' });
    const texts = [`${openOrder} is paid, and its page ${id} is open`];
    expect(await found('I-23')).toEqual(texts);
    await says({ pagesToClose: [{ sessionId: id, since: new Date() }] });
    expect(await found('I-23')).toEqual([]);
    await says({ pagesToClose: [], paymentStatus: 'failed', orderStatus: 'cancelled' });
    expect(await found('I-23')).toEqual([`${openOrder} is cancelled, and its page ${id} is open`]);
    await stripe.checkout.sessions.expire(id);
    expect(await found('I-23')).toEqual([]);
  });

  const refundOf = async (payment: Promise<string>) =>
    stripe.refunds.create({ payment_intent: await payment });
  const noted = async (amount?: number, refund?: object) => {
    const paymentId = await pay(openOrder, amount);
    await orderSays(paymentId, refund);
    return paymentId;
  };
  it('accepts a refund by hand', async () => {
    await noted(4200, { ...done, isByHand: true });
    expect(await found()).toEqual([]);
  });

  it.each([
    ['on its way back', { state: 'due' }],
    ['that staff handed back', { state: 'done', isByHand: true }],
  ])('accepts a second payment %s', async (_, stored) => {
    await noted();
    const second = {
      paymentId: await pay(openOrder),
      amountInMinorUnits: 4200,
      since: new Date(),
      ...stored,
    };
    await shop.set('order.orders', openOrder, { secondPayments: [second] });
    expect(await found()).toEqual([]);
  });

  /** The order has the refund of a return, but the provider refunded another amount. */
  const returned = async (atProvider: number, over: object = {}) => {
    const payment_intent = await noted();
    await stripe.refunds.create({ payment_intent, amount: atProvider });
    const made = {
      ...done,
      id: 'r1',
      amountInMinorUnits: 1000,
      creditInMinorUnits: 0,
      settledAt: new Date(),
    };
    await shop.set('order.orders', openOrder, { returns: [{ ...made, ...over }] });
  };

  it('accepts the refund of a return, also one that is under way', async () => {
    await returned(1000);
    expect(await found()).toEqual([]);
    await shop.set('order.orders', openOrder, { 'returns.0.state': 'due' });
    expect(await found()).toEqual([]);
  });

  it.each<readonly [string, string, () => Promise<unknown>]>([
    ['less than returns gave back', 'gave back 1000, the provider 900', () => returned(900)],
    ['more than returns gave back', '1100 was refunded without', () => returned(1100)],
    ['a refund by hand that was made', '1000 was refunded', () => returned(1000, { isByHand: true })],
    ['a payment that the order does not know of', 'the order does not know it', () => pay(openOrder)],
    ['a payment for an order that is not there', 'the order does not exist', () => pay(unknownId)],
    ['a second payment', 'the order does not know it', async () => (await noted()) && pay(openOrder)],
    ['another amount than the total', '4200 was left to pay', () => noted(4100)],
    ['a refund that the order does not know of', '4200 was refunded', () => refundOf(noted())],
    ['a refund that the provider never made', 'the provider refunded 0', () => noted(4200, done)],
    [
      'a payment that the provider never took',
      'has no payment pi_unknown',
      async () => {
        await orderSays('pi_unknown');
        await shop.set('order.orders', openOrder, { createdAt: new Date() });
      },
    ],
  ])('names %s', async (_what, text, plant) => {
    await plant();
    const texts = await found();
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain(text);
  });
});
