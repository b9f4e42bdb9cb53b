import { randomInt, randomUUID } from 'node:crypto';
import { type AnswerOf, type placeOrder as endpoint, paymentMethods } from '@kinmel/contracts';
import {
  digestOf,
  failpoint,
  isDatabaseAway,
  type Logger,
  ProblemError,
  readIdempotencyKey,
} from '@kinmel/service-kit';
import { isPayable, payWithinMs, placedEvent } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';
import type { InsertOutcome } from '../orders/orders.store.ts';
import { orderAnswer } from '../orders/reads/order-answer.ts';
import { cardRefused, type PaymentStep } from '../payments/payments.ts';
import { waitForProvider } from '../payments/wait-for-provider.ts';
import { Holds } from './holds.ts';
import type { PlaceOrderBody, PlacingContext } from './placing-context.ts';
import { countPieces, priceToday, refuseOtherTotal, type Today } from './pricing/price-today.ts';

export interface PlaceOrderRequest {
  readonly body: PlaceOrderBody;
  readonly userId: string;
  /** The buyer's network address. */
  readonly address: string;
  /** The header as it came. */
  readonly idempotencyKey: string | readonly string[] | undefined;
  readonly traceparent: string;
  readonly log: Logger;
  /** Whether the buyer has closed the connection; never unless said. */
  readonly isAbandoned?: () => boolean;
}

type Answer = AnswerOf<typeof endpoint>;

interface OrderKey {
  readonly key: string;
  /** A digest of what was asked for. */
  readonly bodyHash: string;
  /** False for a key that the shop made itself, which no client knows. */
  readonly isGiven: boolean;
}

interface Placed {
  readonly order: Order;
  /** The order was there before. */
  readonly isReplay: boolean;
}

/** A buyer is answered within three seconds; the gateway waits longer. */
const placingMs = 2_700;

/** Places an order, or answers the one that its key has made before. Within three seconds the buyer is answered, whatever is away. */
export async function placeOrder(
  context: PlacingContext,
  request: PlaceOrderRequest,
): Promise<{ readonly answer: Answer; readonly isReplay: boolean }> {
  const given = readIdempotencyKey(request.idempotencyKey);
  const key = { key: given ?? randomUUID(), bodyHash: digestOf(request.body), isGiven: given !== undefined };
  const limit = AbortSignal.timeout(placingMs);
  let placed: Placed;
  try {
    placed = await Promise.race([
      // A waiting order of the same person occupies no place in the queue.
      context.limits.inTurn(request.userId, () =>
        context.placingQueue.run(() => place(context, request, key, limit)),
      ),
      whenAborted(limit),
    ]);
  } catch (error) {
    throw limit.aborted || isDatabaseAway(error) ? notConfirmed(key, error) : error;
  }
  // The order stands. Its payment page may take longer than the time limit, and occupies no place in the queue.
  return { answer: await placedAnswer(context, placed.order, request), isReplay: placed.isReplay };
}

/**
 * The steps of one order. A refusal stores nothing and gives everything back; what a crash leaves is settled by the owners of the holds
 * (see `settleOrder`). When the time limit is over no further step begins.
 */
async function place(
  context: PlacingContext,
  request: PlaceOrderRequest,
  key: OrderKey,
  limit: AbortSignal,
): Promise<Placed> {
  const { body, userId, address, traceparent, log } = request;
  limit.throwIfAborted();
  if (request.isAbandoned?.())
    throw new ProblemError('request-timeout', 'Nothing was ordered: the connection was closed.');
  const earlier = await findPlaced(context, userId, key);
  if (earlier) return earlier;

  // Price by the shop's own copies.
  const [today] = await Promise.all([priceToday(context, body), refuseDeletedBuyer(context, userId)]);
  refuseOtherTotal(body.pricing.total, today.priced, today.lines);
  failpoint('order.after-validation');

  // Claim the key, so that a repeated request is not refused what this one holds.
  limit.throwIfAborted();
  const orderId = context.newId();
  if (key.isGiven && !(await context.keyClaims.claim(userId, key.key, orderId))) throw keyInProgress();

  const holds = new Holds(context.serviceClients, orderId, log);
  let mayBeWritten = false;
  try {
    await context.limits.order(userId, address);
    await context.limits.openOrder(countPieces(today.lines), () => context.orders.openOfBuyer(userId));

    // Hold pieces and offers.
    limit.throwIfAborted();
    await holds.reserve(today.lines, traceparent);
    failpoint('order.after-reserve');
    limit.throwIfAborted();
    await holds.redeem(userId, today.offerTitles, traceparent);
    failpoint('order.after-redeem');
    limit.throwIfAborted();

    // One write: order, events and key.
    const order = newOrder(orderId, request, today, context.now());
    failpoint('order.before-insert');
    mayBeWritten = true;
    const { outcome, stored } = await insert(context, order, key, traceparent);
    failpoint('order.after-insert');
    if (outcome === 'inserted') {
      context.sendEvents();
      return { order: stored, isReplay: false };
    }
    mayBeWritten = false;
    throw notPlaced(outcome);
  } catch (error) {
    // While it is not known whether the order was written, nothing is given back: the owners of the holds ask (O11).
    if (mayBeWritten) throw error;
    await holds.release();
    if (key.isGiven) {
      await context.keyClaims.giveUp(userId, key.key, orderId).catch((reason: unknown) => {
        log.warn({ err: reason }, 'the claim of a key could not be given up; it runs out');
      });
      // A claim runs out: another request may have placed this order meanwhile and taken what was refused here.
      const winner = await findPlaced(context, userId, key);
      if (winner) return winner;
    }
    throw error;
  }
}

/** The order that this key made; undefined when it made none. Rejects with `key-reused` when it stands for another body (O13). */
async function findPlaced(
  { orders }: PlacingContext,
  userId: string,
  { key, bodyHash, isGiven }: OrderKey,
): Promise<Placed | undefined> {
  const found = isGiven ? await orders.findByKey(userId, key) : undefined;
  if (found === undefined) return undefined;
  if (found.bodyHash !== bodyHash)
    throw new ProblemError('key-reused', 'This Idempotency-Key was used for another order already.');
  return { order: found.order, isReplay: true };
}

/** O12: the token of a deleted account is valid for some minutes more. */
async function refuseDeletedBuyer({ goneBuyers }: PlacingContext, userId: string): Promise<void> {
  if (await goneBuyers.has(userId)) throw new ProblemError('not-signed-in', 'Please sign in to continue.');
}

const numberAttempts = 5;

/** Inserts the order, with another number when its random one is taken. */
async function insert(
  context: PlacingContext,
  order: Order,
  { key, bodyHash }: OrderKey,
  traceparent: string,
): Promise<{ outcome: InsertOutcome; stored: Order }> {
  let stored = order;
  for (let attempt = 1; ; attempt += 1) {
    const event = placedEvent(stored, { now: stored.createdAt, traceparent });
    const outcome = await context.orders.insert(stored, [event], { key, bodyHash });
    if (outcome !== 'number-taken' || attempt === numberAttempts) return { outcome, stored };
    stored = { ...stored, orderNumber: newOrderNumber() };
  }
}

/** Crockford's letters and digits: none that is read or heard as another one. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const bodyLength = 7;

/** Weighted by position and taken modulo a prime: one wrong character (but a Z for a 0) and two swapped neighbours are noticed. */
function checkCharacter(body: string): string {
  const sum = Array.from(body).reduce(
    (total, letter, index) => total + alphabet.indexOf(letter) * (index + 2),
    0,
  );
  return alphabet[sum % 31] ?? '';
}

/** A new number such as `KM-7H2K-94QX`: random, so that it does not tell how much the shop sells. */
export function newOrderNumber(random: (below: number) => number = randomInt): string {
  const body = Array.from({ length: bodyLength }, () => alphabet[random(alphabet.length)]).join('');
  const text = body + checkCharacter(body);
  return `KM-${text.slice(0, 4)}-${text.slice(4)}`;
}

/** The order as it begins: pending, unpaid, at today's prices. Nothing of it is stored yet. */
function newOrder(
  orderId: string,
  { body, userId }: PlaceOrderRequest,
  { priced, promoCode, offerTitles, policyVersion }: Today,
  now: Date,
): Order {
  return {
    id: orderId,
    orderNumber: newOrderNumber(),
    userId,
    customerDetails: body.customerDetails,
    lines: priced.lines,
    pricing: priced.pricing,
    decisions: priced.decisions,
    promoCode,
    offerIds: [...offerTitles.keys()],
    policyVersion,
    paymentMethod: body.paymentMethod,
    paymentStatus: 'pending',
    orderStatus: 'pending',
    adminNotes: '',
    history: [
      { at: now, by: 'customer', who: userId, what: 'order-status', from: null, to: 'pending', note: '' },
    ],
    payUntil: paymentMethods[body.paymentMethod].isPaidOnline ? new Date(now.getTime() + payWithinMs) : null,
    card: null,
    refund: null,
    isBuyerGone: false,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}

/** The answer about an order that stands, now or when the request comes again. */
export async function placedAnswer(
  context: PlacingContext,
  order: Order,
  request: Pick<PlaceOrderRequest, 'log' | 'traceparent'>,
): Promise<Answer> {
  const answer = orderAnswer(order, context.now());
  const payment = await paymentStep(context, order, request);
  return { success: true, message: 'Order placed successfully!', order: answer, data: answer, payment };
}

/**
 * The order stands whether or not its payment page could be made; its page offers to pay again. One that can never be paid by card was
 * cancelled, and is answered as refused, also when its request comes again: rejects with `payment-failed` (O15).
 */
async function paymentStep(
  context: PlacingContext,
  order: Order,
  { log, traceparent }: Pick<PlaceOrderRequest, 'log' | 'traceparent'>,
): Promise<PaymentStep | null> {
  if (order.card?.isRefused === true) throw cardRefused();
  if (!isPayable(order, context.now())) return null;
  let refusal: ProblemError | undefined;
  const step = await waitForProvider<PaymentStep | null>(
    context.payments.createSession(order, traceparent),
    null,
    (error) => {
      if (error instanceof ProblemError && error.code === 'payment-failed') refusal = error;
      log.warn({ err: error, orderId: order.id }, 'the payment page of an order could not be made');
    },
  );
  if (refusal !== undefined) throw refusal;
  return step && { sessionId: step.sessionId, url: step.url };
}

const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

const keyInProgress = () =>
  new ProblemError(
    'key-in-progress',
    'This order is being placed right now. Please wait a moment.',
    undefined,
    { retryAfterSeconds: 1 },
  );

/** It is not known in time whether the order was written. */
const notConfirmed = ({ isGiven }: OrderKey, cause: unknown) =>
  new ProblemError(
    'service-unavailable',
    isGiven
      ? 'The shop takes too long to answer. Please try again: your order is placed once at most.'
      : 'The shop takes too long to answer. Please look at your orders before you try again.',
    undefined,
    { retryAfterSeconds: 2, cause },
  );

const notPlaced = (outcome: InsertOutcome) =>
  new ProblemError('service-unavailable', 'Your order could not be placed. Please try again.', undefined, {
    retryAfterSeconds: 1,
    cause: new Error(`the insert of an order was refused: ${outcome}`),
  });
