import { type ReturnStatus, returnWords } from '@kinmel/contracts/life';
import { amount } from '../format/amount.ts';
import type { Facts } from '../layout/facts-mail.tsx';
import { type RequestMailData, requestMail, statusMail } from '../layout/request-mail.tsx';
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
  readonly status: ReturnStatus;
  readonly by: 'customer' | 'admin' | 'shop';
  readonly note: string;
}

const refundFacts = ({ orderNumber, refundInMinorUnits, refundTo }: RefundData): Facts => [
  ['Order', orderNumber],
  ['Refund', amount(refundInMinorUnits)],
  ['To', refundTo === 'credit' ? 'Your credit in the shop' : 'The way you paid'],
];

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
  'return-status-changed': statusMail<ReturnStatus, StatusChangedData>('Your return', returnWords, {
    sample: { ...sample, status: 'accepted', by: 'admin', note: '' },
    variants: { ReturnOffered: { status: 'offered', note: 'A scratch on the glass.' } },
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
    preheader: ({ refundInMinorUnits }) =>
      `We refund ${amount(refundInMinorUnits)}, and write when it is done.`,
    title: () => 'Your return is settled',
    // The order makes the refund, and its mail lists the amounts.
    text: ({ refundTo }) =>
      `We have looked at your goods, and refund them ${refundTo === 'credit' ? 'as credit in our shop' : 'the way you paid; what you paid with credit becomes credit again'}. You get a mail when it is done.`,
    facts: refundFacts,
    tone: () => 'good',
    action: 'See your return',
  }),
};
