import type { BookedOrder, BookedRefund } from '../books.ts';
import type { Tally } from '../findings.ts';

/** The shop tries again every few seconds; what has not happened by then has been forgotten. */
export const moneyAlarmMs = 10 * 60_000;
/** A refund that the provider has taken reaches a card within five to ten business days. */
const underWayAlarmMs = 14 * 24 * 60 * 60_000;

/** True of money that waits to go back for longer than that takes. */
export const isOverdue = ({ state, since, refundId }: BookedRefund, readAt: Date): boolean =>
  state === 'due' &&
  readAt.getTime() - since.getTime() > (refundId === undefined ? moneyAlarmMs : underWayAlarmMs);

/** I-22, I-23, I-24: what the books of order alone say of money. */
export function checkMoney(orders: readonly BookedOrder[], readAt: Date, tally: Tally): void {
  for (const order of orders) {
    cardMoneyGoesBack(order, readAt, tally);
    pagesAreClosed(order, readAt, tally);
    if (order.orderStatus !== 'cancelled') continue;
    tally.looked('I-24', 1);
    toldIsTrue(order, tally);
    const isOwedByHand =
      order.paymentStatus === 'paid' && order.refund === null && (order.card?.paymentId ?? null) === null;
    if (isOwedByHand && (order.promisedAt ?? null) === null)
      tally.offend('I-24', `${order.id} was cancelled and paid by hand, and waits for nobody`);
  }
}

function cardMoneyGoesBack({ id, orderStatus, card, refund }: BookedOrder, readAt: Date, tally: Tally): void {
  const isCancelled = orderStatus === 'cancelled';
  if (isCancelled || refund !== null) tally.looked('I-22', 1);
  if (isCancelled && refund === null && (card?.paymentId ?? null) !== null)
    tally.offend('I-22', `${id} was cancelled and keeps the payment ${card?.paymentId}`);
  if (refund?.state === 'failed')
    tally.offend(
      'I-22',
      `${id}: its refund failed at ${refund.since.toISOString()}, nobody has its money back`,
    );
  else if (refund && isOverdue(refund, readAt))
    tally.offend('I-22', `${id}: its money waits to go back since ${refund.since.toISOString()}`);
}

function pagesAreClosed({ id, pagesToClose = [] }: BookedOrder, readAt: Date, tally: Tally): void {
  tally.looked('I-23', 1);
  for (const { sessionId, since } of pagesToClose)
    if (readAt.getTime() - since.getTime() > moneyAlarmMs)
      tally.offend('I-23', `${id}: its page ${sessionId} waits to be closed since ${since.toISOString()}`);
}

/** Notes after which the shop has the money. */
const paidNotes = new Set(['paid by card', 'refund failed']);

/** Held against the history: what had been paid and given back when the order was cancelled. */
function toldIsTrue({ id, history, toldMoney }: BookedOrder, tally: Tally): void {
  const index = history.findLastIndex(({ what, to }) => what === 'order-status' && to === 'cancelled');
  const cancelled = history[index];
  if (toldMoney === undefined || cancelled === undefined) return;
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
  const isTrue =
    toldMoney === 'none' ? !wasPaid && !wasGivenBack : toldMoney === 'already-back' ? wasGivenBack : wasPaid;
  if (!isTrue)
    tally.offend('I-24', `${id}: "${toldMoney}" was told of its money, which was ${last ?? 'not paid'}`);
}
