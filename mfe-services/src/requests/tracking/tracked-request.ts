import type { RequestHistoryAnswer, TrackedRequest } from '@kinmel/contracts';
import type { StatusTone } from '@kinmel/ui';
import { formatPrice } from '@kinmel/web-kit';
import { dayText } from '../appointment/appointment.rules.ts';

/** A status in the customer's words. */
interface StatusText {
  readonly name: string;
  readonly tone: StatusTone;
  readonly next: string;
  /** Ended without success: the page offers a new request. */
  readonly isOver?: true;
}

const cancelled: StatusText = {
  name: 'Cancelled',
  tone: 'mute',
  next: 'Nothing more happens. You are welcome to start anew.',
  isOver: true,
};

const withdrawn: StatusText = { ...cancelled, name: 'Withdrawn' };

/** The customer ended a sell request before it was quoted. */
const isWithdrawal = (step: RequestHistoryAnswer | undefined): boolean =>
  step?.by === 'customer' && step.to === 'rejected' && (step.from === 'pending' || step.from === 'reviewed');

const statusTexts: Readonly<Record<TrackedRequest['kind'], Readonly<Record<string, StatusText>>>> = {
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
      next: 'Bring your phone to the shop or send it to us. We inspect it within one business day and pay the same day.',
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
      next: 'Your payout is on its way. Thank you.',
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
  return: {
    pending: { name: 'Received', tone: 'warn', next: 'We answer within one business day.' },
    accepted: {
      name: 'Accepted',
      tone: 'ok',
      next: 'Send us the goods, with the number of this return on the parcel. We inspect them within two business days.',
    },
    rejected: { name: 'Declined', tone: 'bad', next: 'Nothing more happens.', isOver: true },
    received: { name: 'With us', tone: 'info', next: 'We inspect the goods within two business days.' },
    offered: { name: 'Lower refund offered', tone: 'violet', next: 'Accept it, or get the goods back.' },
    'sent-back': { name: 'Sent back', tone: 'mute', next: 'The goods come back to you.', isOver: true },
    settled: {
      name: 'Refunded',
      tone: 'pine',
      next: 'Credit is there at once, a payment goes back to how you paid. Your order shows its state.',
    },
    cancelled,
  },
};

export const kindNames: Readonly<Record<TrackedRequest['kind'], string>> = {
  'sell-request': 'Phone you sell',
  'repair-booking': 'Repair booking',
  'phone-order': 'Phone order',
  return: 'Return',
};

const textOf = (kind: TrackedRequest['kind'], status: string): StatusText =>
  statusTexts[kind][status] ?? { name: status, tone: 'mute', next: '' };

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

const closedUnpaid: StatusText = {
  name: 'Closed',
  tone: 'mute',
  next: 'The shop closed this request without payment.',
  isOver: true,
};

const sentBack: StatusText = {
  name: 'Declined',
  tone: 'bad',
  next: 'We sent your phone back to you. Nothing more happens with this request.',
  isOver: true,
};

function sellRequestText({ status, quote, offered }: TrackedRequest): StatusText | undefined {
  if (status === 'rejected' && offered?.sentBack) return sentBack;
  if (status === 'completed' && offered?.isSettled === false)
    return offered.isReceived
      ? { ...closedUnpaid, next: `${closedUnpaid.next} We send your phone back to you.` }
      : closedUnpaid;
  if (status !== 'completed') return offered?.isReceived ? receivedTexts[status] : undefined;
  if (quote?.payment?.to !== 'credit') return undefined;
  return {
    name: 'Completed',
    tone: 'pine',
    next: 'Your credit was added to your account. Use it for your next order.',
  };
}

/** The status of a request. An expired quote and a withdrawn request have texts of their own. */
export function statusOf(tracked: TrackedRequest): StatusText {
  const { kind, status, quote, history, offered } = tracked;
  const ended = history.findLast(({ what }) => what === 'status');
  if (status === 'rejected' && isWithdrawal(ended)) return withdrawn;
  if (quote?.isExpired)
    return {
      name: 'Quote expired',
      tone: 'mute',
      next: offered?.isReceived
        ? 'Our quote has ended without your answer. We send your phone back to you.'
        : 'Our quote has ended. Contact us for a new one, or send your phone once more.',
      isOver: true,
    };
  return sellRequestText(tracked) ?? textOf(kind, status);
}

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
  return textOf(kind, to).name;
}
