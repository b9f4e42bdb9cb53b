import {
  type BodyOf,
  type inspectReturn,
  type Money,
  needsNote,
  type OrderToReturn,
  type ReturnAnswer,
  type ReturnStatus,
  returnLife,
  returnReceived,
  returnSettled,
  returnStatusChanged,
  shopCurrency,
  statusesIn,
} from '@kinmel/contracts';
import { priceReturn } from '@kinmel/pricing';
import { pick, promisedUntil, refusal } from '@kinmel/service-kit';
import type { RequestPhoto } from '../photos/photos-of-request.rules.ts';
import {
  type Change,
  type KindRules,
  type RequestEventContext,
  type RequestState,
  refuseStale,
  rulesOfLife,
  unchangedState,
  withStatus,
} from '../requests/request.rules.ts';

/** Fields that customer and staff see exactly as they are stored. */
export const shownFields = [
  'orderId',
  'orderNumber',
  'reason',
  'message',
  'refundTo',
  'refund',
  'steps',
  'offeredRefund',
] as const;

export interface Return
  extends RequestState<ReturnStatus>,
    Readonly<Pick<ReturnAnswer, (typeof shownFields)[number]>> {
  /** `isRestocked` is null before the inspection, and false when written off. */
  readonly lines: readonly (OrderToReturn['lines'][number] & { readonly isRestocked: boolean | null })[];
  readonly photos: readonly RequestPhoto[];
  /** Whether order knows its claim; absent in older returns. */
  readonly isClaimed?: boolean;
}

/** The refund, or the lower one that was offered. */
export const refundOf = ({ offeredRefund, refund }: Return): Money => offeredRefund ?? refund;

/** SR-R2: closed while the customer has the goods, so order releases its claim of them. */
const releasedStatuses: readonly ReturnStatus[] = statusesIn(returnLife, 'closed').filter(
  (status) => status !== 'settled',
);

export const isReleased = ({ status }: Pick<Return, 'status'>): boolean => releasedStatuses.includes(status);

/** Neither settled nor released. */
export const openStatuses = statusesIn(returnLife, 'open', 'with-customer');

/** SR-R9: a step that resumes a closed return claims its goods again. */
export const needsClaim = (before: Return, after: Return): boolean =>
  isReleased(before) && !isReleased(after);

/** How long goods of a closed return may still arrive. */
const inTransitMs = 30 * 24 * 60 * 60_000;

const missingNoteTexts: Partial<Readonly<Record<ReturnStatus, string>>> = {
  rejected: 'Please say in the notes why the return is rejected.',
  'sent-back': 'Please enter the number of the parcel, or say in the notes how the goods went back.',
};

export const returnRules: KindRules<Return> & { readonly kind: 'return' } = {
  kind: 'return',
  /** For example "2 × iPhone 13 Pro, 256 GB; 1 × Case". */
  subjectOf: ({ lines }) =>
    lines
      .map(({ quantity, name, details }) => `${quantity} × ${details ? `${name}, ${details}` : name}`)
      .join('; '),
  /** SR-R5: staff can take only the declared steps. */
  ...rulesOfLife(returnLife, 'cancelled'),
  /** SR-G13: accepted within one business day, inspected within two of the receipt, sent back within one. */
  promisedAtOf({ status, createdAt, history }, calendar) {
    const since = history.findLast(({ to }) => to === status)?.at ?? createdAt;
    return promisedUntil(returnLife.statuses[status].promised ?? { businessDays: 1 }, since, calendar);
  },
  goodsAwaitedUntil: ({ status, history, updatedAt }) =>
    (status === 'cancelled' || status === 'rejected') && history.at(-1)?.from === 'accepted'
      ? new Date(updatedAt.getTime() + inTransitMs)
      : null,
  publishesErasure: true,
  /** After a step back, the goods are inspected again. */
  statusFields: ({ lines, photos }, status) =>
    status === 'accepted' || status === 'received'
      ? {
          lines: lines.map((line) => ({ ...line, isRestocked: null })),
          offeredRefund: null,
          photos: photos.filter(({ by }) => by === 'customer'),
        }
      : {},
  receivedEvent: () => [returnReceived, {}],
  statusEvent: (change) => (change.to === 'settled' ? [returnSettled, {}] : [returnStatusChanged, change]),
  eventData: (request) => ({
    ...pick(request, 'orderId', 'orderNumber', 'lines', 'refundTo'),
    refund: refundOf(request),
    // The reason of a lower refund after the inspection, also when the customer has accepted it.
    note: request.history.findLast(({ from }) => from === 'received')?.note ?? '',
  }),
  cancelling: {
    may: ({ status }) => returnRules.usualSteps[status].includes('cancelled'),
    refusal: () => 'This return cannot be cancelled any more.',
    doneText: 'Your return is cancelled.',
  },
  answering: {
    /** SR-R7: a repeated answer changes nothing; a different one, or one to another version, is refused. */
    answer(request, { isAccepted, seenVersion }, context) {
      const { status, offeredRefund, version } = request;
      const answer = isAccepted ? 'settled' : 'to-send-back';
      if (status === answer && offeredRefund && seenVersion >= version - 1) return unchangedState(request);
      refuseStale(request, seenVersion);
      if (status !== 'offered') throw refusal('status', 'There is no offer to answer any more.');
      return withStatus(returnRules, request, answer, '', context);
    },
    acceptedText: () => 'Thank you! We refund you next, and write when it is done.',
    declinedText: 'We send your goods back to you.',
  },
  refuseStep({ status }, to, note) {
    if (!returnRules.usualSteps[status].includes(to))
      throw refusal('status', `A return that is ${status} cannot become ${to} by this step.`);
    if (note === '' && needsNote(returnLife, status, to))
      throw refusal('adminNotes', missingNoteTexts[to] ?? 'Please say in the notes why this step is taken.');
  },
  personal: () => ({ message: '' }),
};

/**
 * SR-R2, SR-R4: the requested pieces of an order and their refund. Refuses pieces that cannot be returned; order
 * decides again when they are claimed (SR-R3).
 */
export function pricedReturn(
  order: OrderToReturn,
  requestedLines: readonly { readonly key: string; readonly quantity: number }[],
): Pick<Return, 'lines' | 'refund' | 'steps'> {
  const { problem, returned } = order;
  if (problem !== null) throw refusal('orderId', problem);
  const lines = requestedLines.map(({ key, quantity }) => {
    const line = order.lines.find((one) => one.key === key);
    if (!line) throw refusal('lines', 'This order has no such line.');
    const returnable = line.quantity - (returned[key] ?? 0);
    if (quantity > returnable)
      throw refusal('lines', `Of ${line.name} you can return at most ${returnable}.`);
    return { ...line, quantity, isRestocked: null };
  });
  const pieces = Object.fromEntries(requestedLines.map(({ key, quantity }) => [key, quantity]));
  const { refundInMinorUnits, steps } = priceReturn(order, returned, pieces);
  return {
    lines,
    refund: { amountInMinorUnits: refundInMinorUnits, currency: shopCurrency },
    steps: [...steps],
  };
}

/** SR-R6: goods as described settle the return; a lower refund is offered to the customer. */
export function inspect(
  request: Return,
  { lines, offeredRefund, adminNotes: note = '', version }: BodyOf<typeof inspectReturn>,
  photos: readonly RequestPhoto[],
  context: RequestEventContext,
): Change<Return> {
  refuseStale(request, version);
  if (request.status !== 'received') throw refusal('status', 'Only goods that came can be inspected, once.');
  const decisions = new Map(lines.map(({ key, isRestocked }) => [key, isRestocked]));
  if (lines.length !== request.lines.length || request.lines.some(({ key }) => !decisions.has(key)))
    throw refusal('lines', 'Please say of each line once whether it is restocked or written off.');
  if (offeredRefund && offeredRefund.amountInMinorUnits >= request.refund.amountInMinorUnits)
    throw refusal('offeredRefund', 'A lower refund is below that for goods as described.');
  if (offeredRefund && note === '')
    throw refusal('adminNotes', 'Please say in the notes why the refund is lower.');
  const inspected: Return = {
    ...request,
    lines: request.lines.map((line) => ({ ...line, isRestocked: decisions.get(line.key) ?? null })),
    offeredRefund: offeredRefund ?? null,
    photos: [...request.photos, ...photos],
  };
  return withStatus(returnRules, inspected, offeredRefund ? 'offered' : 'settled', note, context);
}
