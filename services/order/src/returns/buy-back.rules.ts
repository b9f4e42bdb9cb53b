import { ProblemError } from '@kinmel/service-kit';
import { type Change, type ChangeContext, unpublishedChange } from '../orders/order.rules.ts';
import type { BuyBack, Order } from '../orders/order.ts';
import { areReturnable, isCancelledOrRefunded, keyOfLine, returnTimeOf } from './return.rules.ts';

function problemOf(order: Order, lines: BuyBack['lines'], days: number, now: Date): string | null {
  if (isCancelledOrRefunded(order))
    return 'The order of this phone was cancelled, or its money was given back.';
  if (!areReturnable(order, lines))
    return 'This phone is in a return of its order, came back by one, or is bought back already.';
  const { until } = returnTimeOf(order, days, now);
  if (until === null) return 'This phone is sold in an order that is not delivered yet.';
  return now < until
    ? 'This phone can still be returned: please take it back by a return of its order.'
    : null;
}

/**
 * ORD-R10: claims a phone of the order that the shop receives through a sell request. Undefined when it is claimed
 * already.
 * @param days the return period of the policy in force
 */
export function claimBuyBack(
  order: Order,
  requestedClaim: Omit<BuyBack, 'lines'>,
  days: number,
  context: ChangeContext,
): Change | undefined {
  const { buyBacks = [] } = order;
  if (buyBacks.some(({ id }) => id === requestedClaim.id)) return undefined;
  const { deviceId, version } = requestedClaim;
  const lines = order.lines
    .filter(({ productId }) => productId === deviceId)
    .map((line) => ({ key: keyOfLine(line), quantity: 1 }));
  // The event that the phone went back to its buyer may still be in flight.
  const others = buyBacks.filter((one) => one.deviceId !== deviceId || one.version >= version);
  const problem = problemOf({ ...order, buyBacks: others }, lines, days, context.now);
  if (problem !== null) throw new ProblemError('conflict', problem);
  return unpublishedChange(order, { buyBacks: [...others, { ...requestedClaim, lines }] }, context);
}

/** ORD-R10: the phone went back to its buyer, or was never received. Undefined without a claim to end. */
export function endBuyBack(
  order: Order,
  isOver: (buyBack: BuyBack) => boolean,
  context: ChangeContext,
): Change | undefined {
  const { buyBacks = [] } = order;
  return buyBacks.some(isOver)
    ? unpublishedChange(order, { buyBacks: buyBacks.filter((one) => !isOver(one)) }, context)
    : undefined;
}
