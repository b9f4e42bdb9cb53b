import { randomUUID } from 'node:crypto';
import type { SessionAnswer } from '@kinmel/contracts';
import { sampleDelivery } from '@kinmel/testing/samples';
import type { AcknowledgedOrder } from '@kinmel/tooling/check-books';
import { expect } from '@playwright/test';
import { stackState } from '../stack/stack-control.ts';
import { adminCall } from './admin.ts';
import { aCustomer } from './customer.ts';

/** One order attempt and all responses to it; its key is never reused for another order. */
export interface Purchase {
  readonly key: string;
  /** The result of each try: a status, or `lost` without a response. */
  readonly answers: (number | 'lost')[];
  /** From every 201; more than one id means the order was placed twice. */
  readonly orderIds: Set<string>;
}

/** A customer who buys two products with a promo code, as often as a test needs. */
export interface Buyer {
  /**
   * Starts `orders` new orders, `clients` at a time, and tries each once: at the service or, where the route matters,
   * at the public address.
   */
  buy(orders: number, clients: number, route?: 'service' | 'shop'): Promise<readonly Purchase[]>;
  /** Retries each unacknowledged order with its own key; when there is none, places one more order. */
  buyMore(): Promise<void>;
  /** Repeats unacknowledged requests until each is acknowledged. */
  finish(withinMs: number): Promise<void>;
  /** Repeats every purchase: each key must return its one order, and the customer has no other orders. */
  repeatAll(): Promise<void>;
  readonly purchases: readonly Purchase[];
  /** What the shop acknowledged, for check-books. */
  acknowledged(): AcknowledgedOrder[];
  /** Deletes the products created for this buyer. */
  cleanUp(): Promise<void>;
}

/** From the sample data: a percentage for every product, without a limit. */
const promoCode = 'WELCOME5';

const pieces = 2_000;

async function aProduct(name: string): Promise<string> {
  const added = await adminCall('POST', '/api/products', {
    name,
    description: 'Ordered during faults.',
    price: 2500,
    category: 'watch',
    stock: pieces,
  });
  return added.id;
}

/** Signs up an account and adds two well-stocked products that no other test buys. */
export async function aBuyer(): Promise<Buyer> {
  const { urls } = await stackState();
  const order = urls.services['order'] ?? '';
  const post = (address: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    });

  const { name, email, password } = aCustomer();
  const signupResponse = await post(
    `${urls.shop}/api/auth/signup`,
    { fullName: name, email, number: '9800000000', password },
    { origin: urls.shop },
  );
  if (!signupResponse.ok) throw new Error(`signing up was answered with ${signupResponse.status}`);
  const { token, user }: SessionAnswer = await signupResponse.json();
  const productIds = [await aProduct('Zeta Watch One'), await aProduct('Zeta Watch Two')];
  const products = productIds.map((productId, index) => ({ productId, quantity: index + 1 }));

  const quoteResponse = await post(`${order}/api/checkout-orders/quote`, { products, promoCode });
  if (!quoteResponse.ok)
    throw new Error(`the quote was answered with ${quoteResponse.status}: ${await quoteResponse.text()}`);
  const { data }: { data: { pricing: { total: number } } } = await quoteResponse.json();
  const body = {
    customerDetails: sampleDelivery,
    products,
    pricing: { total: data.pricing.total },
    paymentMethod: 'cash_on_delivery',
    promoCode,
  };

  const purchases: Purchase[] = [];

  async function tryOnce(purchase: Purchase, route: 'service' | 'shop' = 'service'): Promise<void> {
    try {
      const answer = await post(`${route === 'shop' ? urls.shop : order}/api/checkout-orders/create`, body, {
        authorization: `Bearer ${token}`,
        'idempotency-key': purchase.key,
      });
      const answerBody: { order?: { id: string } } = await answer.json();
      purchase.answers.push(answer.status);
      if (answer.status === 201 && answerBody.order) purchase.orderIds.add(answerBody.order.id);
    } catch {
      purchase.answers.push('lost');
    }
  }

  /** Several clients, each taking the next task when it finishes one. */
  async function withClients(ownPurchases: readonly Purchase[], clients: number, route?: 'service' | 'shop') {
    const remaining = [...ownPurchases];
    const client = async () => {
      for (let next = remaining.shift(); next !== undefined; next = remaining.shift())
        await tryOnce(next, route);
    };
    await Promise.all(Array.from({ length: clients }, client));
  }

  const unanswered = () => purchases.filter(({ orderIds }) => orderIds.size === 0);

  const buy: Buyer['buy'] = async (orders, clients, route) => {
    const newPurchases = Array.from(
      { length: orders },
      (): Purchase => ({ key: randomUUID(), answers: [], orderIds: new Set() }),
    );
    purchases.push(...newPurchases);
    await withClients(newPurchases, clients, route);
    return newPurchases;
  };

  return {
    async buyMore() {
      if (unanswered().length === 0) await buy(1, 1);
      else await withClients(unanswered(), 4);
    },
    buy,
    async finish(withinMs) {
      await expect(async () => {
        await withClients(unanswered(), 4);
        expect(unanswered().map(({ answers }) => answers.slice(-3))).toEqual([]);
      }).toPass({ timeout: withinMs, intervals: [250] });
    },
    async repeatAll() {
      await withClients(purchases, 4);
      const inconsistent = purchases.filter(
        ({ orderIds, answers }) => orderIds.size !== 1 || answers.at(-1) !== 201,
      );
      expect(inconsistent, 'purchases without exactly one order').toEqual([]);
      const ownOrders = await fetch(`${order}/api/checkout-orders/user/orders?page=1&limit=10`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const { pagination }: { pagination: { totalOrders: number } } = await ownOrders.json();
      expect(pagination.totalOrders, 'orders of this person').toBe(purchases.length);
    },
    purchases,
    acknowledged: () =>
      purchases.flatMap(({ key, orderIds }) =>
        [...orderIds].map((orderId) => ({ orderId, userId: user.id, key })),
      ),
    async cleanUp() {
      for (const id of productIds) await adminCall('DELETE', `/api/products/${id}`);
    },
  };
}
