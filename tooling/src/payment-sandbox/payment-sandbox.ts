import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import qs from 'qs';
import { hostedPage, sendPage, unknownPage } from './hosted-page.ts';
import { sandboxMethods } from './methods.ts';
import {
  errorAnswer,
  eventObject,
  lineItemsAnswer,
  paymentAnswer,
  refundAnswer,
  sessionAnswer,
} from './sandbox-answers.ts';
import {
  amountTotal,
  elapse,
  expire,
  newId,
  pay,
  refund,
  type SandboxCard,
  type SandboxRefund,
  type SandboxSession,
  type SandboxStep,
  sandboxCards,
  settleRefund,
} from './sandbox-session.ts';
import { refundRequestSchema, sessionRequestSchema } from './session-request.ts';
import { createSessionStore } from './session-store.ts';
import type { PaymentFigures } from './wallet-payments.ts';
import { createWebhookSender, type DeliveryMode } from './webhook-sender.ts';

export interface PaymentSandboxOptions {
  /** 0 for a free port. Undefined: the sandbox does not listen, and `app` is called directly, as if at `address`. */
  readonly port: number | undefined;
  readonly address?: string;
  readonly webhookUrl: string;
  readonly webhookSecret: string;
  readonly secretKey: string;
  /** Stores sessions across restarts. */
  readonly folder?: string;
  /** Duration of a delayed payment. */
  readonly slowMs?: number;
  readonly retryAfterMs?: readonly number[];
  readonly log?: (line: string) => void;
  /** Called on every change of a wallet's payment. */
  readonly onPayment?: (payment: PaymentFigures) => void;
}

/** A running sandbox with controls for tests. */
export type PaymentSandbox = Awaited<ReturnType<typeof startPaymentSandbox>>;

export { listedImei, unansweredImei as awayImei } from './blocklist.ts';
export { sandboxEnvironment } from './methods.ts';

const defaultLifeSeconds = 24 * 60 * 60;

/**
 * Implements the part of the card provider's API that the shop uses: sessions, payment pages, signed webhooks
 * with retries, refunds. For development and tests; refused in production.
 */
export async function startPaymentSandbox(options: PaymentSandboxOptions) {
  const { slowMs = 8000, log = () => undefined } = options;
  const store = createSessionStore<SandboxSession>(options.folder);
  const findByPayment = (id: string) => store.all().find(({ paymentIntentId }) => paymentIntentId === id);
  const answersByKey = new Map<string, { request: string; status: number; body: object }>();
  const keys: string[] = [];
  /** How many of the next requests get each kind of fault. */
  const pendingFaults = { refusedPages: 0, refusedRefunds: 0, heldRefunds: 0, lostAnswers: 0 };
  const takeFault = (kind: keyof typeof pendingFaults): boolean => {
    if (pendingFaults[kind] === 0) return false;
    pendingFaults[kind] -= 1;
    return true;
  };
  const sender = createWebhookSender({
    url: options.webhookUrl,
    secret: options.webhookSecret,
    ...(options.retryAfterMs ? { retryAfterMs: options.retryAfterMs } : {}),
    onFailure: (type, reason) => log(`${type} was not accepted: ${reason}`),
  });
  let address = '';

  function applyStep({ session, events }: SandboxStep): SandboxSession {
    store.save(session);
    for (const type of events) sender.send(type, eventObject(type, session, address));
    return session;
  }
  const current = (id: string): SandboxSession | undefined => {
    const session = store.find(id);
    return session && applyStep(elapse(session, Date.now()));
  };
  const clock = setInterval(() => {
    for (const { id, status, pending } of store.all()) if (status === 'open' || pending) current(id);
  }, 250);
  clock.unref();

  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', (text: string) => qs.parse(text, { depth: 5 }));
  app.use(express.text({ inflate: false, type: 'application/x-www-form-urlencoded', limit: '512kb' }));
  app.use((req, _res, next) => {
    const form = typeof req.body === 'string' ? req.body : '';
    req.body = qs.parse(form, { depth: 8, arrayLimit: 200, parameterLimit: 5000 });
    next();
  });

  const refuse = (res: express.Response, status: number, message: string, param?: string) =>
    void res.status(status).json(errorAnswer('invalid_request_error', message, param));
  const api = express.Router();
  api.use((req, res, next) => {
    const secretKey = /^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1];
    if (secretKey !== options.secretKey) return refuse(res, 401, 'Invalid API key provided.');
    const key = req.headers['idempotency-key'];
    if (req.method !== 'POST' || typeof key !== 'string') return next();
    keys.push(key);
    // The same key returns the same answer, and is rejected for another request, as at the provider.
    const request = `${req.path} ${JSON.stringify(req.body)}`;
    const earlierAnswer = answersByKey.get(key);
    if (earlierAnswer && earlierAnswer.request !== request) {
      res.status(400).json(errorAnswer('idempotency_error', 'This key was used for another request.'));
      return;
    }
    const json = res.json.bind(res);
    const send = (body: object) => {
      if (!takeFault('lostAnswers')) return json(body);
      req.socket.destroy();
      return res;
    };
    if (earlierAnswer) {
      res.status(earlierAnswer.status).set('Idempotent-Replayed', 'true');
      send(earlierAnswer.body);
      return;
    }
    res.json = (body: object) => {
      if (res.statusCode < 500) answersByKey.set(key, { request, status: res.statusCode, body });
      return send(body);
    };
    next();
  });
  api.post('/checkout/sessions', (req, res) => {
    const parsed = sessionRequestSchema.safeParse(req.body);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return refuse(res, 400, issue?.message ?? '', issue?.path.join('.'));
    }
    if (takeFault('refusedPages')) return refuse(res, 400, 'The amount is too large.', 'line_items');
    const { data } = parsed;
    const createdAt = Math.floor(Date.now() / 1000);
    const session: SandboxSession = {
      id: newId('cs_test'),
      paymentIntentId: newId('pi'),
      currency: data.line_items[0]?.price_data.currency.toLowerCase() ?? 'npr',
      lines: data.line_items.map(({ quantity, price_data }) => ({
        id: newId('li'),
        description: price_data.product_data.name,
        quantity,
        unitAmount: price_data.unit_amount,
      })),
      successUrl: data.success_url,
      cancelUrl: data.cancel_url,
      customerEmail: data.customer_email ?? null,
      customerName: data.metadata['customerName'] ?? null,
      clientReferenceId: data.client_reference_id ?? null,
      metadata: data.metadata,
      createdAt,
      expiresAt: data.expires_at ?? createdAt + defaultLifeSeconds,
      status: 'open',
      paymentStatus: 'unpaid',
      pending: null,
      refundedAmount: 0,
    };
    store.save(session);
    res.json(sessionAnswer(session, address));
  });
  api.get('/checkout/sessions', (req, res) => {
    const { limit, starting_after: startingAfter, payment_intent: payment } = req.query;
    const since = (req.query['created'] as { gte?: string } | undefined)?.gte;
    const sessions = store
      .all()
      .filter(({ createdAt }) => createdAt >= Number(since ?? 0))
      .filter(({ paymentIntentId }) => payment === undefined || paymentIntentId === payment)
      // Newest first as at the provider, then by id.
      .sort((left, right) => right.createdAt - left.createdAt || (left.id < right.id ? -1 : 1));
    const from = sessions.findIndex(({ id }) => id === startingAfter) + 1;
    const page = sessions.slice(from, from + Number(limit ?? 10));
    const withPayment = JSON.stringify(req.query['expand'] ?? '').includes('data.payment_intent');
    res.json({
      object: 'list',
      url: '/v1/checkout/sessions',
      has_more: from + page.length < sessions.length,
      data: page.map((session) => ({
        ...sessionAnswer(session, address),
        ...(withPayment ? { payment_intent: paymentAnswer(session) } : {}),
      })),
    });
  });
  const withSession = (
    answer: (session: SandboxSession, req: express.Request, res: express.Response) => void,
  ): express.RequestHandler => {
    return (req, res) => {
      const session = current(String(req.params['id']));
      if (session) answer(session, req, res);
      else refuse(res, 404, 'No such checkout.session', 'session');
    };
  };
  api.get(
    '/checkout/sessions/:id',
    withSession((session, req, res) => {
      const expand = JSON.stringify(req.query['expand'] ?? '');
      res.json(sessionAnswer(session, address, expand.includes('line_items')));
    }),
  );
  api.get(
    '/checkout/sessions/:id/line_items',
    withSession((session, _req, res) => void res.json(lineItemsAnswer(session))),
  );
  api.post(
    '/checkout/sessions/:id/expire',
    withSession((session, _req, res) => {
      if (session.status === 'open') res.json(sessionAnswer(applyStep(expire(session)), address));
      else refuse(res, 400, 'Only open Checkout Sessions can be expired.');
    }),
  );
  api.post('/refunds', (req, res) => {
    const parsed = refundRequestSchema.safeParse(req.body);
    const session = parsed.success ? findByPayment(parsed.data.payment_intent) : undefined;
    if (takeFault('refusedRefunds')) {
      const refusal = errorAnswer('invalid_request_error', 'Insufficient funds in your balance to refund.');
      res.status(400).json({ error: { ...refusal.error, code: 'balance_insufficient' } });
      return;
    }
    const amount = parsed.data?.amount ?? (session ? amountTotal(session) - session.refundedAmount : 0);
    const newRefund: SandboxRefund = {
      id: newId('re'),
      amount,
      status: takeFault('heldRefunds') ? 'pending' : 'succeeded',
      metadata: parsed.data?.metadata ?? {},
    };
    const step = session && refund(session, newRefund);
    if (!session || !step) return refuse(res, 400, 'This payment cannot be refunded.');
    applyStep(step);
    res.json(refundAnswer(session, newRefund));
  });
  api.get('/refunds', (req, res) => {
    const { payment_intent: payment } = req.query;
    const session = store.all().find(({ paymentIntentId }) => paymentIntentId === payment);
    const data = session?.refunds?.map((sessionRefund) => refundAnswer(session, sessionRefund)) ?? [];
    res.json({ object: 'list', url: '/v1/refunds', has_more: false, data });
  });
  api.get('/refunds/:id', (req, res) => {
    for (const session of store.all()) {
      const sessionRefund = session.refunds?.find(({ id }) => id === req.params.id);
      if (sessionRefund) return void res.json(refundAnswer(session, sessionRefund));
    }
    refuse(res, 404, 'No such refund', 'id');
  });
  app.use('/v1', api);
  for (const { routes } of sandboxMethods)
    if (routes) app.use(routes({ ...options, address: () => address }));

  app.get('/pay/:id', (req, res) => {
    const session = current(req.params.id);
    if (session) sendPage(res, 200, hostedPage(session, req.query['declined'] === '1'));
    else sendPage(res, 404, unknownPage);
  });
  app.post('/pay/:id', (req, res) => {
    const session = current(req.params.id);
    const card = sandboxCards.find((sandboxCard) => sandboxCard.card === req.body.card)?.card;
    if (!session || !card) return sendPage(res, 404, unknownPage);
    const paidSession = applyStep(pay(session, card, Date.now(), slowMs));
    if (paidSession.status === 'open') res.redirect(303, `/pay/${session.id}?declined=1`);
    else if (paidSession.status === 'expired') res.redirect(303, `/pay/${session.id}`);
    else res.redirect(303, paidSession.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', session.id));
  });
  app.get('/health/live', (_req, res) => void res.type('text').send('ok'));

  const { port } = options;
  const server = port === undefined ? undefined : app.listen(port, '127.0.0.1');
  if (server) await once(server, 'listening');
  // A server that listens on a TCP port has an address with a port.
  address = server ? `http://127.0.0.1:${(server.address() as AddressInfo).port}` : (options.address ?? '');

  return {
    address,
    app,
    sessions: () => store.all(),
    pay(sessionId: string, card: SandboxCard) {
      const session = current(sessionId);
      if (!session) throw new Error(`There is no session ${sessionId}.`);
      applyStep(pay(session, card, Date.now(), slowMs));
    },
    /** Rejects the next pages, and all retries with the same keys. */
    refusePages: (times: number) => void (pendingFaults.refusedPages = times),
    /** Rejects the next refunds, and all retries with the same keys. */
    refuseRefunds: (times: number) => void (pendingFaults.refusedRefunds = times),
    /** Makes the next refunds `pending`. */
    holdRefunds: (times: number) => void (pendingFaults.heldRefunds = times),
    /** Drops the next answers after their requests were executed. */
    loseAnswers: (times: number) => void (pendingFaults.lostAnswers = times),
    /** Sets the state of all refunds of a payment, and sends webhooks. */
    settleRefunds(paymentIntentId: string, status: 'succeeded' | 'failed') {
      const paidSession = findByPayment(paymentIntentId);
      if (!paidSession) throw new Error(`There is no payment ${paymentIntentId}.`);
      for (const { id } of paidSession.refunds ?? []) {
        const session = settleRefund(store.find(paidSession.id) ?? paidSession, id, status);
        store.save(session);
        const sessionRefund = session.refunds?.find((refund) => refund.id === id);
        if (sessionRefund)
          sender.send(
            status === 'failed' ? 'refund.failed' : 'refund.updated',
            refundAnswer(session, sessionRefund),
          );
      }
    },
    /** Idempotency keys of the requests. */
    keys: (): readonly string[] => keys,
    setDelivery: (mode: DeliveryMode) => sender.setMode(mode),
    releaseDeliveries: (order?: 'as-sent' | 'newest-first') => sender.release(order),
    settle: () => sender.settle(),
    async stop() {
      clearInterval(clock);
      sender.stop();
      // The server may already be stopped.
      const closed = server?.[Symbol.asyncDispose]().catch(() => undefined);
      server?.closeAllConnections();
      await closed;
    },
  };
}
