import type { RequestHistoryAnswer, RequestKind } from '@kinmel/contracts';
import { lifeOf, statusesOf as lifeStatuses, stepBetween, usualStepsOf } from '@kinmel/contracts/life';
import { formatPrice } from '@kinmel/web-kit';
import type { TimelineStep } from '../lists/details/record-details.tsx';
import { missingNoteText, needsNote, sentenceCase } from '../lists/status/statuses.rules.ts';

/** The statuses of each kind in their usual order. */
export const statusesOf = (kind: RequestKind): readonly string[] => lifeStatuses(lifeOf(kind));

/** The statuses that staff can set; for a kind with only usual steps, the possible next ones. */
export const choicesOf = (kind: RequestKind, { status, usualSteps }: Parameters<typeof needsNote>[0]) =>
  lifeOf(kind).otherSteps ? statusesOf(kind) : [status, ...usualSteps];

export function bulkChoicesOf(kind: RequestKind): readonly string[] {
  const life = lifeOf(kind);
  const statuses = statusesOf(kind);
  if (life.otherSteps) return statuses;
  const settable = statuses.flatMap((from) => usualStepsOf(life, from));
  return statuses.filter((status) => settable.includes(status));
}

/** Whether the customer must be told the reason. */
export const noteRuleOf =
  (kind: RequestKind): typeof needsNote =>
  (request, targetStatus) => {
    const life = lifeOf(kind);
    return life.otherSteps
      ? needsNote(request, targetStatus)
      : stepBetween(life, request.status, targetStatus, 'staff')?.needsNote === true;
  };

/** The note says how the goods are sent. */
const isSending = (kind: RequestKind, targetStatus: string) =>
  kind === 'return' && targetStatus === 'sent-back';

/** The side effect of a step in words, if it has one. */
export function effectOf(kind: RequestKind, targetStatus: string): string | undefined {
  if (isSending(kind, targetStatus))
    return 'The goods leave the shop: write the number of the parcel, or how they went.';
  return kind === 'sell-request' && targetStatus === 'completed'
    ? 'This closes the request without payment: only an inspection settles it. A phone that the shop has goes back.'
    : undefined;
}

export const missingNoteOf = (kind: RequestKind, targetStatus: string): string =>
  isSending(kind, targetStatus)
    ? 'Please enter the number of the parcel, or how the goods went back.'
    : missingNoteText;

/** Error texts of the specification. */
export const statusFailures = {
  'sell-request': 'Failed to update status',
  'phone-order': 'Failed to update phone order status',
  'repair-booking': 'Failed to update the booking',
  return: 'Failed to update the return',
} as const;

/** Who took a step. */
export const actors = { customer: 'the customer', admin: 'staff', shop: 'the shop' } as const;

function stepText({ by, what, from, to }: RequestHistoryAnswer): string {
  if (what === 'quote') return `Quote: ${dollars(Number(to))}`;
  if (what === 'time') return `Moved from ${from ?? ''} to ${to}`;
  if (from === null) return 'Received';
  if (by === 'customer' && to === 'rejected' && ['pending', 'reviewed'].includes(from)) return 'Withdrawn';
  return from === to ? `Note at ${sentenceCase(to)}` : `${sentenceCase(from)} → ${sentenceCase(to)}`;
}

/** Newest first. */
export const historyOf = ({
  history,
}: {
  readonly history: readonly RequestHistoryAnswer[];
}): readonly TimelineStep[] =>
  history.toReversed().map((step) => ({
    key: `${step.at} ${step.what} ${step.to}`,
    at: step.at,
    text: stepText(step),
    detail: `by ${actors[step.by]}`,
    note: step.note,
  }));

/** "$310.00", or "N/A" without an amount. */
export const dollars = (amount: number | null | undefined): string =>
  typeof amount === 'number' && Number.isFinite(amount) ? formatPrice(amount, 'USD') : 'N/A';
