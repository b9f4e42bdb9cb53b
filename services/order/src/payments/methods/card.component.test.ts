import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@kinmel/testing';
import { startPaymentSandbox } from '@kinmel/tooling/payment-sandbox';
import Stripe from 'stripe';
import type { PaymentRequest } from '../payment-provider.ts';
import { openCard } from './card.ts';

const webhookSecret = 'whsec_of_a_test';
const orderId = 'a'.repeat(24);
const request: PaymentRequest = {
  paymentMethod: 'card',
  orderId,
  orderNumber: 'KM-TEST',
  customerName: 'Asha Rai',
  customerEmail: 'asha@example.com',
  attempt: 1,
  payUntil: new Date(Date.now() + 30 * 60_000),
  lines: [
    { description: 'iPhone 13 Pro', quantity: 2, unitAmountInMinorUnits: 9_150_000 },
    { description: 'Tax (8%)', quantity: 1, unitAmountInMinorUnits: 1_464_000 },
  ],
};

const stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** The provider with the sandbox, and its webhooks. */
async function setUp() {
  const webhooks: { bytes: Buffer; signature: string }[] = [];
  const shop = http.createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      webhooks.push({ bytes: Buffer.concat(chunks), signature: String(req.headers['stripe-signature']) });
      res.end();
    });
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  stops.push(() => void shop.close());
  const sandbox = await startPaymentSandbox({
    port: 0,
    webhookUrl: `http://127.0.0.1:${(shop.address() as AddressInfo).port}`,
    webhookSecret,
    secretKey: 'sk_test_sandbox',
    slowMs: 1,
    retryAfterMs: [],
  });
  stops.push(() => sandbox.stop());
  const config = {
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: sandbox.address,
    SHOP_URL: 'http://localhost:8080',
  };
  const provider = openCard(config, 2000);
  if (!provider) throw new Error('The sandbox does not configure cards.');
  const events = async () => {
    await sandbox.settle();
    return webhooks.map(({ bytes, signature }) =>
      provider.readEvent(bytes, { 'stripe-signature': signature }),
    );
  };
  return { sandbox, provider, webhooks, events };
}

describe('card payments by the official client', () => {
  it('creates a page for an order, and returns the same page again', async () => {
    const { sandbox, provider } = await setUp();
    const page = await provider.createPage(request);
    expect(page.url).toBe(`${sandbox.address}/pay/${page.sessionId}`);
    expect(await provider.createPage(request)).toEqual(page);
    expect(sandbox.sessions()).toMatchObject([
      {
        successUrl: 'http://localhost:8080/payment-success?session_id={CHECKOUT_SESSION_ID}',
        cancelUrl: `http://localhost:8080/payment-cancel?order=${orderId}`,
        currency: 'npr',
      },
    ]);
    expect((await provider.createPage({ ...request, attempt: 2 })).sessionId).not.toBe(page.sessionId);
  });

  it('reads a session with its amount (PAY-03, PAY-08)', async () => {
    const { provider } = await setUp();
    const { sessionId } = await provider.createPage(request);
    expect(await provider.readSession(sessionId)).toMatchObject({
      orderId,
      state: 'open',
      amountInMinorUnits: 19_764_000,
      customerName: 'Asha Rai',
    });
    expect(await provider.readSession('cs_test_of_nobody')).toBeUndefined();
  });

  it.each([
    ['success', ['paid'], 'paid'],
    ['declined', ['declined'], 'open'],
    ['slow', [undefined, 'paid'], 'paid'],
    ['slow-declined', [undefined, 'declined'], 'processing'],
  ] as const)('report the result of a card that is %s', async (card, kinds, state) => {
    const { sandbox, provider, webhooks, events } = await setUp();
    const { sessionId } = await provider.createPage(request);
    sandbox.pay(sessionId, card);
    await eventually(() => expect(webhooks).toHaveLength(kinds.length));
    const paymentEvents = await events();
    expect(paymentEvents.map((event) => event?.kind)).toEqual(kinds);
    expect(paymentEvents.at(-1)).toMatchObject({ orderId });
    expect((await provider.readSession(sessionId))?.state).toBe(state);
  });

  it('closes a page unless it was paid before', async () => {
    const { sandbox, provider, events } = await setUp();
    const openPage = await provider.createPage(request);
    expect((await provider.closePage(openPage.sessionId))?.state).toBe('expired');
    expect(await events()).toMatchObject([{ kind: 'expired', orderId, sessionId: openPage.sessionId }]);
    const paidPage = await provider.createPage({ ...request, attempt: 2 });
    sandbox.pay(paidPage.sessionId, 'success');
    expect((await provider.closePage(paidPage.sessionId))?.state).toBe('paid');
    expect(await provider.closePage('cs_test_of_nobody')).toBeUndefined();
  });

  it('refunds a payment once for repeated requests', async () => {
    const { sandbox, provider } = await setUp();
    const { sessionId } = await provider.createPage(request);
    sandbox.pay(sessionId, 'success');
    const paymentId = (await provider.readSession(sessionId))?.paymentId ?? '';
    const refundRequest = { paymentId, orderId, key: 'k' };
    await provider.refund(refundRequest);
    await provider.refund(refundRequest);
    expect(sandbox.sessions()).toMatchObject([{ refundedAmount: 19_764_000 }]);
    expect(await provider.readRefunds(paymentId)).toMatchObject({
      amountInMinorUnits: 19_764_000,
      refunds: [{ key: 'k', state: 'succeeded' }],
      requestMode: 'by-key',
    });
    await expect(
      provider.refund({ ...refundRequest, paymentId: 'pi_of_nobody', key: 'other' }),
    ).rejects.toMatchObject({
      code: 'payment-failed',
    });
  });

  it('rejects events with a foreign, missing or old signature, or a changed body', async () => {
    const { sandbox, provider, webhooks, events } = await setUp();
    const { sessionId } = await provider.createPage(request);
    sandbox.pay(sessionId, 'success');
    await events();
    const [firstWebhook] = webhooks;
    if (firstWebhook === undefined) throw new Error('No webhook arrived.');
    const payload = firstWebhook.bytes.toString();
    const expectRefusal = (bytes: string, signature: string | undefined) =>
      expect(() => provider.readEvent(Buffer.from(bytes), { 'stripe-signature': signature })).toThrow(
        'The signature is not valid.',
      );
    expectRefusal(payload.replace('"paid"', '"paid" '), firstWebhook.signature);
    expectRefusal(payload, undefined);
    expectRefusal(
      payload,
      Stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_of_somebody' }),
    );
    const timestamp = Math.floor(Date.now() / 1000) - 301;
    expectRefusal(
      payload,
      Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret, timestamp }),
    );
    expect(
      provider.readEvent(firstWebhook.bytes, { 'stripe-signature': firstWebhook.signature }),
    ).toMatchObject({
      kind: 'paid',
    });
  });

  it('rejects with service-unavailable while the provider is unavailable', async () => {
    const { sandbox, provider } = await setUp();
    const { sessionId } = await provider.createPage(request);
    await sandbox.stop();
    const unavailable = { code: 'service-unavailable' };
    await expect(provider.createPage({ ...request, attempt: 2 })).rejects.toMatchObject(unavailable);
    await expect(provider.readSession(sessionId)).rejects.toMatchObject(unavailable);
    await expect(provider.closePage(sessionId)).rejects.toMatchObject(unavailable);
    const refund = { paymentId: 'pi_1', orderId, key: 'k' };
    await expect(provider.refund(refund)).rejects.toMatchObject(unavailable);
    await expect(provider.readRefunds('pi_1')).rejects.toMatchObject(unavailable);
  });
});
