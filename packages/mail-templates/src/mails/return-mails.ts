import { amount } from '../format/amount.ts';
import { type Facts, type RequestMailData, requestMail } from '../layout/request-mail.tsx';
import { returnSample as sample } from '../sample-data.ts';

interface ReturnData extends RequestMailData {
  readonly orderNumber: string;
  readonly refundInMinorUnits: number;
}

interface RefundData extends ReturnData {
  readonly refundTo: 'payment' | 'credit';
}

interface StatusChangedData extends ReturnData {
  readonly status:
    | 'pending'
    | 'accepted'
    | 'rejected'
    | 'received'
    | 'offered'
    | 'sent-back'
    | 'settled'
    | 'cancelled';
  readonly by: 'customer' | 'admin' | 'shop';
  readonly note: string;
}

interface SettledData extends RefundData {
  readonly note: string;
}

const targets = { payment: 'The way you paid', credit: 'Your credit in the shop' };

const orderFact = ({ orderNumber }: ReturnData): Facts[number] => ['Order', orderNumber];
const refundFacts = (request: RefundData): Facts => [
  orderFact(request),
  ['Refund', amount(request.refundInMinorUnits)],
  ['To', targets[request.refundTo]],
];

const statusTexts: Readonly<
  Record<StatusChangedData['status'], (reference: string) => readonly [title: string, text: string]>
> = {
  pending: () => ['is waiting', 'Your return waits for our staff, who look at it within one business day.'],
  accepted: (reference) => [
    'is accepted',
    `Please send us the goods, or bring them, at the address below. Write the reference ${reference} on the parcel. We look at them within two business days after they came.`,
  ],
  rejected: () => ['is closed', 'We can not take these goods back. Why, you read below.'],
  received: () => [
    'has arrived',
    'Your goods are with us. We look at them within two business days, and write again.',
  ],
  offered: () => [
    'has a lower refund',
    'The goods are not as described, so that we can refund less; why, you read below. Open the link to accept this refund, or to decline it: then we send the goods back to you.',
  ],
  'sent-back': () => [
    'comes back to you',
    'As you asked, we send the goods back to you. Nothing is refunded.',
  ],
  settled: () => ['is settled', 'Your return is settled.'],
  cancelled: () => ['is cancelled', 'Your return is cancelled: you keep the goods, and nothing is refunded.'],
};
const statusText = ({ status, reference }: StatusChangedData) => statusTexts[status](reference);

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
    variants: {
      ReturnRejected: { status: 'rejected', note: 'The seal was opened.' },
      ReturnOffered: { status: 'offered', refundInMinorUnits: 4_000_000, note: 'A scratch on the glass.' },
      ReturnSentBack: { status: 'sent-back', by: 'customer' },
    },
    subject: (request) => `Your return ${request.reference} ${statusText(request)[0]}`,
    preheader: (request) => statusText(request)[1],
    title: (request) => `Your return ${statusText(request)[0]}`,
    text: (request) => statusText(request)[1],
    facts: (request, { contact }) => [
      orderFact(request),
      ...(request.status === 'offered' ? [['Refund', amount(request.refundInMinorUnits)] as const] : []),
      ...(request.status === 'accepted' ? [['Send to', contact.address] as const] : []),
    ],
    action: 'Follow your return',
  }),
  'return-settled': requestMail<SettledData>({
    sample: { ...sample, note: '' },
    variants: { ReturnSettledAsCredit: { refundTo: 'credit' } },
    subject: ({ reference }) => `Your return ${reference} is settled`,
    preheader: ({ refundInMinorUnits }) => `${amount(refundInMinorUnits)} comes back to you.`,
    title: () => 'Your return is settled',
    text: ({ refundTo }) =>
      refundTo === 'credit'
        ? 'We have looked at your goods. The refund is credit in our shop: choose something else whenever you like.'
        : 'We have looked at your goods. The refund goes back the way you paid, and what you paid with credit becomes credit again. We write when it is on its way.',
    facts: refundFacts,
    ground: 'good',
    action: 'See your return',
  }),
};
