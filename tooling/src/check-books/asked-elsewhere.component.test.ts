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
  const declaredQueues: string[] = [];

  async function declare(name: string, options: object = {}): Promise<string> {
    const fullName = `${queuePrefix}${name}`;
    await channel.assertQueue(fullName, {
      durable: true,
      arguments: { 'x-queue-type': 'quorum', ...options },
    });
    declaredQueues.push(fullName);
    return fullName;
  }
  const sendTo = (name: string, messageId: string) =>
    channel.sendToQueue(`${queuePrefix}${name}`, Buffer.from('{}'), { messageId, persistent: true });
  const waitForCount = (name: string, count: number) =>
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
    for (const name of declaredQueues) await channel.purgeQueue(name);
    await shop.set('order.orders', openOrder, { version: 9 });
  });
  afterAll(async () => {
    for (const name of declaredQueues) await channel.deleteQueue(name);
    await model.close();
  });

  const options = () => ({ mongodbUri: testMongoUri(), databasePrefix: shop.prefix, amqpUrl, queuePrefix });
  /** Ids of events that are reported as lost. */
  async function lostEvents(): Promise<string[]> {
    const findings = await findViolations(options());
    const { offences = [] } = findings.find(({ id }) => id === 'I-8') ?? {};
    return offences.map(({ text }) => text.split(' ').at(-1) ?? '').sort();
  }
  const statusChanged = { type: 'order.status-changed', aggregateId: openOrder };
  /** An event that all consumers but notification have handled. */
  async function publishChange(aggregateVersion: number, sentMsAgo: number) {
    const event = await shop.publish('order.orders', { ...statusChanged, aggregateVersion, sentMsAgo });
    for (const service of ['offer', 'device'])
      await shop.markHandled(`${service}.order-status-changed`, event);
    return event.eventId;
  }

  it('accepts only the parked message itself', async () => {
    const [parked, other] = [await publishChange(2, 120_000), await publishChange(3, 120_000)];
    sendTo(`${queue}.parked`, parked);
    await waitForCount(`${queue}.parked`, 1);
    expect(await lostEvents()).toEqual([other]);
    // The message is still in its queue.
    await waitForCount(`${queue}.parked`, 1);
  });

  it('accepts only the message in a retry pause itself', async () => {
    const [paused, other] = [await publishChange(2, 120_000), await publishChange(3, 120_000)];
    await channel.assertExchange(`${queuePrefix}retry`, 'fanout', { autoDelete: true });
    await channel.bindQueue(`${queuePrefix}notification.retry.1`, `${queuePrefix}retry`, '');
    channel.publish(`${queuePrefix}retry`, `${queuePrefix}${queue}`, Buffer.from('{}'), {
      messageId: paused,
    });
    await waitForCount('notification.retry.1', 1);
    expect(await lostEvents()).toEqual([other]);
  });

  it('ignores a record of a message that is no longer parked', async () => {
    const eventId = await publishChange(2, 120_000);
    await shop.collection('notification.parked_events').insertOne({ _id: `${queue}:${eventId}` });
    expect(await lostEvents()).toEqual([eventId]);
    expect(await findViolations({ ...options(), amqpUrl: undefined })).toContainEqual(
      expect.objectContaining({ id: 'I-8', offences: [] }),
    );
  });

  it('accepts as many of the newest messages as are queued, and none before a message that was handled', async () => {
    const old = await publishChange(2, 10 * 60_000);
    const [earlier, newest] = [await publishChange(4, 2_000), await publishChange(5, 1_000)];
    sendTo(queue, newest);
    await waitForCount(queue, 1);
    expect(await lostEvents()).toEqual([old, earlier].sort());
    sendTo(queue, earlier);
    sendTo(queue, 'an event that was published after the databases were read');
    await waitForCount(queue, 3);
    // All of them may be queued, until a later one turns out to be handled.
    expect(await lostEvents()).toEqual([]);
    await shop.publishToAll({ ...statusChanged, aggregateVersion: 3, sentMsAgo: 60_000 });
    expect(await lostEvents()).toEqual([old]);
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
  const setOrder = (paymentId: string | null, refund: object | null = null) =>
    shop.set('order.orders', openOrder, { card: { paymentId }, refund });
  async function offencesOf(invariant = 'I-18') {
    const payments = { secretKey, apiBase: sandbox.address };
    const options = { mongodbUri: testMongoUri(), databasePrefix: shop.prefix, payments };
    const finding = (await findViolations(options)).find(({ id }) => id === invariant);
    return (finding?.offences ?? []).map(({ text }) => text);
  }
  const doneRefund = { state: 'done', since: new Date() };

  it('holds while order and provider agree, over several pages of the list', async () => {
    const paymentId = await pay(openOrder);
    await setOrder(paymentId);
    // More than one page of the provider's list.
    for (let index = 0; index < 101; index += 1)
      await stripe.refunds.create({ payment_intent: await pay(unknownId) });
    expect(await offencesOf()).toEqual([]);
    await stripe.refunds.create({ payment_intent: paymentId });
    await setOrder(paymentId, doneRefund);
    expect(await offencesOf()).toEqual([]);
  });

  it('asks Stripe for no payment of another method', async () => {
    await setOrder('wallet_payment_1');
    expect(await offencesOf()).toEqual([]);
  });

  it('reports an open page of an order that is paid or cancelled, unless it is being closed (I-23)', async () => {
    const { id } = await pageOf(openOrder);
    const says = (change: object) => shop.set('order.orders', openOrder, change);
    for (const waiting of ['pending', 'failed']) {
      await says({ paymentStatus: waiting });
      expect(await offencesOf('I-23')).toEqual([]);
    }
    await says({ paymentStatus: 'paid' });
    const texts = [`${openOrder} is paid, and its page ${id} is open`];
    expect(await offencesOf('I-23')).toEqual(texts);
    await says({ pagesToClose: [{ sessionId: id, since: new Date() }] });
    expect(await offencesOf('I-23')).toEqual([]);
    await says({ pagesToClose: [], paymentStatus: 'failed', orderStatus: 'cancelled' });
    expect(await offencesOf('I-23')).toEqual([`${openOrder} is cancelled, and its page ${id} is open`]);
    await stripe.checkout.sessions.expire(id);
    expect(await offencesOf('I-23')).toEqual([]);
  });

  const refundOf = async (payment: Promise<string>) =>
    stripe.refunds.create({ payment_intent: await payment });
  const paidOrder = async (amount?: number, refund?: object) => {
    const paymentId = await pay(openOrder, amount);
    await setOrder(paymentId, refund);
    return paymentId;
  };
  it('accepts a refund by hand', async () => {
    await paidOrder(4200, { ...doneRefund, isByHand: true });
    expect(await offencesOf()).toEqual([]);
  });

  it.each([
    ['being returned', { state: 'due' }],
    ['that staff handed back', { state: 'done', isByHand: true }],
  ])('accepts a second payment %s', async (_, stored) => {
    await paidOrder();
    const second = {
      paymentId: await pay(openOrder),
      amountInMinorUnits: 4200,
      since: new Date(),
      ...stored,
    };
    await shop.set('order.orders', openOrder, { secondPayments: [second] });
    expect(await offencesOf()).toEqual([]);
  });

  /** The order has the refund of a return, but the provider refunded another amount. */
  const returnedOrder = async (atProvider: number, over: object = {}) => {
    const payment_intent = await paidOrder();
    await stripe.refunds.create({ payment_intent, amount: atProvider });
    const storedReturn = {
      ...doneRefund,
      id: 'r1',
      amountInMinorUnits: 1000,
      creditInMinorUnits: 0,
      settledAt: new Date(),
    };
    await shop.set('order.orders', openOrder, { returns: [{ ...storedReturn, ...over }] });
  };

  it('accepts the refund of a return, also one in progress', async () => {
    await returnedOrder(1000);
    expect(await offencesOf()).toEqual([]);
    await shop.set('order.orders', openOrder, { 'returns.0.state': 'due' });
    expect(await offencesOf()).toEqual([]);
  });

  it.each<readonly [string, string, () => Promise<unknown>]>([
    ['less than returns gave back', 'gave back 1000, the provider 900', () => returnedOrder(900)],
    ['more than returns gave back', '1100 was refunded without', () => returnedOrder(1100)],
    ['a refund by hand that was made', '1000 was refunded', () => returnedOrder(1000, { isByHand: true })],
    ['a payment that the order does not know of', 'the order does not know it', () => pay(openOrder)],
    ['a payment for an order that does not exist', 'the order does not exist', () => pay(unknownId)],
    ['a second payment', 'the order does not know it', async () => (await paidOrder()) && pay(openOrder)],
    ['another amount than the total', '4200 was left to pay', () => paidOrder(4100)],
    ['a refund that the order does not know of', '4200 was refunded', () => refundOf(paidOrder())],
    ['a refund that the provider never made', 'the provider refunded 0', () => paidOrder(4200, doneRefund)],
    [
      'a payment that the provider never received',
      'has no payment pi_unknown',
      async () => {
        await setOrder('pi_unknown');
        await shop.set('order.orders', openOrder, { createdAt: new Date() });
      },
    ],
  ])('names %s', async (_what, text, plant) => {
    await plant();
    const texts = await offencesOf();
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain(text);
  });
});
