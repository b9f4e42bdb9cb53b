import { randomUUID } from 'node:crypto';
import { setTimeout as pauseFor } from 'node:timers/promises';
import type { Money, Order, OrderToReturn, TrackedRequest } from '@kinmel/contracts';
import { sampleDelivery } from '@kinmel/testing/samples';
import { expect } from '@playwright/test';
import { adminToken, stackState } from '../stack/stack-control.ts';
import { aCustomer } from './customer.ts';

/** How a provider reports a payment. */
export const providerHabits = ['at once', 'late', 'twice', 'never tells', 'another amount'] as const;
export type ProviderHabit = (typeof providerHabits)[number];

export const waysToPay = ['cash_on_delivery', 'card', 'esewa', 'khalti'] as const;
export type WayToPay = (typeof waysToPay)[number];

export interface CallOptions {
  readonly token?: string;
  readonly key?: string;
  readonly body?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  /** Fields of a multipart form. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** The fields of responses that this file reads. */
interface AnswerBody {
  readonly code: string;
  readonly message: string;
  readonly user: { readonly id: string };
  readonly token: string;
  readonly order: Order;
  readonly data: OrderToReturn & TrackedRequest;
  readonly trackingLink: string;
  readonly url: string;
  readonly form?: Record<string, string>;
}

export interface Answer {
  readonly status: number;
  readonly location: string;
  readonly body: AnswerBody;
}

const answerWithinMs = 180_000;
/** The outcome is unknown or the call was rejected unread, so it is repeated unchanged, as RFC 9110 allows for 408. */
const isRepeated = ({ status, body }: Answer) =>
  status === 408 || status === 429 || status >= 500 || body.code === 'key-in-progress';

/** Calls of which a share from 0 to 1 is aborted first; each is repeated until there is an answer. */
export function unsteadyCalls(random: () => number, abortedShare: number) {
  async function once(method: string, url: string, options: CallOptions, limitMs: number) {
    const { token, key, body, form, fields = {} } = options;
    const parts = new FormData();
    for (const [name, value] of Object.entries(fields)) parts.set(name, value);
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(form === undefined ? {} : { body: new URLSearchParams(form).toString() }),
      ...(options.fields === undefined ? {} : { body: parts }),
      signal: AbortSignal.timeout(limitMs),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return {
      status: response.status,
      location: response.headers.get('location') ?? '',
      body: isJson ? JSON.parse(text) : {},
    };
  }

  return async function call(method: string, url: string, options: CallOptions = {}): Promise<Answer> {
    const deadline = Date.now() + answerWithinMs;
    if (random() < abortedShare)
      await once(method, url, options, Math.ceil(random() * 40)).catch(() => undefined);
    let lastAnswer = 'no answer';
    while (Date.now() < deadline) {
      const answer = await once(method, url, options, 15_000).catch((error: unknown) => String(error));
      if (typeof answer !== 'string' && !isRepeated(answer)) return answer;
      lastAnswer = typeof answer === 'string' ? answer : `${answer.status} ${JSON.stringify(answer.body)}`;
      await pauseFor(150 + random() * 200);
    }
    throw new Error(`${method} ${url}: ${lastAnswer}`);
  };
}

export type Calls = ReturnType<typeof unsteadyCalls>;

export const answered = (answer: Answer, ...statuses: readonly number[]) => {
  expect(statuses, JSON.stringify(answer.body).slice(0, 300)).toContain(answer.status);
  return answer.body;
};

/** The `data` of a response, of the type in the endpoint's contract. */
export const dataOf = <Data>(answer: Answer, ...statuses: readonly number[]): Data =>
  answered(answer, ...statuses).data as unknown as Data;

export interface PaidOrder {
  readonly key: string;
  readonly orderId: string;
  readonly userId: string;
}

/** A customer who buys, pays, and returns goods by calls of the shop and of the payment sandboxes. */
export async function aPayingCustomer(call: Calls) {
  const { urls } = await stackState();
  const { name, email, password } = aCustomer();
  const urlOf = (path: string) => `${urls.shop}${path}`;
  const { user } = answered(
    await call('POST', urlOf('/api/auth/signup'), {
      body: { fullName: name, email, number: '9800000000', password },
    }).then(async (answer) =>
      // 409: an aborted first attempt has created the account.
      answer.status === 409 ? call('POST', urlOf('/api/auth/login'), { body: { email, password } }) : answer,
    ),
    200,
    201,
  );
  let session: { readonly token: string; readonly atMs: number } | undefined;
  /** A token is valid for 15 minutes. */
  async function tokenOf(): Promise<string> {
    if (session === undefined || Date.now() - session.atMs > 10 * 60_000) {
      const { token } = answered(
        await call('POST', urlOf('/api/auth/login'), { body: { email, password } }),
        200,
      );
      session = { token, atMs: Date.now() };
    }
    return session.token;
  }
  const callSignedIn = async (method: string, path: string, options: CallOptions = {}) =>
    call(method, urlOf(path), { token: await tokenOf(), ...options });

  const read = async (orderId: string): Promise<Order> =>
    answered(await callSignedIn('GET', `/api/checkout-orders/${orderId}`), 200).order;

  /** Calls the address of the shop to which the provider redirects the payer. */
  const followRedirect = (location: string) => {
    const { search, searchParams } = new URL(location);
    const sessionId = searchParams.get('session_id');
    const query: Record<string, string> = sessionId === null ? { returned: search.slice(1) } : { sessionId };
    return call('GET', urlOf(`/api/payment/checkout-session?${new URLSearchParams(query)}`));
  };

  async function payOnPage(
    method: WayToPay,
    page: { url: string; form?: Record<string, string> },
    habit: ProviderHabit,
  ): Promise<void> {
    const choose = (url: string, form: Record<string, string>) => call('POST', url, { form });
    const isCard = method === 'card';
    // A posted form that was aborted has still created the payment, so its page is found by its id.
    const opened = page.form ? await call('POST', page.url, { form: page.form }) : undefined;
    const url = page.form
      ? opened?.location || `${urls.paymentSandbox}/esewa/?pidx=${page.form['transaction_uuid']}`
      : page.url;
    if (!isCard && habit === 'another amount') {
      const { location } = await choose(url, { choice: 'less' });
      if (location) expect((await followRedirect(location)).status).toBeGreaterThanOrEqual(400);
      return;
    }
    if (!isCard && habit === 'late') await choose(url, { choice: 'wait' });
    const choiceForm: Record<string, string> = isCard
      ? { card: habit === 'late' ? 'slow' : 'success' }
      : { choice: method === 'khalti' && habit === 'late' ? 'complete' : 'pay' };
    const { location } = await choose(url, choiceForm);
    if (habit === 'never tells' || location === '') return;
    await followRedirect(location);
    if (habit === 'twice') await Promise.all([followRedirect(location), followRedirect(location)]);
  }

  /** After a payment of a wrong amount the order cannot be paid until staff have reviewed it, so its customer cancels it. */
  async function pay(orderId: string, method: WayToPay, habit: ProviderHabit): Promise<void> {
    const openPage = () => callSignedIn('POST', '/api/payment/checkout-session', { body: { orderId } });
    await payOnPage(method, answered(await openPage(), 200, 201), habit);
    if (method !== 'card' && habit === 'another amount') {
      expect(answered(await openPage(), 409).message).toMatch(
        /^The amount that was paid is not that of the order/,
      );
      answered(await callSignedIn('POST', `/api/checkout-orders/${orderId}/cancel`, { body: {} }), 200);
      return;
    }
    await expect
      .poll(async () => (await read(orderId)).paymentStatus, { timeout: answerWithinMs, intervals: [500] })
      .toBe('paid');
  }

  /** Sends an order, which may be refused; a part of the total may be paid with credit. */
  async function order(
    products: readonly { productId: string; quantity: number }[],
    { total, method, credit }: { total: number; method: WayToPay | 'credit'; credit?: number | undefined },
  ): Promise<{ key: string; answer: Answer }> {
    const key = randomUUID();
    const money = (amountInMinorUnits: number): Money => ({ amountInMinorUnits, currency: 'NPR' });
    const body = {
      customerDetails: { ...sampleDelivery, email },
      products,
      pricing: { total },
      paymentMethod: method,
      ...(credit === undefined ? {} : { credit: money(credit) }),
    };
    return { key, answer: await callSignedIn('POST', '/api/checkout-orders/create', { key, body }) };
  }

  return {
    userId: user.id,
    email,
    callSignedIn,
    read,
    pay,
    order,

    /** Buys and returns the order with its key. */
    async buy(...args: Parameters<typeof order>): Promise<PaidOrder> {
      const { key, answer } = await order(...args);
      return { key, orderId: answered(answer, 201).order.id, userId: user.id };
    },

    /** Returns one piece of the first line; staff settle it, perhaps with a lower refund that the customer accepts. */
    async returnOne(
      orderId: string,
      { to, isWorse, pieces = 2 }: { to: 'payment' | 'credit'; isWorse: boolean; pieces?: number },
    ) {
      const { data: returnable } = answered(await callSignedIn('GET', `/api/returns/orders/${orderId}`), 200);
      const [line] = returnable.lines;
      expect([returnable.problem, line?.quantity]).toEqual([null, pieces]);
      const { trackingLink } = answered(
        await callSignedIn('POST', '/api/returns', {
          key: randomUUID(),
          body: {
            orderId,
            lines: [{ key: line?.key, quantity: 1 }],
            reason: 'changed-mind',
            refundTo: to,
            photoIds: [],
          },
        }),
        201,
      );
      const link = urlOf(`/api${trackingLink}`);
      const tracked = async (): Promise<TrackedRequest> => answered(await call('GET', link), 200).data;
      const { id } = await tracked();
      /** A repeated step may find that the first attempt succeeded. */
      const step = async (path: string, body: object, reachedStatuses: readonly string[]) => {
        for (let tries = 0; ; tries += 1) {
          const { version, status } = await tracked();
          if (reachedStatuses.includes(status)) return;
          const answer = await call('PUT', urlOf(`/api/returns/${id}/${path}`), {
            token: await adminToken(),
            body: { ...body, version },
          });
          if (answer.status !== 409 || tries > 5) answered(answer, 200);
        }
      };
      await step('status', { status: 'accepted' }, ['accepted']);
      await step('status', { status: 'received' }, ['received']);
      const refund = (await tracked()).returned?.refund.amountInMinorUnits ?? 0;
      const lowerRefund = { amountInMinorUnits: Math.floor(refund / 2), currency: 'NPR' };
      await step(
        'inspection',
        {
          lines: [{ key: line?.key, isRestocked: !isWorse }],
          ...(isWorse ? { offeredRefund: lowerRefund, adminNotes: 'The screen is scratched.' } : {}),
        },
        [isWorse ? 'offered' : 'settled'],
      );
      if (!isWorse) return;
      const { version } = await tracked();
      await call('POST', `${link}/accept`, { body: { version } });
      expect((await tracked()).status).toBe('settled');
    },
  };
}

export type PayingCustomer = Awaited<ReturnType<typeof aPayingCustomer>>;

/** A call by staff; without a token, by the admin of the sample data. */
export const staff = async (
  call: Calls,
  method: string,
  path: string,
  body?: object,
  token?: string,
): Promise<Answer> =>
  call(method, `${(await stackState()).urls.shop}${path}`, {
    token: token ?? (await adminToken()),
    ...(body === undefined ? {} : { body, key: randomUUID() }),
  });

/** Staff deliver an order; one with cash on delivery becomes paid. */
export async function deliver(call: Calls, orderId: string): Promise<void> {
  const path = `/api/checkout-orders/admin/orders/${orderId}/status`;
  const body = { orderStatus: 'delivered', paymentStatus: 'paid', adminNotes: 'Handed over in the shop.' };
  answered(await staff(call, 'PUT', path, body), 200);
}

/** Staff refund by hand what a provider cannot. Resolves when the refunds of all returns of the order are done. */
export async function finishRefunds(call: Calls, customer: PayingCustomer, orderId: string): Promise<Order> {
  let order = await customer.read(orderId);
  await expect(async () => {
    order = await customer.read(orderId);
    for (const { id, state } of order.returns) {
      if (state !== 'by-hand' && state !== 'failed') continue;
      const path = `/api/checkout-orders/admin/orders/${orderId}/returns/${id}/refund`;
      await staff(call, 'POST', path, { isByHand: state === 'by-hand', note: 'Handed back in the shop.' });
    }
    expect(order.returns.map(({ state }) => state)).toEqual(['done']);
  }).toPass({ timeout: answerWithinMs, intervals: [500] });
  return order;
}

/** Staff give goodwill to a customer with an order; like `giveCredit`, but by calls that may be aborted. */
export async function giveGoodwill(call: Calls, userId: string, amountInMinorUnits: number): Promise<void> {
  const body = { amount: { amountInMinorUnits, currency: 'NPR' }, reason: 'For the test of money.' };
  answered(await staff(call, 'POST', `/api/admin/credit/${userId}/goodwill`, body), 200, 201);
}
