import Stripe from 'stripe';
import { isCancelled, type Order, type Refund, readEvents, readOrders } from '../books.ts';
import type { Invariant } from '../invariant.ts';
import { type PaymentsAddress, readOnce, type Shop } from '../shop.ts';

/** The shop tries again every few seconds; what has not happened by then has been forgotten. */
const moneyAlarmMs = 10 * 60_000;
/** A refund that the provider has taken reaches a card within five to ten business days. */
const underWayAlarmMs = 14 * 24 * 60 * 60_000;
/** Older payments are not asked for: they were looked at before, and a provider answers a hundred at a time. */
const lookBackMs = 30 * 24 * 60 * 60_000;

/** True of money that waits to go back for longer than that takes. */
const isOverdue = ({ state, since, refundId }: Refund, readAt: Date): boolean =>
  state === 'due' &&
  readAt.getTime() - since.getTime() > (refundId === undefined ? moneyAlarmMs : underWayAlarmMs);

const paymentOf = ({ card }: Order): string | null => card?.paymentId ?? null;

function openProvider({ secretKey, apiBase }: PaymentsAddress): Stripe {
  const { hostname: host, port, protocol } = new URL(apiBase ?? 'https://api.stripe.com');
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

type Session = Stripe.Checkout.Session;

/** The payment that a session has taken, and how much of it went back. */
function takenBy({ payment_status, payment_intent: payment, amount_total }: Session) {
  if (payment_status !== 'paid' || payment === null || typeof payment === 'string') return undefined;
  const { id, latest_charge: charge } = payment;
  const refunded = charge === null || typeof charge === 'string' ? 0 : charge.amount_refunded;
  return { id, amount: amount_total ?? 0, refunded };
}

const expand = ['data.payment_intent.latest_charge'];
const since = ({ readAt }: Shop) => new Date(readAt.getTime() - lookBackMs);

/** The provider and its payment pages for orders of this shop; undefined where it is not asked. */
const readProvider = readOnce(async (shop) => {
  const { payments } = shop.options;
  if (payments === undefined) return undefined;
  const stripe = openProvider(payments);
  const created = { gte: Math.floor(since(shop).getTime() / 1000) };
  const pages: { readonly orderId: string; readonly session: Session }[] = [];
  for await (const session of stripe.checkout.sessions.list({ limit: 100, created, expand })) {
    // Without an order's id it was made by another program that shares the account.
    const orderId = session.metadata?.['orderId'];
    if (orderId !== undefined) pages.push({ orderId, session });
  }
  const has = async (payment_intent: string) => {
    const { data } = await stripe.checkout.sessions.list({ limit: 1, payment_intent, expand });
    return data.some((session) => takenBy(session) !== undefined);
  };
  return { pages, has };
});

const payments: Invariant = {
  id: 'I-18',
  title: 'payments and refunds are those of the provider',
  counted: 'payments',
  async check(shop, { looked, offend, note }) {
    const provider = await readProvider(shop);
    if (provider === undefined) return note('provider not asked');
    const { placed } = await readOrders(shop);
    const matched = new Set<string>();
    for (const { orderId, session } of provider.pages) {
      const payment = takenBy(session);
      if (payment === undefined) continue;
      looked(1);
      const order = placed.get(orderId);
      const isWholeBack = payment.refunded === payment.amount;
      if (order === undefined || paymentOf(order) !== payment.id) {
        if (isWholeBack) continue;
        offend(
          order
            ? `${orderId}: ${payment.id} was paid, and the order does not know of it`
            : `${orderId}: ${payment.id} was paid for an order that is not there`,
        );
        continue;
      }
      matched.add(orderId);
      const { refund, pricing } = order;
      if (payment.amount !== pricing.totalInMinorUnits)
        offend(`${orderId}: ${payment.amount} was paid, its total is ${pricing.totalInMinorUnits}`);
      if (!refund && payment.refunded > 0)
        offend(`${orderId}: ${payment.refunded} went back, and the order does not know of it`);
      if (refund?.state === 'done' && !refund.isByHand && !isWholeBack)
        offend(`${orderId}: its money is said to be back, the provider gave back ${payment.refunded}`);
      if (refund && isOverdue(refund, shop.readAt))
        offend(`${orderId}: its money waits to go back since ${refund.since.toISOString()}`);
    }
    for (const order of placed.values()) {
      const paymentId = paymentOf(order);
      if (paymentId === null || matched.has(order._id) || order.createdAt < since(shop)) continue;
      if (!(await provider.has(paymentId)))
        offend(`${order._id}: the provider knows no payment ${paymentId}`);
    }
  },
};

const refunds: Invariant = {
  id: 'I-22',
  title: 'no cancelled order keeps a card payment',
  counted: 'refunds and cancelled orders',
  async check(shop, { looked, offend }) {
    for (const order of (await readOrders(shop)).placed.values()) {
      const { _id, refund } = order;
      if (!refund && !isCancelled(order)) continue;
      looked(1);
      if (!refund && paymentOf(order) !== null)
        offend(`${_id} was cancelled and keeps the payment ${paymentOf(order)}`);
      if (refund?.state === 'failed')
        offend(`${_id}: its refund failed at ${refund.since.toISOString()}, nobody has its money back`);
      else if (refund && isOverdue(refund, shop.readAt))
        offend(`${_id}: its money waits to go back since ${refund.since.toISOString()}`);
    }
  },
};

const pages: Invariant = {
  id: 'I-23',
  title: 'no page takes money for an order that wants none',
  counted: 'orders and pages',
  async check(shop, { looked, offend }) {
    const { placed } = await readOrders(shop);
    looked(placed.size);
    for (const { _id, pagesToClose = [] } of placed.values())
      for (const { sessionId, since } of pagesToClose)
        if (shop.readAt.getTime() - since.getTime() > moneyAlarmMs)
          offend(`${_id}: its page ${sessionId} waits to be closed since ${since.toISOString()}`);
    const provider = await readProvider(shop);
    const open = provider?.pages.filter(({ session }) => session.status === 'open') ?? [];
    looked(open.length);
    for (const { orderId, session } of open) {
      const order = placed.get(orderId);
      if (!order || order.pagesToClose?.some(({ sessionId }) => sessionId === session.id)) continue;
      const what = isCancelled(order) ? 'cancelled' : order.paymentStatus;
      if (/^(cancelled|paid|refunded)$/.test(what))
        offend(`${orderId} is ${what}, and its page ${session.id} still takes money`);
    }
  },
};

/** Notes after which the shop has the money. */
const paidNotes = new Set(['paid by card', 'refund failed']);

/** What the history says of the money when an order was cancelled; undefined of one that has no such entry. */
function moneyWhenCancelled(history: Order['history']) {
  const index = history.findLastIndex(({ what, to }) => what === 'order-status' && to === 'cancelled');
  const cancelled = history[index];
  if (cancelled === undefined) return undefined;
  // What staff said of the payment in the same step stands behind it.
  const known = history.filter(
    ({ at, by }, place) =>
      place < index ||
      (by === 'admin' && cancelled.by === 'admin' && at.getTime() === cancelled.at.getTime()),
  );
  const last = known.findLast(({ what, to }) => what === 'payment-status' || paidNotes.has(to))?.to;
  const wasGivenBack = last === 'refunded';
  // What the provider took stays paid, also where staff called it something else.
  const cameByCard = known.some(({ by, to }) => by === 'shop' && (to === 'paid' || to === 'paid by card'));
  const wasPaid = last === 'paid' || paidNotes.has(last ?? '') || (cameByCard && !wasGivenBack);
  return { last: last ?? 'not paid', wasPaid, wasGivenBack };
}

const toldMoney: Invariant = {
  id: 'I-24',
  title: 'what was told of the money of a cancelled order is true, and people who owe it know',
  counted: 'cancelled orders',
  async check(shop, { looked, offend }) {
    const told = new Map(
      (await readEvents(shop))
        .filter(({ type }) => type === 'order.cancelled')
        .map(({ aggregateId, data }) => [aggregateId, data?.money]),
    );
    for (const order of (await readOrders(shop)).placed.values()) {
      if (!isCancelled(order)) continue;
      looked(1);
      const { _id, history, paymentStatus, refund, promisedAt } = order;
      const said = told.get(_id);
      const money = moneyWhenCancelled(history);
      if (said !== undefined && money !== undefined) {
        const isNone = !money.wasPaid && !money.wasGivenBack;
        const isTrue =
          said === 'none' ? isNone : said === 'already-back' ? money.wasGivenBack : money.wasPaid;
        if (!isTrue) offend(`${_id}: "${said}" was told of its money, which was ${money.last}`);
      }
      const isOwedByHand = paymentStatus === 'paid' && !refund && paymentOf(order) === null;
      if (isOwedByHand && !promisedAt) offend(`${_id} was cancelled and paid by hand, and waits for nobody`);
    }
  },
};

export const paymentInvariants = [payments, refunds, pages, toldMoney];
