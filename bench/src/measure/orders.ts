import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { CheckedCart, SessionAnswer } from '@kinmel/contracts';
import { sampleDelivery } from '@kinmel/testing/samples';
import { mongo } from 'mongoose';
import type { Post, UntilDone } from './shot.ts';

/** Far more than any run orders. */
const plenty = 10_000_000;
const promoCode = 'WELCOME5';

export const databaseOf = (service: string) => `kinmel_${service}`;

/** Who acts on a placed order, each with an inbox in a database of its own. */
export const subscribers = ['catalog', 'offer', 'notification'];

const patienceMs = 60_000;

/** Waits for what subscribers do about orders that were placed from now on: it is a part of what an order costs. */
export async function followSubscribers(
  mongodbUrl: string,
): Promise<{ readonly untilDone: UntilDone; close(): Promise<void> }> {
  const client = new mongo.MongoClient(mongodbUrl);
  const handled = async () => {
    const counts = subscribers.map((name) =>
      client.db(databaseOf(name)).collection('inbox').estimatedDocumentCount(),
    );
    return Math.min(...(await Promise.all(counts)));
  };
  let expected = await handled();
  return {
    async untilDone(answers) {
      expected += answers;
      const deadline = performance.now() + patienceMs;
      while ((await handled()) < expected) {
        if (performance.now() > deadline) throw new Error('The subscribers did not get all orders.');
        await pause(100);
      }
    },
    close: () => client.close(),
  };
}

async function postJson<Answer>(url: string, body: object): Promise<Answer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** Makes an account; gives its first access token. */
export async function signUp(gatewayUrl: string, email: string, password: string): Promise<string> {
  const { token } = await postJson<SessionAnswer>(`${gatewayUrl}/api/auth/signup`, {
    fullName: 'Asha Rai',
    email,
    number: '9800000000',
    password,
  });
  return token;
}

/**
 * Orders that the shop takes: of one product each, with a promo code, by `buyers` people in turn. Products that are in
 * stock get pieces enough, because this is about orders and not about the last piece.
 */
export async function ordersOf(
  { gatewayUrl, mongodbUrl }: { readonly gatewayUrl: string; readonly mongodbUrl: string },
  { buyers, products }: { readonly buyers: number; readonly products: number },
): Promise<Post[]> {
  const client = new mongo.MongoClient(mongodbUrl);
  let productIds: string[];
  try {
    const collection = client.db(databaseOf('catalog')).collection('products');
    // Of these a shopper sees the same before and after.
    const inPlenty = { deletedAt: null, isAvailable: true, stock: { $gt: 5 } };
    const found = await collection.find(inPlenty, { projection: { _id: 1 }, limit: products }).toArray();
    const ids = found.map(({ _id }) => _id);
    await collection.updateMany({ _id: { $in: ids } }, { $set: { stock: plenty } });
    productIds = ids.map(String);
  } finally {
    await client.close();
  }
  const run = randomBytes(6).toString('hex');
  const tokens: string[] = [];
  // Few at a time: each is a hash, and auth refuses a crowd.
  for (let first = 0; first < buyers; first += 8) {
    const numbers = Array.from({ length: Math.min(8, buyers - first) }, (_, index) => first + index);
    tokens.push(
      ...(await Promise.all(
        numbers.map((number) => signUp(gatewayUrl, `bench-${run}-${number}@example.com`, 'Journey123')),
      )),
    );
  }
  const posts: Post[] = [];
  for (const [index, productId] of productIds.entries()) {
    const lines = [{ productId, quantity: 1 }];
    const { data } = await postJson<{ data: CheckedCart }>(`${gatewayUrl}/api/checkout-orders/quote`, {
      products: lines,
      promoCode,
    });
    posts.push({
      path: '/api/checkout-orders/create',
      headers: {
        authorization: `Bearer ${tokens[index % buyers]}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        customerDetails: sampleDelivery,
        products: lines,
        pricing: { total: data.pricing.total },
        paymentMethod: 'cash_on_delivery',
        promoCode,
      }),
    });
  }
  return posts;
}
