// A pod runs the text of this file, so it cannot import from the checkout.
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pauseFor } from 'node:timers/promises';

export interface TrafficSettings {
  /** Public host of the shop; the gateway refuses others. */
  readonly host: string;
  readonly productId: string;
  readonly shoppers: readonly { readonly email: string; readonly token: string }[];
  readonly delivery: object;
}

export interface TrafficReport {
  readonly requests: number;
  readonly orders: number;
  readonly failures: readonly string[];
}

/** Below the rate limits of an IP address and of an account (ORD-L1). */
const [readEveryMs, orderEveryMs, ordersOfShopper] = [100, 2_000, 20];
const paths = ['/', '/watches', '/api/products?limit=5', '/api/special-offers', '/api/policy', 'quote'];

const { host, productId, shoppers, delivery } = JSON.parse(process.argv[1] ?? '') as TrafficSettings;
const agent = new Agent({ keepAlive: true, maxSockets: 20 });
const failures: string[] = [];
let requests = 0;
let orders = 0;

interface Answer {
  readonly status: number;
  readonly text: string;
}

function send(method: string, path: string, headers: Record<string, string> = {}, body = '') {
  return new Promise<Answer>((resolve, reject) => {
    const outgoing = request(
      { host: 'gateway', port: 8080, method, path, agent, headers: { host, ...headers } },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
        );
      },
    );
    outgoing.setTimeout(15_000, () => outgoing.destroy(new Error('no answer in 15 s')));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

async function call(method: string, path: string, headers?: Record<string, string>, body?: object) {
  requests += 1;
  const sentAt = new Date().toISOString();
  const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  try {
    const answer = await send(
      method,
      path,
      { ...json, ...headers },
      body === undefined ? '' : JSON.stringify(body),
    );
    if (answer.status < 400) return answer;
    failures.push(`${sentAt} ${method} ${path}: ${answer.status} ${answer.text.slice(0, 200)}`);
  } catch (error) {
    failures.push(`${sentAt} ${method} ${path}: ${String(error)}`);
  }
  return undefined;
}

const products = [{ productId, quantity: 1 }];
const quote = () => call('POST', '/api/checkout-orders/quote', {}, { products });

async function order({ email, token }: TrafficSettings['shoppers'][number]): Promise<void> {
  const quoteAnswer = await quote();
  if (quoteAnswer === undefined) return;
  const { data } = JSON.parse(quoteAnswer.text) as { data: { pricing: { total: number } } };
  const orderAnswer = await call(
    'POST',
    '/api/checkout-orders/create',
    { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    {
      customerDetails: { ...delivery, email },
      products,
      pricing: { total: data.pricing.total },
      paymentMethod: 'cash_on_delivery',
    },
  );
  if (orderAnswer !== undefined) orders += 1;
}

let isStopped = false;
process.stdin.once('end', () => {
  isStopped = true;
});
process.stdin.resume();

/** Starts calls at a fixed rate, however long the responses take. */
async function repeat(everyMs: number, maxTurns: number, work: (turn: number) => Promise<unknown>) {
  const pending: Promise<unknown>[] = [];
  for (let turn = 0; !isStopped && turn < maxTurns; turn += 1) {
    pending.push(work(turn));
    await pauseFor(everyMs);
  }
  await Promise.all(pending);
}

await Promise.all([
  repeat(readEveryMs, Number.POSITIVE_INFINITY, (turn) => {
    const path = paths[turn % paths.length] ?? '/';
    return path === 'quote' ? quote() : call('GET', path);
  }),
  repeat(orderEveryMs, ordersOfShopper * shoppers.length, async (turn) => {
    const shopper = shoppers[turn % shoppers.length];
    if (shopper !== undefined) await order(shopper);
  }),
]);
agent.destroy();
process.stdout.write(JSON.stringify({ requests, orders, failures } satisfies TrafficReport));
