import { randomUUID } from 'node:crypto';
import { type placeOrder as endpoint, paymentMethods, shopCurrency } from '@kinmel/contracts';
import {
  type ContentOf,
  digestOf,
  failpoint,
  isDatabaseAway,
  type Logger,
  ProblemError,
  pick,
  readIdempotencyKey,
} from '@kinmel/service-kit';
import { isNotEnoughCredit } from '../ledger/ledger.rules.ts';
import { useCredit } from '../ledger/order-credit.ts';
import { isPayable, payWithinMs, placedEvent } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';
import type { InsertOutcome } from '../orders/orders.store.ts';
import { oneOrder } from '../orders/reads/order-answer.ts';
import { openPaymentPage } from '../payments/pages/open-payment-page.ts';
import { type PaymentPage, rejectedByProvider } from '../payments/payment-provider.ts';
import { waitForProvider } from '../payments/wait-for-provider.ts';
import { rejectUnwritable } from '../tax-documents/document-fonts.ts';
import { documentWrite } from '../tax-documents/issue-document.ts';
import { dueDocument } from '../tax-documents/tax-document.rules.ts';
import { Holds } from './holds.ts';
import { newOrderNumber } from './order-number.ts';
import { personalTurn } from './personal-turn.ts';
import type { PlaceOrderBody, PlacingContext } from './placing-context.ts';
import { countPieces, paymentOf, priceToday, type Quote, rejectOtherTotal } from './pricing/price-today.ts';

export interface PlaceOrderRequest {
  readonly body: PlaceOrderBody;
  readonly userId: string;
  /** Network address. */
  readonly address: string;
  readonly idempotencyKey: string | readonly string[] | undefined;
  readonly traceparent: string;
  readonly log: Logger;
  /** The buyer has closed the connection. */
  readonly isAbandoned?: () => boolean;
}

type Answer = ContentOf<typeof endpoint>;

interface OrderKey {
  readonly key: string;
  /** Hash of the body. */
  readonly bodyHash: string;
  /** False when the service generated the key. */
  readonly isGiven: boolean;
}

interface PlacedOrder {
  readonly order: Order;
  /** An earlier request has placed the order. */
  readonly isReplay: boolean;
}

/** Below the three seconds within which a buyer gets an answer. */
const placingMs = 2_700;

/** Places an order, or returns the one that was placed with the same idempotency key. Answers within three seconds. */
export async function placeOrder(
  context: PlacingContext,
  request: PlaceOrderRequest,
): Promise<{ readonly answer: Answer; readonly isReplay: boolean }> {
  const requestKey = readIdempotencyKey(request.idempotencyKey);
  const key = {
    key: requestKey ?? randomUUID(),
    bodyHash: digestOf(request.body),
    isGiven: requestKey !== undefined,
  };
  const limit = AbortSignal.timeout(placingMs);
  let placed: PlacedOrder;
  try {
    placed = await Promise.race([
      // An order that waits for another one of the same person takes no place in the queue.
      context.limits.runExclusive(request.userId, () =>
        context.placingQueue.run(() => place(context, request, key, limit)),
      ),
      rejectWhenAborted(limit),
    ]);
  } catch (error) {
    throw limit.aborted || isDatabaseAway(error) ? notConfirmed(key, error) : error;
  }
  // The order is stored. Its payment page may take longer than the time limit, and is created outside the queue.
  return { answer: await placedAnswer(context, placed.order, request), isReplay: placed.isReplay };
}

/**
 * A rejection stores nothing and releases everything; after a crash the owners of the holds settle them. After the time
 * limit no further step begins.
 */
async function place(context: PlacingContext, request: PlaceOrderRequest, key: OrderKey, limit: AbortSignal) {
  const { body, userId, address, traceparent, log } = request;
  limit.throwIfAborted();
  if (request.isAbandoned?.())
    throw new ProblemError('request-timeout', 'Nothing was ordered: the connection was closed.');
  const earlierOrder = await findPlaced(context, userId, key);
  if (earlierOrder) return earlierOrder;
  const { notes: _, ...printedDetails } = body.customerDetails;
  rejectUnwritable(printedDetails);

  // Price the cart from the service's own copies.
  const [quote] = await Promise.all([priceToday(context, body), rejectDeletedBuyer(context, userId)]);
  rejectOtherTotal(body.pricing.total, quote.priced, quote.lines);
  const payment = paymentOf(body, quote);
  failpoint('order.after-validation');

  // Claim the key, so that a repeated request is not rejected for what this one holds.
  limit.throwIfAborted();
  const orderId = context.newId();
  if (key.isGiven && !(await context.keyClaims.claim(userId, key.key, orderId))) throw keyInProgress();

  const holds = new Holds(context.serviceClients, orderId, log);
  const turn = personalTurn(context, userId, orderId, log);
  let mayBeWritten = false;
  try {
    await context.limits.order({ userId, address });
    await context.limits.openOrder(
      countPieces(quote.lines),
      () => context.orders.findOpenCounts(userId),
      () => turn.take(limit),
    );

    // Hold pieces and offers.
    limit.throwIfAborted();
    await holds.reserve(quote.lines, traceparent);
    failpoint('order.after-reserve');
    limit.throwIfAborted();
    await holds.redeem(userId, quote.offerTitles, traceparent);
    failpoint('order.after-redeem');
    limit.throwIfAborted();

    // One write: order, events, key, the credit that is used, and the invoice of a paid order.
    const order = newOrder(orderId, request, { ...quote, payment }, context.now());
    failpoint('order.before-insert');
    mayBeWritten = true;
    const { outcome, storedOrder } = await insert(context, order, key, traceparent);
    failpoint('order.after-insert');
    await turn.release();
    if (outcome === 'inserted') {
      context.sendEvents();
      return { order: storedOrder, isReplay: false };
    }
    mayBeWritten = false;
    throw placingRefusal(outcome);
  } catch (error) {
    // While the outcome is unknown nothing is released: the owners of the holds ask the order service (ORD-O11).
    if (mayBeWritten && !isNotEnoughCredit(error)) throw error;
    await Promise.all([holds.release(), turn.release()]);
    if (key.isGiven) {
      await context.keyClaims.release(userId, key.key, orderId).catch((reason: unknown) => {
        log.warn({ err: reason }, 'the claim of a key could not be released; it expires');
      });
      // The claim may have expired, and another request may have placed this order.
      const winner = await findPlaced(context, userId, key);
      if (winner) return winner;
    }
    throw error;
  }
}

/** The order that was placed with this key. Rejects with `key-reused` for another body (ORD-O13). */
async function findPlaced({ orders }: PlacingContext, userId: string, { key, bodyHash, isGiven }: OrderKey) {
  const earlierOrder = isGiven ? await orders.findByKey(userId, key) : undefined;
  if (earlierOrder === undefined) return undefined;
  if (earlierOrder.bodyHash !== bodyHash)
    throw new ProblemError('key-reused', 'This Idempotency-Key was used for another order already.');
  return { order: earlierOrder.order, isReplay: true };
}

/** The access token of a deleted account stays valid for some minutes (ORD-O12). */
async function rejectDeletedBuyer({ deletedAccounts }: PlacingContext, userId: string): Promise<void> {
  if (await deletedAccounts.has(userId))
    throw new ProblemError('not-signed-in', 'Please sign in to continue.');
}

const numberAttempts = 5;

/** Retries with another number when the random one is taken. */
async function insert(
  context: PlacingContext,
  order: Order,
  { key, bodyHash }: OrderKey,
  traceparent: string,
): Promise<{ outcome: InsertOutcome; storedOrder: Order }> {
  const writesOf = async (placed: Order) => [
    ...useCredit(context.ledger, placed),
    ...(placed.documents?.includes('invoice')
      ? [await documentWrite(context.documents, 'invoice', placed, placed)]
      : []),
  ];
  let current = order;
  for (let attempt = 1; ; attempt += 1) {
    const event = placedEvent(current, { now: current.createdAt, traceparent });
    const outcome = await context.orders.insert(current, [event], { key, bodyHash }, await writesOf(current));
    if (outcome !== 'number-taken' || attempt === numberAttempts) return { outcome, storedOrder: current };
    current = { ...current, orderNumber: newOrderNumber() };
  }
}

interface Payment {
  readonly payment: ReturnType<typeof paymentOf>;
}

function newOrder(
  orderId: string,
  { body, userId }: PlaceOrderRequest,
  { priced, promoCode, offerTitles, policyVersion, payment }: Quote & Payment,
  now: Date,
): Order {
  const entry = { at: now, by: 'customer', who: userId, from: null, note: '' } as const;
  const order: Order = {
    id: orderId,
    orderNumber: newOrderNumber(),
    userId,
    customerDetails: body.customerDetails,
    currency: shopCurrency,
    ...pick(priced, 'lines', 'pricing', 'decisions'),
    promoCode,
    offerIds: [...offerTitles.keys()],
    policyVersion,
    ...payment,
    orderStatus: 'pending',
    adminNotes: '',
    history: [
      { ...entry, what: 'order-status', to: 'pending' },
      ...(payment.paymentStatus === 'paid'
        ? [{ ...entry, what: 'payment-status', to: 'paid' } as const]
        : []),
    ],
    payUntil: paymentMethods[payment.paymentMethod].isPaidOnline
      ? new Date(now.getTime() + payWithinMs)
      : null,
    onlinePayment: null,
    refund: null,
    isBuyerDeleted: false,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  const documentKind = dueDocument(order);
  return documentKind ? { ...order, documents: [documentKind] } : order;
}

/** The answer for a stored order, also for a repeated request. */
export async function placedAnswer(
  context: PlacingContext,
  order: Order,
  request: Pick<PlaceOrderRequest, 'log' | 'traceparent'>,
): Promise<Answer> {
  const answer = await oneOrder(context, order);
  const payment = await paymentStep(context, order, request);
  return { message: 'Order placed successfully!', ...answer, payment };
}

/**
 * Null when the payment page could not be created: the order's page offers it again. Rejects with `payment-failed` when
 * the provider has rejected the order, which is cancelled (ORD-O15).
 */
async function paymentStep(
  context: PlacingContext,
  order: Order,
  { log, traceparent }: Pick<PlaceOrderRequest, 'log' | 'traceparent'>,
): Promise<PaymentPage | null> {
  if (order.onlinePayment?.isRefused === true) throw rejectedByProvider();
  if (!isPayable(order, context.now())) return null;
  let refusal: ProblemError | undefined;
  const step = await waitForProvider<PaymentPage | null>(
    openPaymentPage(context.onlinePayments, order, traceparent),
    null,
    (error) => {
      if (error instanceof ProblemError && error.code === 'payment-failed') refusal = error;
      log.warn({ err: error, orderId: order.id }, 'the payment page of an order could not be created');
    },
  );
  if (refusal !== undefined) throw refusal;
  return step;
}

const rejectWhenAborted = (signal: AbortSignal): Promise<never> =>
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

const notConfirmed = ({ isGiven }: OrderKey, cause: unknown) =>
  new ProblemError(
    'service-unavailable',
    isGiven
      ? 'The shop takes too long to answer. Please try again: your order is placed once at most.'
      : 'The shop takes too long to answer. Please look at your orders before you try again.',
    undefined,
    { retryAfterSeconds: 2, cause },
  );

const placingRefusal = (outcome: InsertOutcome) =>
  new ProblemError('service-unavailable', 'Your order could not be placed. Please try again.', undefined, {
    retryAfterSeconds: 1,
    cause: new Error(`the insert of an order was refused: ${outcome}`),
  });
