import type { RequestHistoryAnswer, TrackedRequest } from '@kinmel/contracts';
import type { StatusTone } from '@kinmel/ui';
import { formatPrice } from '@kinmel/web-kit';
import { dayText } from '../appointment/slot.rules.ts';

/** A status as the customer reads it, and what comes next. */
interface StatusWords {
  readonly name: string;
  readonly tone: StatusTone;
  readonly next: string;
  /** It came to nothing: what is left is to start anew. */
  readonly isOver?: true;
}

const cancelled: StatusWords = {
  name: 'Cancelled',
  tone: 'mute',
  next: 'Nothing more happens. You are welcome to start anew.',
  isOver: true,
};

const withdrawn: StatusWords = { ...cancelled, name: 'Withdrawn' };

/** Its customer ended a sell request before its quote. */
const isWithdrawal = (step: RequestHistoryAnswer | undefined): boolean =>
  step?.by === 'customer' && step.to === 'rejected' && (step.from === 'pending' || step.from === 'reviewed');

const statusWords: Readonly<Record<TrackedRequest['kind'], Readonly<Record<string, StatusWords>>>> = {
  'sell-request': {
    pending: { name: 'Received', tone: 'warn', next: 'We contact you within 24 hours with a quote.' },
    reviewed: {
      name: 'Reviewed',
      tone: 'info',
      next: 'Our staff looked at your details. The quote comes next.',
    },
    quoted: { name: 'Quoted', tone: 'violet', next: 'Accept our quote, or decline it.' },
    accepted: {
      name: 'Accepted',
      tone: 'ok',
      next: 'We contact you to pick your phone up, and pay the same day.',
    },
    rejected: {
      name: 'Declined',
      tone: 'bad',
      next: 'Nothing more happens with this request.',
      isOver: true,
    },
    completed: {
      name: 'Completed',
      tone: 'pine',
      next: 'Your phone is with us and you are paid. Thank you.',
    },
  },
  'repair-booking': {
    pending: { name: 'Received', tone: 'warn', next: 'We look at your booking and confirm it.' },
    confirmed: { name: 'Confirmed', tone: 'ok', next: 'Please bring your phone at this time.' },
    'in-repair': { name: 'In repair', tone: 'info', next: 'We tell you when your phone is ready.' },
    done: { name: 'Done', tone: 'pine', next: 'Your phone is ready.' },
    cancelled,
  },
  'phone-order': {
    pending: { name: 'Received', tone: 'warn', next: 'We look at your order and confirm it.' },
    confirmed: { name: 'Confirmed', tone: 'ok', next: 'We prepare your phone.' },
    processing: { name: 'Processing', tone: 'info', next: 'We prepare your phone.' },
    shipped: { name: 'Shipped', tone: 'violet', next: 'Your phone is on its way.' },
    delivered: { name: 'Delivered', tone: 'pine', next: 'Your phone is with you. Thank you.' },
    cancelled,
  },
};

export const kindWords: Readonly<Record<TrackedRequest['kind'], string>> = {
  'sell-request': 'Phone you sell',
  'repair-booking': 'Repair booking',
  'phone-order': 'Phone order',
};

/** A status that a newer shop knows and this page does not is shown by its own name. */
const wordsOf = (kind: TrackedRequest['kind'], status: string): StatusWords =>
  statusWords[kind][status] ?? { name: status, tone: 'mute', next: '' };

/** The status of a request; of a quote that ran out and of what its customer withdrew it says so. */
export function statusOf({ kind, status, quote, history }: TrackedRequest): StatusWords {
  const ended = history.findLast(({ what }) => what === 'status');
  if (status === 'rejected' && isWithdrawal(ended)) return withdrawn;
  if (quote?.isExpired)
    return {
      name: 'Quote expired',
      tone: 'mute',
      next: 'Our quote has ended. Contact us for a new one, or send your phone once more.',
      isOver: true,
    };
  return wordsOf(kind, status);
}

/** One step of the history in words. */
export function stepText(kind: TrackedRequest['kind'], step: RequestHistoryAnswer): string {
  const { what, from, to } = step;
  if (isWithdrawal(step)) return withdrawn.name;
  if (what === 'status' && from === null) return 'Received';
  if (what === 'quote') {
    const price = Number(to);
    return to !== '' && Number.isFinite(price) ? `Quote: ${formatPrice(price, 'USD')}` : 'New quote';
  }
  if (what === 'time') {
    const [date = '', time = ''] = to.split(' ');
    return `Moved to ${dayText(date)}, ${time}`;
  }
  return wordsOf(kind, to).name;
}

/** The contract's shape; what another program answers is none. */
export function readTracked(answer: unknown): TrackedRequest | undefined {
  const data = (answer as { data?: Partial<TrackedRequest> } | undefined)?.data;
  const isOne =
    data?.kind !== undefined &&
    Object.hasOwn(statusWords, data.kind) &&
    typeof data.version === 'number' &&
    Array.isArray(data.history) &&
    Array.isArray(data.actions);
  return isOne ? (data as TrackedRequest) : undefined;
}
