import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@kinmel/testing';
import Stripe from 'stripe';
import { khaltiKey } from './khalti.ts';
import { type PaymentSandbox, startPaymentSandbox } from './payment-sandbox.ts';
import { createWebhookSender, type WebhookSenderOptions } from './webhook-sender.ts';

const webhookSecret = 'whsec_of_a_test';
const secretKey = 'sk_test_sandbox';

const stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** A shop that rejects the first `refuse` webhooks. */
async function setUp({ refuse = 0, slowMs = 5, folder = '' } = {}) {
  const receivedEvents: Stripe.Event[] = [];
  let refusals = refuse;
  const shop = http.createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      if (refusals > 0) {
        refusals -= 1;
        res.writeHead(503).end();
        return;
      }
      const signature = String(req.headers['stripe-signature']);
      receivedEvents.push(Stripe.webhooks.constructEvent(Buffer.concat(chunks), signature, webhookSecret));
      res.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  stops.push(() => void shop.close());
  const start = () =>
    startPaymentSandbox({
      port: 0,
      webhookUrl: `http://127.0.0.1:${(shop.address() as AddressInfo).port}/api/payment/webhook`,
      webhookSecret,
      secretKey,
      slowMs,
      retryAfterMs: [1, 1, 1],
      ...(folder ? { folder } : {}),
    });
  const sandbox = await start();
  stops.push(() => sandbox.stop());
  return { sandbox, stripe: clientOf(sandbox), receivedEvents, start };
}

function clientOf({ address }: PaymentSandbox, key = secretKey): Stripe {
  const { hostname, port } = new URL(address);
  return new Stripe(key, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

const lineOf = (name: string, unit_amount: number, quantity = 1) => ({
  quantity,
  price_data: { currency: 'npr', unit_amount, product_data: { name } },
});
const order: Stripe.Checkout.SessionCreateParams = {
  mode: 'payment',
  client_reference_id: 'a'.repeat(24),
  metadata: { orderId: 'a'.repeat(24), customerName: 'Asha Rai' },
  success_url: 'http://localhost:8080/payment-success?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost:8080/payment-cancel',
  line_items: [lineOf('iPhone 13 Pro', 9_150_000, 2), lineOf('Shipping', 1500)],
};

const post = (url: string, card: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ card }), redirect: 'manual' });

describe('webhook delivery', () => {
  /** A shop that answers with the given function. */
  async function shopOf(answer: (res: http.ServerResponse, count: number) => void) {
    const requests: http.IncomingMessage[] = [];
    const shop = http.createServer((req, res) => {
      requests.push(req);
      req.resume();
      req.on('end', () => answer(res, requests.length));
    });
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
    stops.push(() => {
      shop.closeAllConnections();
      shop.close();
    });
    return { requests, url: `http://127.0.0.1:${(shop.address() as AddressInfo).port}/webhook` };
  }
  const failures: string[] = [];
  beforeEach(() => failures.splice(0));
  const senderTo = (url: string, options: Partial<WebhookSenderOptions> = {}) => {
    const sender = createWebhookSender({
      url,
      secret: webhookSecret,
      retryAfterMs: [1],
      onFailure: (_type, reason) => void failures.push(reason),
      ...options,
    });
    stops.push(() => sender.stop());
    return sender;
  };

  it('posts JSON, and accepts any 2xx', async () => {
    const { url, requests } = await shopOf((res) => void res.writeHead(204).end());
    const sender = senderTo(url);
    sender.send('refund.updated', { id: 're_1' });
    await sender.settle();
    expect(requests).toMatchObject([
      { method: 'POST', headers: { 'content-type': 'application/json; charset=utf-8' } },
    ]);
    expect(failures).toEqual([]);
  });

  it('is retried after a timeout', async () => {
    const { url, requests } = await shopOf((res, count) => {
      if (count > 1) res.writeHead(200).end();
    });
    const sender = senderTo(url, { answerLimitMs: 100, retryAfterMs: Array.from({ length: 50 }, () => 1) });
    sender.send('refund.updated', { id: 're_1' });
    await sender.settle();
    expect(requests.length).toBeGreaterThan(1);
    expect(failures[0]).toMatch(/timeout/i);
  });

  it('is retried after a connection failure', async () => {
    const sender = senderTo('http://127.0.0.1:9/webhook');
    sender.send('refund.updated', { id: 're_1' });
    await sender.settle();
    expect(failures).toEqual([expect.stringContaining('fetch failed')]);
  });

  it('stops with the sandbox, also while the shop hangs', async () => {
    const { url, requests } = await shopOf(() => undefined);
    const sender = senderTo(url, { answerLimitMs: 600_000 });
    sender.send('refund.updated', { id: 're_1' });
    await eventually(() => expect(requests).toHaveLength(1));
    sender.stop();
    await sender.settle();
    expect(requests).toHaveLength(1);
  });
});

describe('the payment sandbox with the official client', () => {
  it('creates a session with a page, accepts a card, and sends a signed webhook', async () => {
    const { sandbox, stripe, receivedEvents } = await setUp();
    const session = await stripe.checkout.sessions.create(order);
    expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', amount_total: 18_301_500 });
    const page = await (await fetch(session.url ?? '')).text();
    expect(page).toContain('no money moves here');
    expect(page).toContain('NPR 183,015');

    const paymentResponse = await post(session.url ?? '', 'success');
    expect(paymentResponse.status).toBe(303);
    expect(paymentResponse.headers.get('location')).toBe(
      `http://localhost:8080/payment-success?session_id=${session.id}`,
    );
    await sandbox.settle();
    expect(receivedEvents).toMatchObject([
      { type: 'checkout.session.completed', data: { object: { id: session.id, payment_status: 'paid' } } },
    ]);
    const storedSession = await stripe.checkout.sessions.retrieve(session.id, { expand: ['line_items'] });
    expect(storedSession.line_items?.data).toMatchObject([
      { description: 'iPhone 13 Pro', amount_total: 18_300_000 },
      { description: 'Shipping', amount_total: 1500 },
    ]);
    expect(storedSession.customer_details?.name).toBe('Asha Rai');
  });

  it('keeps the page open after a decline, and accepts another card', async () => {
    const { sandbox, stripe, receivedEvents } = await setUp();
    const session = await stripe.checkout.sessions.create(order);
    const declineResponse = await post(session.url ?? '', 'declined');
    const page = await fetch(new URL(declineResponse.headers.get('location') ?? '', sandbox.address));
    expect(await page.text()).toContain('Your card was declined.');
    await post(session.url ?? '', 'success');
    await sandbox.settle();
    expect(receivedEvents.map(({ type }) => type)).toEqual([
      'payment_intent.payment_failed',
      'checkout.session.completed',
    ]);
  });

  it.each([
    ['slow', 'checkout.session.async_payment_succeeded', 'paid'],
    ['slow-declined', 'checkout.session.async_payment_failed', 'unpaid'],
  ])('lets a %s card answer later', async (card, lastType, lastStatus) => {
    const { stripe, receivedEvents } = await setUp();
    const session = await stripe.checkout.sessions.create(order);
    await post(session.url ?? '', card);
    await eventually(() => expect(receivedEvents.map(({ type }) => type)).toContain(lastType));
    expect(receivedEvents[0]).toMatchObject({
      type: 'checkout.session.completed',
      data: { object: { payment_status: 'unpaid' } },
    });
    expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe(lastStatus);
  });

  it('expires a session at its time or on request', async () => {
    const { stripe, receivedEvents } = await setUp();
    const expiresAt = Math.floor(Date.now() / 1000) - 1;
    const expiredSession = await stripe.checkout.sessions.create({ ...order, expires_at: expiresAt });
    await eventually(() => expect(receivedEvents).toMatchObject([{ type: 'checkout.session.expired' }]));
    expect((await stripe.checkout.sessions.retrieve(expiredSession.id)).url).toBeNull();
    const openSession = await stripe.checkout.sessions.create(order);
    expect((await stripe.checkout.sessions.expire(openSession.id)).status).toBe('expired');
    expect((await post(openSession.url ?? '', 'success')).headers.get('location')).toBe(
      `/pay/${openSession.id}`,
    );
    expect((await stripe.checkout.sessions.retrieve(openSession.id)).payment_status).toBe('unpaid');
    await expect(stripe.checkout.sessions.expire(openSession.id)).rejects.toMatchObject({ statusCode: 400 });
  });

  it('expires the page of a wallet after an hour', async () => {
    const { sandbox } = await setUp();
    const ask = (path: string, body: object) =>
      fetch(`${sandbox.address}/khalti/api/v2/epayment/${path}/`, {
        method: 'POST',
        headers: { authorization: `Key ${khaltiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).then((res) => res.json() as Promise<Record<string, string>>);
    const site = 'http://localhost:3000';
    const { pidx = '', payment_url: page = '' } = await ask('initiate', {
      return_url: site,
      website_url: site,
      amount: 5_000,
      purchase_order_id: 'a-1',
      purchase_order_name: 'An order',
    });
    const inAnHour = Date.now() + 60 * 60_000 + 1;
    const clock = jest.spyOn(Date, 'now').mockReturnValue(inAnHour);
    await fetch(page, { method: 'POST', body: new URLSearchParams({ choice: 'pay' }), redirect: 'manual' });
    clock.mockRestore();
    expect(await ask('lookup', { pidx })).toMatchObject({ status: 'Expired' });
  });

  it('supports pending refunds and refunds that fail later', async () => {
    const { sandbox, stripe, receivedEvents } = await setUp();
    const { id } = await stripe.checkout.sessions.create(order);
    sandbox.pay(id, 'success');
    const payment_intent = sandbox.sessions()[0]?.paymentIntentId ?? '';
    sandbox.holdRefunds(1);
    const pendingRefund = await stripe.refunds.create({ payment_intent, metadata: { orderId: 'o' } });
    expect(pendingRefund).toMatchObject({ status: 'pending', amount: 18_301_500 });
    expect((await stripe.refunds.list({ payment_intent })).data).toEqual([pendingRefund]);
    for (const [status, type, refundedAmount] of [
      ['succeeded', 'refund.updated', 18_301_500],
      ['failed', 'refund.failed', 0],
    ] as const) {
      sandbox.settleRefunds(payment_intent, status);
      await sandbox.settle();
      expect(receivedEvents.at(-1)).toMatchObject({
        type,
        data: { object: { id: pendingRefund.id, status, payment_intent, metadata: { orderId: 'o' } } },
      });
      expect((await stripe.refunds.retrieve(pendingRefund.id)).status).toBe(status);
      expect(sandbox.sessions()).toMatchObject([{ refundedAmount }]);
    }
    // It can be refunded again.
    expect(await stripe.refunds.create({ payment_intent })).toMatchObject({ status: 'succeeded' });
    await expect(stripe.refunds.retrieve('re_of_nobody')).rejects.toMatchObject({ statusCode: 404 });
  });

  it('refunds once per key, repeats a refusal, and never refunds more than was paid', async () => {
    const { sandbox, stripe, receivedEvents } = await setUp();
    const session = await stripe.checkout.sessions.create(order);
    await expect(stripe.refunds.create({ payment_intent: 'pi_of_nobody' })).rejects.toMatchObject({
      statusCode: 400,
    });
    sandbox.pay(session.id, 'success');
    const { payment_intent } = await stripe.checkout.sessions.retrieve(session.id);
    if (typeof payment_intent !== 'string') throw new Error('A paid session has a payment.');
    const refund = (idempotencyKey: string) => stripe.refunds.create({ payment_intent }, { idempotencyKey });
    sandbox.refuseRefunds(1);
    for (const _time of [1, 2])
      await expect(refund('refused')).rejects.toMatchObject({
        statusCode: 400,
        code: 'balance_insufficient',
      });
    const first = await refund('refund-1');
    expect((await refund('refund-1')).id).toBe(first.id);
    await expect(stripe.refunds.create({ payment_intent, amount: 1 })).rejects.toMatchObject({
      statusCode: 400,
    });
    await sandbox.settle();
    expect(receivedEvents.filter(({ type }) => type === 'charge.refunded')).toHaveLength(1);
  });

  it('returns the same answer for the same key, and rejects the key for another request', async () => {
    const { sandbox, stripe } = await setUp();
    const key = { idempotencyKey: 'order-1' };
    const first = await stripe.checkout.sessions.create(order, key);
    expect((await stripe.checkout.sessions.create(order, key)).id).toBe(first.id);
    await expect(
      stripe.checkout.sessions.create({ ...order, cancel_url: 'http://localhost:8080/' }, key),
    ).rejects.toMatchObject({ rawType: 'idempotency_error' });
    expect(sandbox.sessions()).toHaveLength(1);
  });

  it('can drop an answer: the request is executed, and its key returns the answer', async () => {
    const { sandbox, stripe } = await setUp();
    const key = { idempotencyKey: 'order-1' };
    // The official client retries once after a reset.
    sandbox.loseAnswers(2);
    await expect(stripe.checkout.sessions.create(order, key)).rejects.toMatchObject({
      type: 'StripeConnectionError',
    });
    const { id } = await stripe.checkout.sessions.create(order, key);
    expect(sandbox.sessions().map((session) => session.id)).toEqual([id]);
    expect(new Set(sandbox.keys())).toEqual(new Set(['order-1']));
  });

  const lines = (count: number) => Array.from({ length: count }, () => lineOf('Phone', 1500));
  it('accepts 100 lines, as the provider does', async () => {
    const { stripe } = await setUp();
    const { amount_total } = await stripe.checkout.sessions.create({ ...order, line_items: lines(100) });
    expect(amount_total).toBe(150_000);
  });

  it('retries a webhook until it is accepted, and can send it twice, late or out of order', async () => {
    const { sandbox, stripe, receivedEvents } = await setUp({ refuse: 2 });
    sandbox.setDelivery('twice');
    const firstSession = await stripe.checkout.sessions.create(order);
    sandbox.pay(firstSession.id, 'success');
    await sandbox.settle();
    expect(receivedEvents).toHaveLength(2);
    expect(receivedEvents[0]?.id).toBe(receivedEvents[1]?.id);

    sandbox.setDelivery('hold');
    const secondSession = await stripe.checkout.sessions.create(order);
    sandbox.pay(secondSession.id, 'declined');
    sandbox.pay(secondSession.id, 'success');
    await sandbox.settle();
    expect(receivedEvents).toHaveLength(2);
    sandbox.releaseDeliveries('newest-first');
    await sandbox.settle();
    expect(receivedEvents).toHaveLength(4);

    sandbox.setDelivery('drop');
    sandbox.pay((await stripe.checkout.sessions.create(order)).id, 'success');
    await sandbox.settle();
    expect(receivedEvents).toHaveLength(4);
  });

  it('keeps its sessions after a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kinmel-payments-'));
    stops.push(() => rmSync(folder, { recursive: true }));
    const { sandbox, stripe, start } = await setUp({ folder });
    const { id } = await stripe.checkout.sessions.create(order);
    await sandbox.stop();
    const next = await start();
    stops.push(() => next.stop());
    expect((await clientOf(next).checkout.sessions.retrieve(id)).amount_total).toBe(18_301_500);
  });

  const invalid = { statusCode: 400, type: 'StripeInvalidRequestError' };
  it.each<[string, Partial<Stripe.Checkout.SessionCreateParams>, object, string?]>([
    ['another key', {}, { statusCode: 401 }, 'sk_test_other'],
    ['no lines', { line_items: [] }, invalid],
    ['101 lines', { line_items: lines(101) }, { ...invalid, param: 'line_items' }],
    ['a fractional amount', { line_items: [lineOf('Phone', 1500, 0.5)] }, invalid],
    ['an invalid address', { success_url: 'thanks' }, invalid],
  ])('refuses %s', async (_, change, refusal, key = secretKey) => {
    const { sandbox } = await setUp();
    const request = clientOf(sandbox, key).checkout.sessions.create({ ...order, ...change });
    await expect(request).rejects.toMatchObject(refusal);
    expect(sandbox.sessions()).toEqual([]);
  });

  it('escapes texts of the shop', async () => {
    const { stripe } = await setUp();
    const line_items = [lineOf('<script>alert(1)</script>', 1)];
    const session = await stripe.checkout.sessions.create({ ...order, line_items });
    const answer = await fetch(session.url ?? '');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await answer.text()).not.toContain('<script>');
  });

  it('does not start in production', () => {
    const main = join(__dirname, 'main.ts');
    const outcome = spawnSync(process.execPath, [main], {
      env: { ...process.env, NODE_ENV: 'production', STRIPE_WEBHOOK_SECRET: webhookSecret },
      encoding: 'utf8',
      timeout: 20_000,
    });
    expect(outcome.status).toBe(1);
    expect(outcome.stderr).toContain('cannot be started in production');
  });
});
