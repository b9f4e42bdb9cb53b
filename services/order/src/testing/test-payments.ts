import http from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createAuditTrail,
  createLogger,
  createMetrics,
  createServiceApp,
  createTokenVerifier,
  migrateIndexes,
} from '@kinmel/service-kit';
import { sampleDelivery } from '@kinmel/testing/samples';
import { testDatabase, testTokens } from '@kinmel/testing/servers';
import { type PaymentSandbox, startPaymentSandbox } from '@kinmel/tooling/payment-sandbox';
import mongoose from 'mongoose';
import request from 'supertest';
import { createOrderLimits } from '../limits/order-limits.ts';
import { payWithinMs } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';
import { createOrderModel } from '../orders/order-documents.store.ts';
import { createOrdersStore, type OrdersStore } from '../orders/orders.store.ts';
import type { OrdersContext } from '../orders/orders-context.ts';
import { createOrderListsStore } from '../orders/reads/order-lists.store.ts';
import { createStripeProvider } from '../payments/methods/card.ts';
import { closeOpenPages } from '../payments/pages/close-payment-pages.ts';
import type { PaymentPage } from '../payments/payment-provider.ts';
import { paymentsRoutes } from '../payments/payments.routes.ts';
import type { PaymentsContext } from '../payments/payments-context.ts';
import { makeRefunds } from '../payments/refunds/make-refunds.ts';
import { createOpenPaymentsStore } from '../payments/sweep/open-payments.store.ts';
import { settleUnpaid } from '../payments/sweep/settle-unpaid.ts';
import { testCalendar } from './test-calendar.ts';

const webhookSecret = 'whsec_of_a_test';
const logger = createLogger({ service: 'order', level: 'silent' });

export const testBuyer = 'a'.repeat(24);
export const testTotalInMinorUnits = 19_764_000;

/** Card payments on a real database, with a sandbox that sends webhooks. */
export interface TestPayments {
  readonly connection: mongoose.Connection;
  readonly orders: OrdersStore;
  readonly context: PaymentsContext;
  readonly ordersContext: OrdersContext;
  readonly sandbox: PaymentSandbox;
  readonly tokens: ReturnType<typeof testTokens>;
  now(): number;
  /** Advances the clock. */
  pass(ms: number): void;
  /** Starts a new sandbox. */
  begin(): Promise<void>;
  end(): Promise<void>;
  stop(): Promise<void>;
  /** Replaces the context of the endpoints. */
  serve(context: PaymentsContext): void;
  /** Creates another page at the provider, without the shop's knowledge. */
  createPage(order: Order, amountInMinorUnits?: number): Promise<PaymentPage>;
  /** Stores an unpaid card order. */
  anOrder(change?: Partial<Order>): Promise<Order>;
  read(order: Pick<Order, 'id'>): Promise<Order>;
  /** Types of the order's events. */
  eventsOf(order: Pick<Order, 'id'>): Promise<string[]>;
  /** Expires all claims, and keeps their sequence. */
  endClaims(): Promise<void>;
  /** Sum of all refunds. */
  refundedInMinorUnits(): number;
  get(path: string): request.Test;
  post(path: string, body: object, token?: string): request.Test;
}

export async function startTestPayments(name: string): Promise<TestPayments> {
  const database = await testDatabase(name);
  const { connection } = database;
  await migrateIndexes(connection, [createOrderModel(connection)]);
  const orders = createOrdersStore(connection, testCalendar);
  const tokens = testTokens();
  let handler: http.RequestListener;
  const server = http.createServer((req, res) => handler(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  let sandbox: PaymentSandbox;
  let context: PaymentsContext;
  let nowMs = Date.now();
  let count = 0;

  const payments: TestPayments = {
    connection,
    orders,
    tokens,
    get context() {
      return context;
    },
    get sandbox() {
      return sandbox;
    },
    get ordersContext(): OrdersContext {
      return {
        ...context,
        orderLists: createOrderListsStore(connection, testCalendar),
        cards: context,
        audit: createAuditTrail(connection),
        goneBuyers: { note: async () => undefined, has: async () => false, all: async () => [] },
        inTransaction: () => Promise.reject(new Error('Nothing here needs one.')),
      };
    },
    now: () => nowMs,
    pass(ms) {
      nowMs += ms;
    },
    async begin() {
      nowMs = Date.now();
      sandbox = await startPaymentSandbox({
        port: 0,
        webhookUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/payment/webhook`,
        webhookSecret,
        secretKey: 'sk_test_sandbox',
        slowMs: 1,
        retryAfterMs: [1, 1, 1, 1],
      });
      context = {
        orders,
        openPayments: createOpenPaymentsStore(connection),
        provider: createStripeProvider({
          secretKey: 'sk_test_sandbox',
          webhookSecret,
          shopUrl: 'http://localhost:8080',
          apiBase: sandbox.address,
          timeoutMs: 2000,
        }),
        limits: createOrderLimits({ ordersPerHour: 1, wrongGuessesPerMinute: 3 }),
        now: () => new Date(nowMs),
        sendEvents: () => undefined,
        logger,
      };
      payments.serve(context);
    },
    async end() {
      await sandbox.stop();
      await database.empty();
    },
    async stop() {
      server.close();
      await database.drop();
    },
    serve(served) {
      handler = createServiceApp({
        service: 'order',
        logger,
        routes: paymentsRoutes(served),
        verifier: createTokenVerifier({ jwks: tokens.source }),
        liveSessions: tokens.liveSessions,
        health: {},
        metrics: createMetrics('order'),
        checkAnswers: true,
      });
    },
    async anOrder(change = {}) {
      count += 1;
      const order = aCardOrder(count, new Date(nowMs), change);
      await orders.insert(order, [], { key: `key-${count}`, bodyHash: 'hash' });
      return order;
    },
    createPage(order, unitAmountInMinorUnits = testTotalInMinorUnits) {
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
    async read({ id }) {
      const order = await orders.find(id);
      if (order === undefined) throw new Error('The order is stored.');
      return order;
    },
    async eventsOf({ id }) {
      const found = await connection
        .collection<{ outbox: { event: { type: string } }[] }>('orders')
        .findOne({ _id: new mongoose.Types.ObjectId(id) });
      return found?.outbox.map(({ event }) => event.type) ?? [];
    },
    async endClaims() {
      const earlier = (kind: string) => ({ $subtract: [`$claims.${kind}`, 10 * 60_000] });
      const kinds = ['unpaid', 'refund', 'secondPayment', 'page', 'kept'];
      const claims = Object.fromEntries(kinds.map((kind) => [kind, earlier(kind)]));
      await connection.collection('orders').updateMany({}, [{ $set: { claims } }]);
    },
    refundedInMinorUnits: () =>
      sandbox.sessions().reduce((sum, { refundedAmount }) => sum + refundedAmount, 0),
    get: (path) => request(server).get(path),
    post(path, body, token) {
      const sent = request(server).post(path);
      return (token ? sent.set('Authorization', `Bearer ${token}`) : sent).send(body);
    },
  };
  return payments;
}

function aCardOrder(number: number, at: Date, change: Partial<Order>): Order {
  return {
    id: number.toString(16).padStart(24, '0'),
    orderNumber: `KM-${number}`,
    userId: testBuyer,
    customerDetails: sampleDelivery,
    lines: [
      {
        productId: 'b'.repeat(24),
        isProduct: true,
        name: 'iPhone 13 Pro',
        details: '',
        image: '',
        priceInMinorUnits: 9_150_000,
        originalPriceInMinorUnits: 9_150_000,
        quantity: 2,
        lineTotalInMinorUnits: 18_300_000,
        promoCode: null,
        specialOffer: null,
      },
    ],
    pricing: {
      subtotalInMinorUnits: 18_300_000,
      shippingInMinorUnits: 0,
      taxInMinorUnits: 1_464_000,
      totalInMinorUnits: testTotalInMinorUnits,
    },
    decisions: [],
    promoCode: null,
    offerIds: [],
    policyVersion: 1,
    paymentMethod: 'card',
    paymentStatus: 'pending',
    orderStatus: 'pending',
    adminNotes: '',
    history: [],
    payUntil: new Date(at.getTime() + payWithinMs),
    card: null,
    refund: null,
    isBuyerGone: false,
    createdAt: at,
    updatedAt: at,
    version: 1,
    ...change,
  };
}

/** Runs every payment sweep once. */
export async function settlePayments(context: PaymentsContext) {
  const [unpaid, pages, ...returned] = await Promise.all([
    settleUnpaid(context),
    closeOpenPages(context),
    makeRefunds(context, 'refund'),
    makeRefunds(context, 'secondPayment'),
    makeRefunds(context, 'kept'),
  ]);
  return {
    ...unpaid,
    refunded: returned.reduce((sum, { refunded }) => sum + refunded, 0),
    left: returned.reduce((sum, { left }) => sum + left, unpaid.left + pages),
  };
}
