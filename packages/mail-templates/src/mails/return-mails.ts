import { amount } from '../format/amount.ts';
import type { Facts } from '../layout/facts-mail.tsx';
import { type RequestMailData, requestMail } from '../layout/request-mail.tsx';
import { returnSample as sample } from '../sample-data.ts';

interface ReturnData extends RequestMailData {
  readonly orderNumber: string;
  readonly refundInMinorUnits: number;
}

interface RefundData extends ReturnData {
  readonly refundTo: 'payment' | 'credit';
  readonly note?: string;
}

interface StatusChangedData extends ReturnData {
  readonly status: keyof typeof statusTexts;
  readonly by: 'customer' | 'admin' | 'shop';
  readonly note: string;
}

const refundFacts = ({ orderNumber, refundInMinorUnits, refundTo }: RefundData): Facts => [
  ['Order', orderNumber],
  ['Refund', amount(refundInMinorUnits)],
  ['To', refundTo === 'credit' ? 'Your credit in the shop' : 'The way you paid'],
];

const statusTexts = {
  pending: ['is waiting', 'Our staff look at your return within one business day.'],
  accepted: [
    'is accepted',
    'Please send or bring us the goods, with the reference below on the parcel. We look at them within two business days after they came.',
  ],
  rejected: ['is closed', 'We can not take these goods back. Why, you read below.'],
  received: ['has arrived', 'Your goods are with us. We look at them within two business days.'],
  offered: [
    'has a lower refund',
    'The goods are not as described, so that we can refund less; why, you read below. Open the link to accept this refund, or to decline it: then we send the goods back to you.',
  ],
  'to-send-back': ['comes back to you', 'We send the goods back to you. Nothing is refunded.'],
  'sent-back': ['was sent back', 'The goods are on their way back to you. How, you read below.'],
  settled: ['is settled', 'Your return is settled.'],
  cancelled: ['is cancelled', 'Your return is cancelled: you keep the goods, and nothing is refunded.'],
} as const;

export const returnMails = {
  'return-received': requestMail<RefundData>({
    sample,
    subject: ({ reference }) => `We have your return ${reference}`,
    preheader: () => 'We look at it within one business day.',
    title: () => 'We have your return',
    text: () =>
      'Our staff look at your return within one business day and write again. Please keep the goods until then. If they are as described, this comes back to you:',
    facts: refundFacts,
    action: 'Follow your return',
  }),
  'return-status-changed': requestMail<StatusChangedData>({
    sample: { ...sample, status: 'accepted', by: 'admin', note: '' },
    variants: { ReturnOffered: { status: 'offered', note: 'A scratch on the glass.' } },
    subject: ({ reference, status }) => `Your return ${reference} ${statusTexts[status][0]}`,
    preheader: ({ status }) => statusTexts[status][1],
    title: ({ status }) => `Your return ${statusTexts[status][0]}`,
    text: ({ status }) => statusTexts[status][1],
    facts: ({ orderNumber, status, refundInMinorUnits }, { contact }) => [
      ['Order', orderNumber],
      ['Refund', status === 'offered' ? amount(refundInMinorUnits) : ''],
      ['Send to', status === 'accepted' ? contact.address : ''],
    ],
    action: 'Follow your return',
  }),
  'return-settled': requestMail<RefundData>({
    sample,
    variants: { ReturnSettledAsCredit: { refundTo: 'credit' } },
    subject: ({ reference }) => `Your return ${reference} is settled`,
    preheader: ({ refundInMinorUnits }) => `${amount(refundInMinorUnits)} comes back to you.`,
    title: () => 'Your return is settled',
    text: ({ refundTo }) =>
      refundTo === 'credit'
        ? 'We have looked at your goods. The refund is credit in our shop: choose something else whenever you like.'
        : 'We have looked at your goods. The refund goes back the way you paid, and what you paid with credit becomes credit again. We write when it is on its way.',
    facts: refundFacts,
    ground: () => 'good',
    action: 'See your return',
  }),
};
