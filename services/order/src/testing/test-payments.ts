import http from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createLogger,
  createMemoryBus,
  createMetrics,
  createServiceApp,
  createTokenVerifier,
  migrateIndexes,
} from '@kinmel/service-kit';
import { sampleDelivery } from '@kinmel/testing/samples';
import { storedEvents, type TestDatabase, testDatabase, testTokens } from '@kinmel/testing/servers';
import { type PaymentSandbox, startPaymentSandbox } from '@kinmel/tooling/payment-sandbox';
import request from 'supertest';
import { createOrderContext, type OrderContext, orderModels } from '../context.ts';
import { cancelOrder } from '../orders/changes/cancel-order.ts';
import { type UpdateRequest, updateOrderStatus } from '../orders/changes/update-order-status.ts';
import { payWithinMs } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';
import { openCard } from '../payments/methods/card.ts';
import { providerOf } from '../payments/methods/methods.ts';
import { closeOpenPages } from '../payments/pages/close-payment-pages.ts';
import { openPaymentPage } from '../payments/pages/open-payment-page.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import { paymentsRoutes } from '../payments/payments.routes.ts';
import type { PaymentsContext } from '../payments/payments-context.ts';
import { handBackPayment } from '../payments/refunds/hand-back-payment.ts';
import { makeRefunds } from '../payments/refunds/make-refunds.ts';
import { refundOrder, type StaffRefund } from '../payments/refunds/refund-order.ts';
import { settlePaymentNow } from '../payments/settle-payment-now.ts';
import { settleUnpaid } from '../payments/sweep/settle-unpaid.ts';
import { policyContent } from '../policy/policy-content.ts';
import { anOrder, testShop } from './order-builder.ts';
import { testServiceClients } from './test-service-clients.ts';
import { walletsAt } from './wallet-pages.ts';

const secrets = { secretKey: 'sk_test_sandbox', webhookSecret: 'whsec_of_a_test' };
const logger = createLogger({ service: 'order', level: 'silent' });

export const testBuyer = 'a'.repeat(24);
export const testTotalInMinorUnits = 19_764_000;

type OrderRef = Pick<Order, 'id'>;

type TestContext = OrderContext & PaymentsContext;

/** Card payments on a real database for the tests of a file; each test has a new sandbox that sends webhooks. */
export function testWithPayments(name: string) {
  let database: TestDatabase;
  let sandbox: PaymentSandbox;
  let context: TestContext;
  let handler: http.RequestListener;
  let nowMs = 0;
  let count = 0;
  const tokens = testTokens();
  const server = http.createServer((req, res) => handler(req, res));
  beforeAll(async () => {
    database = await testDatabase(name);
    await migrateIndexes(database.connection, orderModels(database.connection));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(async () => {
    nowMs = Date.now();
    sandbox = await startPaymentSandbox({
      ...secrets,
      port: 0,
      webhookUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/payment/webhook`,
      slowMs: 1,
      retryAfterMs: [1, 1, 1, 1],
    });
    const config = {
      STRIPE_SECRET_KEY: secrets.secretKey,
      STRIPE_WEBHOOK_SECRET: secrets.webhookSecret,
      STRIPE_API_BASE: sandbox.address,
      SHOP_URL: testShop.shopUrl,
    };
    const card = openCard(config, 2000);
    // Not started, because each test runs the sweeps that it is about.
    const fullContext = createOrderContext({
      connection: database.connection,
      bus: createMemoryBus(),
      logger,
      instanceId: 'test',
      ...testShop,
      social: [],
      photos: {} as OrderContext['photos'],
      isAdminBrowser: async () => false,
      serviceClients: testServiceClients(),
      askReturn: async () => 'open',
      confirmStaff: async () => ({ hasOtherStaff: true }),
      paymentProvider: providerOf({ card, ...walletsAt(sandbox.address) }),
      limits: { ordersPerHour: 1, wrongGuessesPerMinute: 3 },
      now: () => new Date(nowMs),
    });
    await fullContext.policies.ensureStored(policyContent);
    const sendEvents = () => undefined;
    context = { ...fullContext, ...fullContext.onlinePayments, limits: fullContext.limits, sendEvents };
    serve(context);
  });
  afterEach(async () => {
    await sandbox.stop();
    await database.empty();
  });
  afterAll(async () => {
    server.close();
    await database.drop();
  });

  function serve(servedContext: PaymentsContext): void {
    handler = createServiceApp({
      service: 'order',
      logger,
      routes: paymentsRoutes(servedContext),
      verifier: createTokenVerifier({ jwks: tokens.source }),
      liveSessions: tokens.liveSessions,
      health: {},
      metrics: createMetrics('order'),
      checkAnswers: true,
    });
  }
  const ordersContextOf = (onlinePayments: PaymentsContext) => ({
    ...context,
    onlinePayments,
    settlePayment: (order: Order, traceparent: string | undefined) =>
      settlePaymentNow(onlinePayments, order, traceparent),
  });
  async function read({ id }: OrderRef): Promise<Order> {
    const order = await context.orders.find(id);
    if (order === undefined) throw new Error('The order is missing.');
    return order;
  }
  /** Stores an unpaid card order. */
  async function put(change: Partial<Order> = {}): Promise<Order> {
    count += 1;
    const order = aCardOrder(count, new Date(nowMs), change);
    await context.orders.insert(order, [], { key: `key-${count}`, bodyHash: 'hash' });
    return order;
  }
  const open = (order: Order, pageContext: PaymentsContext = context) => openPaymentPage(pageContext, order);
  async function pay(
    sessionId: string,
    card: Parameters<PaymentSandbox['pay']>[1] = 'success',
  ): Promise<void> {
    sandbox.pay(sessionId, card);
    await sandbox.settle();
  }

  return {
    tokens,
    get connection() {
      return database.connection;
    },
    get context() {
      return context;
    },
    get sandbox() {
      return sandbox;
    },
    now: () => nowMs,
    /** Advances the clock. */
    pass(ms: number) {
      nowMs += ms;
    },
    /** Replaces the context of the endpoints. */
    serve,
    /** The context with replaced calls to the provider. */
    withProvider: (overrides: Partial<PaymentProvider>): TestContext => ({
      ...context,
      provider: { ...context.provider, ...overrides },
    }),
    anOrder: put,
    /** A stored order that was paid on its page. */
    aPaidOrder: async (): Promise<Order> => {
      const order = await put();
      await pay((await open(order)).sessionId);
      return read(order);
    },
    open,
    /** Pays on a page, and waits for the webhooks. */
    pay,
    /** A change by staff, of the current status by default. */
    byStaff: async (
      order: OrderRef,
      change: Partial<UpdateRequest>,
      onlinePayments: PaymentsContext = context,
    ): Promise<Order> => {
      const { orderStatus } = await read(order);
      const update = { orderStatus, adminNotes: 'By phone.', ...change };
      return updateOrderStatus(ordersContextOf(onlinePayments), {
        ...update,
        orderId: order.id,
        adminId: 'admin',
      });
    },
    cancel: ({ id }: OrderRef, onlinePayments: PaymentsContext = context) =>
      cancelOrder(ordersContextOf(onlinePayments), { orderId: id, userId: testBuyer, reason: '' }),
    refund: ({ id }: OrderRef, note = '', options: Pick<StaffRefund, 'returnId' | 'isByHand'> = {}) =>
      refundOrder(ordersContextOf(context), { orderId: id, adminId: 'admin', note, ...options }),
    handBack: ({ id }: OrderRef, paymentId: string) =>
      handBackPayment(ordersContextOf(context), { orderId: id, paymentId, adminId: 'admin', note: '' }),
    /** Creates another page at the provider, without the shop's knowledge. */
    createPage(order: Order, unitAmountInMinorUnits = testTotalInMinorUnits) {
      count += 1;
      return context.provider.createPage({
        paymentMethod: 'card',
        orderId: order.id,
        orderNumber: order.orderNumber,
        customerName: sampleDelivery.name,
        customerEmail: sampleDelivery.email,
        lines: [{ description: 'all', quantity: 1, unitAmountInMinorUnits }],
        attempt: 1_000 + count,
        payUntil: new Date(nowMs + payWithinMs),
      });
    },
    pageState: async (sessionId: string) => (await context.provider.readSession(sessionId))?.state,
    read,
    /** Types of the order's events. */
    eventsOf: async ({ id }: OrderRef): Promise<string[]> =>
      (await storedEvents(database.connection, id)).map(({ type }) => type),
    /** Expires all claims without changing their order. */
    async endClaims() {
      const earlier = (kind: string) => ({ $subtract: [`$claims.${kind}`, 10 * 60_000] });
      const kinds = ['unpaid', 'refund', 'return', 'secondPayment', 'page', 'kept'];
      const claims = Object.fromEntries(kinds.map((kind) => [kind, earlier(kind)]));
      const orders = database.connection.collection('orders');
      await orders.updateMany({}, [{ $set: { claims } }]);
      for await (const { _id, refundClaims } of orders.find({ refundClaims: { $exists: true } })) {
        const expiredClaims = JSON.parse(JSON.stringify(refundClaims), (_key, value: unknown) =>
          typeof value === 'string' && !Number.isNaN(Date.parse(value)) && value.endsWith('Z')
            ? new Date(Date.parse(value) - 10 * 60_000)
            : value,
        );
        await orders.updateOne({ _id }, { $set: { refundClaims: expiredClaims } });
      }
    },
    /** Runs every payment sweep once. */
    settle: async (sweepContext: PaymentsContext = context) => {
      const [unpaid, pages, ...refundCounts] = await Promise.all([
        settleUnpaid(sweepContext),
        closeOpenPages(sweepContext),
        makeRefunds(sweepContext, 'refund'),
        makeRefunds(sweepContext, 'return'),
        makeRefunds(sweepContext, 'secondPayment'),
        makeRefunds(sweepContext, 'kept'),
      ]);
      return {
        ...unpaid,
        refunded: refundCounts.reduce((sum, { refunded }) => sum + refunded, 0),
        left: refundCounts.reduce((sum, { left }) => sum + left, unpaid.left + pages),
      };
    },
    /** Sum of all refunds. */
    refundedInMinorUnits: () =>
      sandbox.sessions().reduce((sum, { refundedAmount }) => sum + refundedAmount, 0),
    get: (path: string) => request(server).get(path),
    post: (path: string, body: object, token?: string) => {
      const httpRequest = request(server).post(path);
      return (token ? httpRequest.set('Authorization', `Bearer ${token}`) : httpRequest).send(body);
    },
  };
}

function aCardOrder(number: number, createdAt: Date, change: Partial<Order>): Order {
  const sum = 18_300_000;
  const [line] = anOrder().lines;
  const prices = { priceInMinorUnits: 9_150_000, originalPriceInMinorUnits: 9_150_000, quantity: 2 };
  return anOrder({
    id: number.toString(16).padStart(24, '0'),
    orderNumber: `KM-${number}`,
    userId: testBuyer,
    lines: line ? [{ ...line, ...prices, name: 'iPhone 13 Pro', lineTotalInMinorUnits: sum }] : [],
    pricing: {
      subtotalInMinorUnits: sum,
      shippingInMinorUnits: 0,
      taxInMinorUnits: testTotalInMinorUnits - sum,
      totalInMinorUnits: testTotalInMinorUnits,
    },
    decisions: [],
    paymentMethod: 'card',
    history: [],
    payUntil: new Date(createdAt.getTime() + payWithinMs),
    createdAt,
    updatedAt: createdAt,
    ...change,
  });
}
