import type { Refund } from '@kinmel/order/records';
import Stripe from 'stripe';
import { type Books, isCancelled, type Order } from '../books.ts';
import type { Invariant } from '../report.ts';
import { invariantsOf, orders } from './about.ts';

/** Refunds and closings are retried every few seconds. */
const alarmMs = 10 * 60_000;
/** A refund that the provider has accepted reaches a card within five to ten business days. */
const acceptedAlarmMs = 14 * 24 * 60 * 60_000;
/** Older payments were checked by earlier runs; a provider lists only a hundred payments per call. */
const lookBackMs = 30 * 24 * 60 * 60_000;

/** Pages of cards are closed at once; those of wallets cannot be closed and are looked up for two hours. */
const closingLimitMs = (sessionId: string) => alarmMs + (sessionId.startsWith('cs_') ? 0 : 2 * 60 * 60_000);

/** When a page must be closed. `lookUpAt` is the next look-up of an undecided payment. */
const latestEnd = (sessionId: string, since: Date, lookUpAt?: Date): number =>
  lookUpAt ? lookUpAt.getTime() + alarmMs : since.getTime() + closingLimitMs(sessionId);

const isOverdue = ({ state, since, refundId }: Refund, readAt: Date): boolean =>
  state === 'due' &&
  readAt.getTime() - since.getTime() > (refundId === undefined ? alarmMs : acceptedAlarmMs);

const refundsOf = ({ refund, returns = [] }: Order) => (refund ? [refund, ...returns] : returns);
const paymentOf = ({ card }: Order): string | null => card?.paymentId ?? null;

type Session = Stripe.Checkout.Session;

/** The second payment is being refunded, or staff returned it in another way. */
export const mayBeKept = (second: Pick<Refund, 'state' | 'isByHand'> | undefined): boolean =>
  second !== undefined && (second.state !== 'done' || second.isByHand === true);

/** The payment received in a session, and its refunded amount. */
function paymentIn({ payment_status, payment_intent: payment, amount_total }: Session) {
  if (payment_status !== 'paid' || payment === null || typeof payment === 'string') return undefined;
  const { id, latest_charge: charge } = payment;
  const refunded = charge === null || typeof charge === 'string' ? 0 : charge.amount_refunded;
  return { id, amount: amount_total ?? 0, refunded };
}

const expand = ['data.payment_intent.latest_charge'];
const oldestChecked = ({ readAt }: Books) => new Date(readAt.getTime() - lookBackMs);

function openProvider({ options }: Books): Stripe | undefined {
  if (options.payments === undefined) return undefined;
  const { secretKey, apiBase = 'https://api.stripe.com' } = options.payments;
  const { hostname: host, port, protocol } = new URL(apiBase);
  const isPlain = protocol === 'http:';
  return new Stripe(secretKey, {
    host,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? 'http' : 'https',
    timeout: 10_000,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}

/** Payment pages of orders. One without an order id belongs to another program that shares the account. */
async function* pagesAt(provider: Stripe, books: Books) {
  const created = { gte: Math.floor(oldestChecked(books).getTime() / 1000) };
  for await (const session of provider.checkout.sessions.list({ limit: 100, created, expand })) {
    const orderId = session.metadata?.['orderId'];
    if (orderId !== undefined) yield { orderId, session };
  }
}

function* differences(order: Order, amount: number, refunded: number): Iterable<string> {
  const { _id, refund, returns = [], pricing, credit } = order;
  const leftToPay = pricing.totalInMinorUnits - (credit?.amountInMinorUnits ?? 0);
  if (amount !== leftToPay) yield `${_id}: ${amount} was paid, ${leftToPay} was left to pay`;
  const atProvider = returns.filter(({ isByHand, state }) => !isByHand && state !== 'failed');
  const [minRefunded, maxRefunded] = [atProvider.filter(({ state }) => state === 'done'), atProvider].map(
    (refunds) => refunds.reduce((sum, { amountInMinorUnits }) => sum + amountInMinorUnits, 0),
  ) as [number, number];
  if (!refund && refunded < minRefunded)
    yield `${_id}: its returns gave back ${minRefunded}, the provider ${refunded}`;
  if (!refund && refunded > maxRefunded) yield `${_id}: ${refunded} was refunded without the order knowing`;
  if (refund?.state === 'done' && !refund.isByHand && refunded !== amount)
    yield `${_id}: the order is refunded, the provider refunded ${refunded}`;
}

/** History entries after which the shop has the money. */
const paidNotes = new Set(['paid by card', 'refund failed', 'refund by hand']);

/** State of the money when an order was cancelled, from its history; undefined if it was not cancelled. */
function moneyWhenCancelled(history: Order['history']) {
  const index = history.findLastIndex(({ what, to }) => what === 'order-status' && to === 'cancelled');
  const cancellation = history[index];
  if (cancellation === undefined) return undefined;
  // An entry of staff about the payment in the same step follows the cancellation.
  const earlierEntries = history.filter(
    ({ at, by }, entryIndex) =>
      entryIndex < index ||
      (by === 'admin' && cancellation.by === 'admin' && at.getTime() === cancellation.at.getTime()),
  );
  const lastState = earlierEntries.findLast(
    ({ what, to }) => what === 'payment-status' || paidNotes.has(to),
  )?.to;
  const wasGivenBack = lastState === 'refunded';
  // A card payment stays paid even if staff set another status later.
  const cameByCard = earlierEntries.some(
    ({ by, to }) => by === 'shop' && (to === 'paid' || to === 'paid by card'),
  );
  const wasPaid = lastState === 'paid' || paidNotes.has(lastState ?? '') || (cameByCard && !wasGivenBack);
  return { last: lastState ?? 'not paid', wasPaid, wasGivenBack };
}

const ordersPaidByCard = invariantsOf('orders paid by card', ({ options, placed }) =>
  options.payments ? [...placed.values()].filter((order) => paymentOf(order) !== null) : [],
);
const refundsAndCancelled = invariantsOf('refunds and cancelled orders', ({ placed }) =>
  [...placed.values()].filter((order) => refundsOf(order).length > 0 || isCancelled(order)),
);
const cancelledOrders = invariantsOf('cancelled orders', ({ placed }) =>
  [...placed.values()].filter(isCancelled),
);

export const paymentInvariants: readonly Invariant[] = [
  ordersPaidByCard.all('I-18', 'payments and refunds match the provider', async function* (books, note) {
    const provider = openProvider(books);
    if (provider === undefined) return note('provider not asked');
    const matched = new Set<string>();
    for await (const { orderId, session } of pagesAt(provider, books)) {
      const payment = paymentIn(session);
      const order = books.placed.get(orderId);
      if (payment === undefined) continue;
      if (order && paymentOf(order) === payment.id) {
        matched.add(orderId);
        yield* differences(order, payment.amount, payment.refunded);
      } else if (
        payment.refunded !== payment.amount &&
        !mayBeKept(order?.secondPayments?.find(({ paymentId }) => paymentId === payment.id))
      )
        yield `${orderId}: ${payment.id} was paid, and the order ${order ? 'does not know it' : 'does not exist'}`;
    }
    for (const order of books.placed.values()) {
      const payment_intent = paymentOf(order);
      // Ids of other methods have another format.
      if (!payment_intent?.startsWith('pi_')) continue;
      if (matched.has(order._id) || order.createdAt < oldestChecked(books)) continue;
      const { data } = await provider.checkout.sessions.list({ limit: 1, payment_intent, expand });
      if (!data.some((session) => paymentIn(session) !== undefined))
        yield `${order._id}: the provider has no payment ${payment_intent}`;
    }
  }),
  refundsAndCancelled.each(
    'I-22',
    'no cancelled order keeps a card payment, no refund fails or is late',
    function* (order, { readAt }) {
      const { _id, refund } = order;
      if (!refund && isCancelled(order) && paymentOf(order) !== null)
        yield `${_id} was cancelled and keeps the payment ${paymentOf(order)}`;
      for (const orderRefund of refundsOf(order))
        if (orderRefund.state === 'failed' && !orderRefund.isByHand)
          yield `${_id}: its refund failed at ${orderRefund.since.toISOString()}`;
        else if (isOverdue(orderRefund, readAt))
          yield `${_id}: its refund is due since ${orderRefund.since.toISOString()}`;
    },
  ),
  orders.all('I-23', 'no payment page is open for an order that needs no payment', async function* (books) {
    for (const { _id, pagesToClose = [] } of books.placed.values())
      for (const { sessionId, since, lookUpAt } of pagesToClose)
        if (books.readAt.getTime() > latestEnd(sessionId, since, lookUpAt))
          yield `${_id}: its page ${sessionId} is to be closed since ${since.toISOString()}`;
    const provider = openProvider(books);
    if (provider === undefined) return;
    for await (const { orderId, session } of pagesAt(provider, books)) {
      const order = books.placed.get(orderId);
      if (!order || session.status !== 'open') continue;
      const isClosing = order.pagesToClose?.some(({ sessionId }) => sessionId === session.id);
      const state = isCancelled(order) ? 'cancelled' : order.paymentStatus;
      if (!isClosing && /^(cancelled|paid|refunded)$/.test(state))
        yield `${orderId} is ${state}, and its page ${session.id} is open`;
    }
  }),
  cancelledOrders.all(
    'I-24',
    'order.cancelled has the right state of the money, and staff see what they owe',
    function* ({ placed, events }) {
      const announced = new Map(
        events
          .filter(({ type }) => type === 'order.cancelled')
          .map(({ aggregateId, data }) => [aggregateId, data?.money]),
      );
      for (const order of placed.values()) {
        if (!isCancelled(order)) continue;
        const { _id, history, paymentStatus, refund, promisedAt } = order;
        const announcement = announced.get(_id);
        const money = moneyWhenCancelled(history);
        if (announcement !== undefined && money !== undefined) {
          const { wasPaid, wasGivenBack, last: lastState } = money;
          const wasNever = !wasPaid && !wasGivenBack;
          // Credit of a deleted account is given back in cash.
          const isCreditInCash = order.isBuyerDeleted && order.credit && announcement === 'by-hand';
          const isConsistent =
            announcement === 'none' ? wasNever : announcement === 'already-back' ? wasGivenBack : wasPaid;
          if (!isConsistent && !isCreditInCash)
            yield `${_id}: the event says "${announcement}" of its money, which was ${lastState}`;
        }
        const isOwedByHand = paymentStatus === 'paid' && !refund && paymentOf(order) === null;
        if (isOwedByHand && !promisedAt)
          yield `${_id} was cancelled and paid by hand, and is not in the work queue`;
      }
    },
  ),
];
