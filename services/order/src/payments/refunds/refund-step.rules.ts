import type { Order, Refund, SecondPayment } from '../../orders/order.ts';
import type { RefundUpdate } from '../payment.rules.ts';
import type { RefundsAtProvider } from '../payment-provider.ts';

/** A refund of one payment of an order. */
export interface WantedRefund {
  readonly paymentId: string;
  /** Stays the same when a request is repeated, and changes after each rejection. */
  readonly key: string;
  readonly amountInMinorUnits: number;
  /** The return to refund. */
  readonly returnId?: string | undefined;
  /** The whole amount of the payment. */
  readonly isWhole: boolean;
  readonly refusals: number;
  readonly refundId?: string | undefined;
  /** Amount of other refunds of this payment by the provider, according to the shop's own records. */
  readonly earlierInMinorUnits: number;
  /** Amount of other refunds by staff, made or to be made: in cash, or in the provider's portal. */
  readonly byHandInMinorUnits: number;
}

/** A request for a refund whose outcome is not recorded yet. */
export interface RequestedRefund {
  readonly key: string;
  /** The refunded amount at the provider just before the request. */
  readonly beforeInMinorUnits: number;
  /** The request may still be executed. */
  readonly isRecent: boolean;
}

const sumOf = (refunds: readonly Refund[]) =>
  refunds.reduce((sum, refund) => sum + refund.amountInMinorUnits, 0);
const isByStaff = ({ state, isByHand }: Refund) => state === 'failed' || isByHand === true;
const isMade = (refund: Refund) =>
  !isByStaff(refund) && (refund.state === 'done' || refund.refundId !== undefined);

const keyOf = (paymentId: string, returnId: string | undefined, refusals: number) =>
  [
    'refund',
    paymentId,
    ...(returnId === undefined ? [] : [returnId]),
    ...(refusals === 0 ? [] : [refusals]),
  ].join('-');

/** The refund of the whole order, or of one of its returns. */
export const refundOf = ({ refund, returns }: Order, returnId?: string): Refund | null | undefined =>
  returnId === undefined ? refund : returns?.find(({ id }) => id === returnId);

/** All due refunds of a payment, oldest first. */
export function dueRefunds(order: Order, paymentId: string): readonly WantedRefund[] {
  const { onlinePayment, refund, returns = [], secondPayments = [] } = order;
  const toWantedRefund = (
    { state, amountInMinorUnits, refusals = 0, refundId }: Refund | SecondPayment,
    returnId?: string,
    others: readonly Refund[] = [],
  ): WantedRefund[] =>
    state === 'due'
      ? [
          {
            paymentId,
            key: keyOf(paymentId, returnId, refusals),
            amountInMinorUnits,
            returnId,
            isWhole: returnId === undefined,
            refusals,
            refundId,
            earlierInMinorUnits: sumOf(others.filter(isMade)),
            byHandInMinorUnits: sumOf(others.filter(isByStaff)),
          },
        ]
      : [];
  if (onlinePayment?.paymentId !== paymentId)
    return secondPayments.flatMap((one) => (one.paymentId === paymentId ? toWantedRefund(one) : []));
  return [
    ...(refund === null ? [] : toWantedRefund(refund)),
    ...returns.flatMap((one) =>
      toWantedRefund(
        one,
        one.id,
        returns.filter((other) => other !== one),
      ),
    ),
  ];
}

const rupees = (minorUnits: number) => `NPR ${(minorUnits / 100).toLocaleString('en-US')}`;

/**
 * ORD-O21: the next step, by the refunds at the provider: the state of the refund when the provider lists it or has
 * refunded at least its amount since, whoever requested that; `ask` to request it; or `wait` while an earlier request
 * may still be executed. Amounts that do not match are work for staff.
 */
export function nextStep(
  { key, amountInMinorUnits, returnId, isWhole, refundId, ...amounts }: WantedRefund,
  { amountInMinorUnits: refundedSum, refunds, requestMode, portal }: RefundsAtProvider,
  requestedRefund: RequestedRefund | undefined,
): RefundUpdate | 'ask' | 'wait' {
  const answerFields = { returnId, isAnswer: true };
  if (refundId !== undefined)
    return {
      ...answerFields,
      refundId,
      state: refunds.find((one) => one.refundId === refundId)?.state ?? 'pending',
    };
  const refundOfKey = refunds.find((one) => one.key === key);
  if (refundOfKey) return { ...answerFields, refundId: refundOfKey.refundId, state: refundOfKey.state };
  const ownRequest = requestedRefund?.key === key ? requestedRefund : undefined;
  const before = ownRequest?.beforeInMinorUnits ?? amounts.earlierInMinorUnits;
  const byHand = ownRequest ? 0 : amounts.byHandInMinorUnits;
  const isGiven =
    refundedSum === undefined
      ? // A partial refund where there was none, since the shop requested one.
        ownRequest !== undefined && before === 0 && !isWhole
      : refundedSum - before - byHand >= amountInMinorUnits;
  if (isGiven) {
    const latestRefund =
      requestMode === 'by-key' ? refunds.find(({ state }) => state !== 'failed') : undefined;
    return {
      ...answerFields,
      refundId: latestRefund?.refundId ?? key,
      state: latestRefund?.state ?? 'succeeded',
    };
  }
  const isRestOfWhole = isWhole && requestMode === 'by-key';
  const isUnclear = refundedSum === undefined || (refundedSum > before && !isRestOfWhole);
  if (requestMode !== 'by-hand' && !isUnclear)
    return ownRequest?.isRecent && requestMode === 'by-amount' ? 'wait' : 'ask';
  const sum = rupees(amountInMinorUnits);
  const instruction = isUnclear
    ? `Look at ${portal}: a part of the payment was given back there already. If ${sum} is not among it, give it back there; then record it.`
    : `Give ${sum} back at ${portal}, then record it.`;
  return { ...answerFields, refundId: key, state: 'by-hand', instruction };
}
