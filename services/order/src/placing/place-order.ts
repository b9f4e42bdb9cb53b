import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { AnswerOf, placeOrder as endpoint } from '@kinmel/contracts';
import {
  digestOf,
  failpoint,
  isDatabaseAway,
  type Logger,
  ProblemError,
  readIdempotencyKey,
} from '@kinmel/service-kit';
import { placedEvent } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';
import { newOrderNumber } from '../orders/order-number.ts';
import { Holds } from './holds.ts';
import { type Key, keyInProgress, keyReused } from './idempotency-key.ts';
import { claimLeaseMs } from './key-claims.store.ts';
import { newOrder } from './new-order.ts';
import { placedAnswer } from './placed-answer.ts';
import type { PlaceOrderBody, PlacingContext } from './placing-context.ts';
import { countPieces, priceToday, refuseOtherTotal, type Today } from './pricing/price-today.ts';
import { notConfirmed, TimeLimit } from './time-limit.ts';

export interface PlaceOrderRequest {
  readonly body: PlaceOrderBody;
  readonly userId: string;
  /** The buyer's network address. */
  readonly address: string;
  /** The header as it came. */
  readonly idempotencyKey: string | readonly string[] | undefined;
  readonly traceparent: string;
  readonly log: Logger;
  /** The buyer has gone; never unless said. */
  readonly isAbandoned?: () => boolean;
}

interface Placed {
  readonly order: Order;
  /** The order was there before. */
  readonly isReplay: boolean;
}

interface PlacedAnswer {
  readonly answer: AnswerOf<typeof endpoint>;
  readonly isReplay: boolean;
}

/** A key as it counts here: of one that the shop made itself nobody can ask again. */
type OrderKey = Key & { readonly isGiven: boolean };

/**
 * Places an order, step by step as docs/architecture.md tells it: key, prices, stock, offers, one write. A refusal stores nothing and gives
 * everything back; whatever a crash leaves is settled by the owners of the holds (see `settleOrder`). Orders that come at
 * once go from step to step together, each for itself, so that they share the calls of each step (decision 27). Within three
 * seconds the buyer is answered, whatever is away (D-02).
 */
export async function placeOrder(context: PlacingContext, request: PlaceOrderRequest): Promise<PlacedAnswer> {
  const given = readIdempotencyKey(request.idempotencyKey);
  const key = { key: given ?? randomUUID(), bodyHash: digestOf(request.body), isGiven: given !== undefined };
  const limit = new TimeLimit(notConfirmed(key.isGiven));
  const work = key.isGiven
    ? oneAtATime(context, request.userId, key, () => placeAndAnswer(context, request, key, limit))
    : placeAndAnswer(context, request, key, limit);
  try {
    return await Promise.race([work, limit.over]);
  } catch (error) {
    throw isDatabaseAway(error) ? notConfirmed(key.isGiven, error) : error;
  } finally {
    limit.stop();
  }
}

async function placeAndAnswer(
  context: PlacingContext,
  request: PlaceOrderRequest,
  key: OrderKey,
  limit: TimeLimit,
): Promise<PlacedAnswer> {
  const { order, isReplay } = key.isGiven
    ? await placeOnce(context, request, key, limit)
    : await context.inBatch(() => {
        refuseAbandoned(request);
        return place(context, request, key, limit);
      });
  // Not within a batch, nor within its time: the order stands, and a payment page is made by somebody who may take his time.
  limit.stop();
  return { answer: await placedAnswer(context, order, request), isReplay };
}

/** A key that comes again while its first request is under way in this process is refused (O13). */
async function oneAtATime<Result>(
  { keysInProgress }: PlacingContext,
  userId: string,
  { key, bodyHash }: Key,
  work: () => Promise<Result>,
): Promise<Result> {
  const inProgress = `${userId}\n${key}`;
  const running = keysInProgress.get(inProgress);
  if (running !== undefined) throw running === bodyHash ? keyInProgress() : keyReused();
  keysInProgress.set(inProgress, bodyHash);
  try {
    return await work();
  } finally {
    keysInProgress.delete(inProgress);
  }
}

const askAgainMs = 100;

/**
 * The same over all instances. Whoever finds the key claimed by another one waits for what comes of that, at most until the claim
 * has ended, so that nobody is refused what his own first request took.
 */
async function placeOnce(
  context: PlacingContext,
  request: PlaceOrderRequest,
  key: OrderKey,
  limit: TimeLimit,
): Promise<Placed> {
  const lastAskAt = performance.now() + claimLeaseMs + askAgainMs;
  for (;;) {
    const placed = await context.inBatch(() => claimAndPlace(context, request, key, limit));
    if (placed) return placed;
    if (performance.now() > lastAskAt) throw keyInProgress();
    await pause(askAgainMs);
    limit.restart();
  }
}

/** Undefined: another instance is at work under this key. */
async function claimAndPlace(
  context: PlacingContext,
  request: PlaceOrderRequest,
  key: OrderKey,
  limit: TimeLimit,
): Promise<Placed | undefined> {
  limit.check();
  refuseAbandoned(request);
  const { keyClaims } = context;
  const [known, isClaimed] = await Promise.all([
    replay(context, request, key),
    keyClaims.claim(request.userId, key.key),
  ]);
  if (known || !isClaimed) return known;
  try {
    return await place(context, request, key, limit);
  } catch (error) {
    // A database that is away cannot be told; the claim ends by itself, and this instance may use it again before.
    if (!isDatabaseAway(error)) {
      await keyClaims.giveUp(request.userId, key.key).catch((reason: unknown) => {
        request.log.warn({ err: reason }, 'the claim of a key could not be given up; it ends by itself');
      });
    }
    throw error;
  }
}

/** L7: whoever went away while the order waited for its turn asks again, under the same key, or wants it no more. */
function refuseAbandoned({ isAbandoned }: PlaceOrderRequest): void {
  if (isAbandoned?.()) throw new ProblemError('request-timeout', 'Nothing was ordered: its buyer has gone.');
}

/** The order that this key made; undefined when it made none. */
async function replay(
  context: PlacingContext,
  request: PlaceOrderRequest,
  { key, bodyHash }: Key,
): Promise<Placed | undefined> {
  const known = await context.orders.findByKey(request.userId, key);
  if (known === undefined) return undefined;
  if (known.bodyHash !== bodyHash) throw keyReused();
  return { order: known.order, isReplay: true };
}

async function place(
  context: PlacingContext,
  request: PlaceOrderRequest,
  key: OrderKey,
  limit: TimeLimit,
): Promise<Placed> {
  const { body, userId, address } = request;
  limit.check();
  await context.limits.order(userId, address);
  const [today] = await Promise.all([priceToday(context, body), refuseGoneBuyer(context, userId)]);
  refuseOtherTotal(body.pricing.total, today.priced, today.lines);
  failpoint('order.after-validation');
  return context.limits.whileOpen(
    userId,
    countPieces(today.lines),
    () => context.orders.openOfBuyer(userId),
    () => holdAndWrite(context, request, { key, today, limit }),
  );
}

async function holdAndWrite(
  context: PlacingContext,
  request: PlaceOrderRequest,
  { key, today, limit }: { readonly key: OrderKey; readonly today: Today; readonly limit: TimeLimit },
): Promise<Placed> {
  const { body, userId, traceparent, log } = request;
  const orderId = context.newId();
  const holds = new Holds(context.serviceClients, orderId, log);
  try {
    limit.check();
    await holds.reserve(today.lines, traceparent);
    failpoint('order.after-reserve');
    limit.check();
    await holds.redeem(userId, today.offerTitles, traceparent);
    failpoint('order.after-redeem');
    limit.check();
  } catch (error) {
    await holds.release();
    // Another process may have placed this very order in the meantime and taken what was refused here.
    const placed = key.isGiven ? await replay(context, request, key) : undefined;
    if (placed) return placed;
    throw error;
  }

  const order = newOrder(orderId, { userId, body, today, now: context.now() });
  failpoint('order.before-insert');
  const { outcome, stored } = await insert(context, order, key, traceparent);
  failpoint('order.after-insert');
  if (outcome === 'inserted') {
    context.sendEvents();
    return { order: stored, isReplay: false };
  }
  await holds.release();
  const winner = outcome === 'key-taken' ? await replay(context, request, key) : undefined;
  if (winner) return winner;
  throw notPlaced(outcome);
}

/** O12: the token of a deleted account is good for some minutes. One whose deletion nobody told us of yet passes. */
async function refuseGoneBuyer({ goneBuyers }: PlacingContext, userId: string): Promise<void> {
  if (await goneBuyers.has(userId)) throw new ProblemError('not-signed-in', 'Please sign in to continue.');
}

const numberAttempts = 5;

/** The one write. When its outcome stays unknown nothing is released: whoever holds something asks and is told. */
async function insert(context: PlacingContext, order: Order, key: Key, traceparent: string) {
  let stored = order;
  for (let attempt = 1; ; attempt += 1) {
    const event = placedEvent(stored, { now: stored.createdAt, traceparent });
    const outcome = await context.orders.insert(stored, [event], { key: key.key, bodyHash: key.bodyHash });
    if (outcome !== 'number-taken' || attempt === numberAttempts) return { outcome, stored };
    stored = { ...stored, orderNumber: newOrderNumber() };
  }
}

const notPlaced = (outcome: string) =>
  new ProblemError('service-unavailable', 'Your order could not be placed. Please try again.', undefined, {
    retryAfterSeconds: 1,
    cause: new Error(`the insert of an order was refused: ${outcome}`),
  });
