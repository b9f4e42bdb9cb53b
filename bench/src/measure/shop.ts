import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { CheckedCart, SessionAnswer } from '@kinmel/contracts';
import { sampleDelivery } from '@kinmel/testing/samples';
import type { Stack } from '@kinmel/tooling/stack';
import { mongo } from 'mongoose';
import type { Post } from './load.ts';

export interface MeasuredShop {
  readonly stack: Stack;
  readonly gatewayUrl: string;
  readonly productIds: readonly string[];
  /** Gateway, render process and services, whose CPU time is counted. */
  readonly serverPids: readonly number[];
  /** Database and broker, counted by some rows only. */
  readonly storePids: readonly number[];
  /** Names of the instances of a part: `order`, `order-2`. */
  readonly instancesOf: (part: string) => readonly string[];
  readonly pidsOf: (part: string) => readonly number[];
}

/** A benchmark sends all requests from one address. */
export const withoutLimits: NodeJS.ProcessEnv = {
  GATEWAY_READS_PER_MINUTE: '100000000',
  GATEWAY_WRITES_PER_MINUTE: '100000000',
  SIGNUPS_PER_HOUR: '1000000',
  ORDERS_PER_HOUR: '100000000',
  MAILS_PER_MAILBOX_PER_HOUR: '999999',
  ORDER_MAX_OPEN_ORDERS: '100000000',
  ORDER_MAX_OPEN_PIECES: '100000000',
  LOG_LEVEL: 'warn',
};

export async function measuredShop(stack: Stack): Promise<MeasuredShop> {
  const gatewayUrl = `http://127.0.0.1:${stack.ports.gateway}`;
  const pidsOf = (part: string) => stack.pids[part] ?? [];
  const instancesOf = (part: string) =>
    Object.keys(stack.pids).filter((name) => name === part || new RegExp(`^${part}-\\d+$`).test(name));
  const answer = await fetch(`${gatewayUrl}/api/products?limit=100`);
  const { data } = (await answer.json()) as { data: { id: string }[] };
  return {
    stack,
    gatewayUrl,
    productIds: data.map(({ id }) => id),
    serverPids: ['gateway', 'render', ...Object.keys(stack.urls.services)]
      .flatMap(instancesOf)
      .flatMap(pidsOf),
    storePids: ['database', 'broker'].flatMap(pidsOf),
    instancesOf,
    pidsOf,
  };
}

/** Opens a database connection while `work` runs. */
export async function withDatabase<Result>(
  { stack }: MeasuredShop,
  work: (databaseOf: (service: string) => mongo.Db) => Promise<Result>,
): Promise<Result> {
  const client = new mongo.MongoClient(stack.urls.mongodb);
  try {
    return await work((service) => client.db(`kinmel_${service}`));
  } finally {
    await client.close();
  }
}

export async function postJson<Answer>(url: string, body: object): Promise<Answer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

const buyers = 40;
const promoCode = 'WELCOME5';

/** Orders that the shop accepts: one product each, with a promo code, from several buyers in turn. */
export async function acceptableOrders(shop: MeasuredShop): Promise<Post[]> {
  const productIds = await withDatabase(shop, async (databaseOf) => {
    const products = databaseOf('catalog').collection('products');
    const isSold = { deletedAt: null, isAvailable: true, stock: { $gt: 5 } };
    const documents = await products.find(isSold, { projection: { _id: 1 }, limit: 200 }).toArray();
    const ids = documents.map(({ _id }) => _id);
    // More stock than a run can order.
    await products.updateMany({ _id: { $in: ids } }, { $set: { stock: 10_000_000 } });
    return ids.map(String);
  });
  const run = randomBytes(6).toString('hex');
  const tokens: string[] = [];
  for (let number = 0; number < buyers; number += 1) {
    const { token } = await postJson<SessionAnswer>(`${shop.gatewayUrl}/api/auth/signup`, {
      fullName: 'Asha Rai',
      email: `bench-${run}-${number}@example.com`,
      number: '9800000000',
      password: 'Journey123',
    });
    tokens.push(token);
  }
  const orderOf = async (productId: string, index: number): Promise<Post> => {
    const products = [{ productId, quantity: 1 }];
    const quote = await postJson<{ data: CheckedCart }>(`${shop.gatewayUrl}/api/checkout-orders/quote`, {
      products,
      promoCode,
    });
    return {
      path: '/api/checkout-orders/create',
      headers: {
        authorization: `Bearer ${tokens[index % buyers]}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        // Mails of one mailbox are counted one after the other (NOT-M17).
        customerDetails: { ...sampleDelivery, email: `bench-${run}-order-${index}@example.com` },
        products,
        pricing: { total: quote.data.pricing.total },
        paymentMethod: 'cash_on_delivery',
        promoCode,
      }),
    };
  };
  // Sequential: concurrent checks of promo codes are rate limited.
  const orders: Post[] = [];
  for (const [index, id] of productIds.entries()) orders.push(await orderOf(id, index));
  return orders;
}

/** Services that handle a placed order, each with an inbox in its database. */
const subscribers = ['catalog', 'offer', 'notification'];
const limitMs = 60_000;

/**
 * Returns a function that waits until the subscribers have handled that many further orders; their work is part of the
 * cost of an order.
 */
export async function followSubscribers(shop: MeasuredShop): Promise<(orders: number) => Promise<void>> {
  const handled = () =>
    withDatabase(shop, async (databaseOf) => {
      const inboxes = subscribers.map((name) => databaseOf(name).collection('inbox'));
      return Math.min(...(await Promise.all(inboxes.map((inbox) => inbox.estimatedDocumentCount()))));
    });
  let expected = await handled();
  return async (orders) => {
    expected += orders;
    const deadline = performance.now() + limitMs;
    while ((await handled()) < expected) {
      if (performance.now() > deadline) throw new Error('The subscribers did not get all orders.');
      await pause(100);
    }
  };
}
