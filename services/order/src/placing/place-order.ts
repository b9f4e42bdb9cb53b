import { createHash, randomUUID } from 'node:crypto';
import type { AnswerOf, BodyOf, placeOrder as endpoint } from '@kinmel/contracts';
import { failpoint, type Logger, type ProblemDetail, ProblemError } from '@kinmel/service-kit';
import type { Day } from '../offers/offer-copy.rules.ts';
import { payWithinMs, placedEvent } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';
import { isPayable, orderAnswer } from '../orders/order-answer.ts';
import { newOrderNumber } from '../orders/order-number.ts';
import type { OrdersContext } from '../orders/orders-context.ts';
import type { PaymentStep } from '../orders/payments.ts';
import type { PolicyContent } from '../policy/policy-content.ts';
import { type CopiesContext, currentOffers, currentProducts } from './current-copies.ts';
import {
  checkPromo,
  type KnownLine,
  keyOf,
  lookUpLine,
  mergeLines,
  type PricedOrder,
  priceLines,
  type WantedLine,
} from './price-lines.rules.ts';

export interface PlacingContext extends OrdersContext, CopiesContext {
  /** The id of an order to be; nobody else ever makes the same one. */
  readonly newId: () => string;
  /** The day of the shop that a moment belongs to. */
  readonly dayOf: (moment: Date) => Day;
  readonly currentPolicy: () => Promise<PolicyContent>;
  /** Keys whose first request is still under way in this process, with the digest of its body. */
  readonly keysInProgress: Map<string, string>;
}

export type PlaceOrderBody = BodyOf<typeof endpoint>;
type Answer = AnswerOf<typeof endpoint>;
type Trail = Pick<PlaceOrderRequest, 'log' | 'traceparent'>;

export interface PlaceOrderRequest {
  readonly body: PlaceOrderBody;
  readonly userId: string;
  /** The header as it came. */
  readonly idempotencyKey: string | readonly string[] | undefined;
  readonly traceparent: string;
  readonly log: Logger;
}

const goodKey = /^[\x21-\x7e]{8,128}$/;

function readKey(header: PlaceOrderRequest['idempotencyKey']): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && goodKey.test(header)) return header;
  throw new ProblemError(
    'invalid-request',
    'The Idempotency-Key must be 8 to 128 visible characters without spaces.',
    [{ path: 'Idempotency-Key', message: '8 to 128 visible characters' }],
  );
}

/** The body is what its contract made of it, so that the order of its fields and whatever is dropped do not count. */
const digestOf = (body: PlaceOrderBody) =>
  createHash('sha256').update(JSON.stringify(body)).digest('base64url');

/**
 * Places an order as design section 3 says: key, prices, stock, offers, one write. A refusal stores nothing and gives
 * everything back; whatever a crash leaves is settled by the owners of the holds (see `settleOrder`).
 */
export async function placeOrder(
  context: PlacingContext,
  request: PlaceOrderRequest,
): Promise<{ readonly answer: Answer; readonly isReplay: boolean }> {
  const key = readKey(request.idempotencyKey);
  const bodyHash = digestOf(request.body);
  if (key === undefined) return place(context, request, { key: randomUUID(), bodyHash, isGiven: false });

  const inProgress = `${request.userId}\n${key}`;
  const running = context.keysInProgress.get(inProgress);
  if (running !== undefined) {
    if (running !== bodyHash) throw keyReused();
    throw new ProblemError(
      'key-in-progress',
      'This order is being placed right now. Please wait a moment.',
      undefined,
      { retryAfterSeconds: 1 },
    );
  }
  context.keysInProgress.set(inProgress, bodyHash);
  try {
    return (
      (await replay(context, request, { key, bodyHash })) ??
      (await place(context, request, { key, bodyHash, isGiven: true }))
    );
  } finally {
    context.keysInProgress.delete(inProgress);
  }
}

const keyReused = () =>
  new ProblemError('key-reused', 'This Idempotency-Key was used for another order already.');

interface Key {
  readonly key: string;
  readonly bodyHash: string;
}

/** The answer of the order that this key made; undefined when it made none. */
async function replay(
  context: PlacingContext,
  request: PlaceOrderRequest,
  { key, bodyHash }: Key,
): Promise<{ answer: Answer; isReplay: boolean } | undefined> {
  const known = await context.orders.findByKey(request.userId, key);
  if (known === undefined) return undefined;
  if (known.bodyHash !== bodyHash) throw keyReused();
  return { answer: await answerOf(context, known.order, request), isReplay: true };
}

async function place(
  context: PlacingContext,
  request: PlaceOrderRequest,
  key: Key & { readonly isGiven: boolean },
): Promise<{ answer: Answer; isReplay: boolean }> {
  const { body, userId, traceparent, log } = request;
  const { lines, priced, offerIds, promoCode, policyVersion } = await priceToday(context, body);
  refuseOtherTotal(body.pricing.total, priced, lines);
  failpoint('order.after-validation');

  const orderId = context.newId();
  const pieces = lines
    .filter(({ isProduct }) => isProduct)
    .map(({ productId, quantity }) => ({ productId, quantity }));
  const holds = new Holds(context, orderId, log);
  try {
    if (pieces.length > 0) await holds.reserve(pieces, lines, traceparent);
    failpoint('order.after-reserve');
    if (offerIds.length > 0) await holds.redeem(userId, offerIds, traceparent);
    failpoint('order.after-redeem');
  } catch (error) {
    await holds.release();
    // Another process may have placed this very order in the meantime and taken what was refused here.
    const placed = key.isGiven ? await replay(context, request, key) : undefined;
    if (placed) return placed;
    throw error;
  }

  const now = context.now();
  const order: Order = {
    id: orderId,
    orderNumber: newOrderNumber(),
    userId,
    customerDetails: body.customerDetails,
    lines: priced.lines,
    pricing: priced.pricing,
    decisions: priced.decisions,
    promoCode,
    offerIds,
    policyVersion,
    paymentMethod: body.paymentMethod,
    paymentStatus: 'pending',
    orderStatus: 'pending',
    adminNotes: '',
    history: [
      { at: now, by: 'customer', who: userId, what: 'order-status', from: null, to: 'pending', note: '' },
    ],
    payUntil: body.paymentMethod === 'card' ? new Date(now.getTime() + payWithinMs) : null,
    card: null,
    refund: null,
    isBuyerGone: false,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  failpoint('order.before-insert');
  const { outcome, stored } = await insert(context, order, key, traceparent);
  failpoint('order.after-insert');
  if (outcome === 'inserted') {
    context.sendEvents();
    return { answer: await answerOf(context, stored, request), isReplay: false };
  }
  await holds.release();
  const winner = outcome === 'key-taken' ? await replay(context, request, key) : undefined;
  if (winner) return winner;
  throw new ProblemError(
    'service-unavailable',
    'Your order could not be placed. Please try again.',
    undefined,
    {
      retryAfterSeconds: 1,
      cause: new Error(`the insert of an order was refused: ${outcome}`),
    },
  );
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

/** What an order has set aside at other services before it is written. */
class Holds {
  readonly #context: PlacingContext;
  readonly #orderId: string;
  readonly #log: Logger;
  #hasPieces = false;
  #hasOffers = false;

  constructor(context: PlacingContext, orderId: string, log: Logger) {
    this.#context = context;
    this.#orderId = orderId;
    this.#log = log;
  }

  async reserve(
    pieces: readonly { readonly productId: string; readonly quantity: number }[],
    lines: readonly KnownLine[],
    traceparent: string,
  ): Promise<void> {
    this.#hasPieces = true;
    try {
      await this.#context.owners.reserve({ orderId: this.#orderId, lines: mergePieces(pieces), traceparent });
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'out-of-stock') throw error;
      // All lines or none: catalog gave back what it took.
      this.#hasPieces = false;
      throw outOfStock(error, lines);
    }
  }

  async redeem(userId: string, offerIds: readonly string[], traceparent: string): Promise<void> {
    this.#hasOffers = true;
    try {
      await this.#context.owners.redeem({ orderId: this.#orderId, userId, offerIds, traceparent });
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'offer-not-available') this.#hasOffers = false;
      throw error;
    }
  }

  /** Gives everything back. What fails is left to the owner, who asks about it when it is overdue. */
  async release(): Promise<void> {
    const { owners } = this.#context;
    const releases = [
      ...(this.#hasPieces ? [owners.releasePieces(this.#orderId)] : []),
      ...(this.#hasOffers ? [owners.releaseOffers(this.#orderId)] : []),
    ];
    for (const result of await Promise.allSettled(releases)) {
      if (result.status === 'rejected')
        this.#log.warn(
          { err: result.reason, orderId: this.#orderId },
          'a hold could not be released; its owner will settle it',
        );
    }
  }
}

function mergePieces(pieces: readonly { readonly productId: string; readonly quantity: number }[]) {
  const quantities = new Map<string, number>();
  for (const { productId, quantity } of pieces)
    quantities.set(productId, (quantities.get(productId) ?? 0) + quantity);
  return [...quantities].map(([productId, quantity]) => ({ productId, quantity }));
}

/** What the buyer is told of a refused product: how many are left only when that is what any shopper may see (SIL-22). */
function outOfStock(refusal: ProblemError, lines: readonly KnownLine[]): ProblemError {
  const details = (refusal.details ?? []).map(({ path, message }) => {
    const name =
      lines.find(({ productId, isProduct }) => isProduct && productId === path)?.name ?? 'A product';
    return { path, message: sentenceOf(name, message) };
  });
  return new ProblemError('out-of-stock', details.map(({ message }) => message).join(' '), details);
}

function sentenceOf(name: string, left: string): string {
  if (left === 'gone') return `${name} is no longer sold.`;
  const pieces = Number(left);
  if (!Number.isSafeInteger(pieces) || pieces < 1) return `${name} is out of stock.`;
  return pieces <= 5 ? `Only ${pieces} left of ${name}.` : `There are not so many pieces of ${name}.`;
}

interface Today {
  readonly lines: readonly KnownLine[];
  readonly priced: PricedOrder;
  readonly offerIds: readonly string[];
  readonly promoCode: string | null;
  readonly policyVersion: number;
}

/** O1 to O4: what the cart costs today by the shop's own knowledge. Of the client count ids, quantities and the code. */
async function priceToday(context: PlacingContext, body: PlaceOrderBody): Promise<Today> {
  const wanted = mergeLines(wantedLines(body.products));
  const promoCode = body.promoCode?.toUpperCase() || null;
  const [policy, products, offers, candidates] = await Promise.all([
    context.currentPolicy(),
    currentProducts(context, productIdsOf(wanted)),
    currentOffers(context, offerIdsOf(wanted)),
    promoCode === null ? [] : context.offerCopies.ofCode(promoCode),
  ]);
  const today = context.dayOf(context.now());
  const lines = wanted.map((line) => lookUpLine(line, { products, offers }, today));
  refuseWhatIsGone(lines);
  const outcome = promoCode === null ? null : checkPromo(promoCode, candidates, wanted, today);
  if (outcome?.applied === false)
    throw new ProblemError('promo-code-invalid', outcome.message, [
      { path: 'promoCode', message: outcome.message },
    ]);
  const promo = outcome?.promo ?? null;
  const priced = priceLines(lines, promo, policy);
  if (!isStorable(priced)) throw new ProblemError('invalid-request', 'This order is too large.');
  const offerIds = [
    ...new Set([...lines.flatMap(({ offerId }) => offerId ?? []), ...(promo ? [promo.offerId] : [])]),
  ];
  return { lines, priced, offerIds, promoCode: promo?.promoCode ?? null, policyVersion: policy.version };
}

/** The largest amount that contracts carry. */
const maxAmount = 100_000_000_000;
const isStorable = ({ pricing }: PricedOrder) => pricing.totalInMinorUnits <= maxAmount;

export function wantedLines(products: PlaceOrderBody['products']): WantedLine[] {
  return products.map(({ productId, quantity, specialOffer }) => ({
    productId: productId.toLowerCase(),
    quantity,
    offerId: specialOffer?.id.toLowerCase() ?? null,
  }));
}

/** Offers that name no product stand in a line under their own id, which is no product to look for. */
export const productIdsOf = (lines: readonly WantedLine[]) => [
  ...new Set(lines.flatMap(({ productId, offerId }) => (productId === offerId ? [] : productId))),
];

export const offerIdsOf = (lines: readonly WantedLine[]) => [
  ...new Set(lines.flatMap(({ offerId }) => offerId ?? [])),
];

/** O2: what no longer exists is refused by name. Whether there are enough pieces only catalog knows, and is asked. */
function refuseWhatIsGone(lines: readonly KnownLine[]): void {
  const sentences = (problem: KnownLine['problem'], text: (name: string) => string): ProblemDetail[] =>
    lines
      .filter((line) => line.problem === problem)
      .map((line) => ({ path: keyOf(line), message: text(line.name) }));
  const gone = sentences('gone', (name) =>
    name === '' ? 'A product of your cart is no longer sold.' : `${name} is no longer sold.`,
  );
  if (gone.length > 0)
    throw new ProblemError('out-of-stock', gone.map(({ message }) => message).join(' '), gone);
  const ended = lines
    .filter(({ problem }) => problem === 'offer-ended')
    .map((line) => ({
      path: line.offerId ?? line.productId,
      message: line.offer
        ? `The offer "${line.offer.title}" has ended.`
        : 'This offer is no longer available.',
    }));
  if (ended.length > 0)
    throw new ProblemError('offer-not-available', ended.map(({ message }) => message).join(' '), ended);
}

/** O4: the shopper pays what he was shown, or is shown what it costs now. Amounts in details are plain major units. */
function refuseOtherTotal(shownTotal: number, priced: PricedOrder, lines: readonly KnownLine[]): void {
  const { totalInMinorUnits } = priced.pricing;
  if (Math.abs(shownTotal * 100 - totalInMinorUnits) < 1e-3) return;
  const details = priced.lines.map((line, index) => ({
    path: lines[index] ? keyOf(lines[index]) : line.productId,
    message: String(line.priceInMinorUnits / 100),
  }));
  throw new ProblemError('price-changed', 'The total has changed. Please review your cart.', [
    ...details,
    { path: 'total', message: String(totalInMinorUnits / 100) },
  ]);
}

async function answerOf(context: PlacingContext, order: Order, { log, traceparent }: Trail): Promise<Answer> {
  const answer = orderAnswer(order, context.now());
  return {
    success: true,
    message: 'Order placed successfully!',
    order: answer,
    data: answer,
    payment: await paymentStep(context, order, { log, traceparent }),
  };
}

/** The order stands whether or not its payment page could be made; its page offers to pay again. */
async function paymentStep(
  context: PlacingContext,
  order: Order,
  { log, traceparent }: Trail,
): Promise<PaymentStep | null> {
  if (!isPayable(order, context.now())) return null;
  try {
    const { sessionId, url } = await context.payments.createSession(order, traceparent);
    return { sessionId, url };
  } catch (error) {
    log.warn({ err: error, orderId: order.id }, 'the payment page of an order could not be made');
    return null;
  }
}
