import type { RequestHistoryAnswer, TrackedRequest } from '@kinmel/contracts';
import { type CustomerWords, requestWords } from '@kinmel/contracts/life';
import { formatPrice } from '@kinmel/web-kit';
import { dayText } from '../appointment/appointment.rules.ts';

/** A status in the customer's words. */
type StatusText = Omit<CustomerWords, 'mail'>;

const withdrawnText: StatusText = {
  name: 'Withdrawn',
  tone: 'mute',
  next: 'Nothing more happens. You are welcome to start anew.',
  isOver: true,
};

/** The customer ended a sell request before it was quoted. */
const isWithdrawal = (step: RequestHistoryAnswer | undefined): boolean =>
  step?.by === 'customer' && step.to === 'rejected' && (step.from === 'pending' || step.from === 'reviewed');

export const kindNames: Readonly<Record<TrackedRequest['kind'], string>> = {
  'sell-request': 'Phone you sell',
  'repair-booking': 'Repair booking',
  'phone-order': 'Phone order',
  return: 'Return',
};

const textOf = (kind: TrackedRequest['kind'], status: string): StatusText =>
  requestWords[kind][status] ?? { name: status, tone: 'mute', next: '' };

/** The states of a sell request whose phone is with the shop. */
const receivedTexts: Readonly<Record<string, StatusText>> = {
  accepted: {
    name: 'With us',
    tone: 'info',
    next: 'We inspect your phone within one business day. If it is as you described it, we pay at once.',
  },
  quoted: {
    name: 'New quote',
    tone: 'violet',
    next: 'Accept our new quote, or decline it and we send your phone back. Without an answer by its end, we send it back too.',
  },
  rejected: {
    name: 'Declined',
    tone: 'bad',
    next: 'We send your phone back to you within two business days.',
    isOver: true,
  },
};

const placeTexts = {
  here: 'The shop closed this request without payment, and sends your phone back to you.',
  'went back': 'We sent your phone back to you, and paid nothing for it.',
  'never here': 'The shop closed this request without payment.',
} as const;

/** The text of a request that was completed without payment. */
const unpaidText = (phone: keyof typeof placeTexts): StatusText => ({
  name: 'Closed',
  tone: 'mute',
  next: placeTexts[phone],
  isOver: true,
});

const sentBack: StatusText = {
  name: 'Declined',
  tone: 'bad',
  next: 'We sent your phone back to you. Nothing more happens with this request.',
  isOver: true,
};

function sellRequestText({ status, quote, offered }: TrackedRequest): StatusText | undefined {
  if (status === 'rejected' && offered?.sentBack) return sentBack;
  if (status === 'completed' && offered?.sentBack) return unpaidText('went back');
  if (status !== 'completed') return offered?.isReceived ? receivedTexts[status] : undefined;
  if (offered?.isSettled === false) return unpaidText(offered.isReceived ? 'here' : 'never here');
  if (quote?.payment?.to !== 'credit') return undefined;
  return {
    name: 'Completed',
    tone: 'pine',
    next: 'We add the credit to your account, and write when it is there. Use it for your next order.',
  };
}

/** The status of a request. An expired quote and a withdrawn request have texts of their own. */
export function statusOf(trackedRequest: TrackedRequest): StatusText {
  const { kind, status, quote, history, offered } = trackedRequest;
  const lastStatusStep = history.findLast(({ what }) => what === 'status');
  if (status === 'rejected' && isWithdrawal(lastStatusStep)) return withdrawnText;
  if (quote?.isExpired)
    return {
      name: 'Quote expired',
      tone: 'mute',
      next: offered?.isReceived
        ? 'Our quote has ended without your answer. We send your phone back to you.'
        : 'Our quote has ended. Contact us for a new one, or send your phone once more.',
      isOver: true,
    };
  return sellRequestText(trackedRequest) ?? textOf(kind, status);
}

/** Newest first, without the step to `quoted`, which its quote shows already. */
export const visibleSteps = ({ history }: TrackedRequest): readonly RequestHistoryAnswer[] =>
  history
    .filter(
      ({ at, what, to }) =>
        what !== 'status' || to !== 'quoted' || !history.some((one) => one.what === 'quote' && one.at === at),
    )
    .toReversed();

/** A note without a step is shown as its own text. */
export function stepText({ kind, offered }: TrackedRequest, step: RequestHistoryAnswer): string {
  const { what, from, to, note } = step;
  if (what === 'status' && from === to && note !== '') return note;
  if (to === 'completed' && offered?.isSettled === false) return unpaidText('never here').name;
  if (isWithdrawal(step)) return withdrawnText.name;
  if (what === 'status' && from === null) return 'Received';
  if (what === 'quote') {
    const price = Number(to);
    return to !== '' && Number.isFinite(price) ? `Quote: ${formatPrice(price, 'USD')}` : 'New quote';
  }
  if (what === 'time') {
    const [date = '', time = ''] = to.split(' ');
    return `Moved to ${dayText(date)}, ${time}`;
  }
  return textOf(kind, to).name;
}
