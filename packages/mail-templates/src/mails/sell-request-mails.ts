import type * as events from '@kinmel/contracts';
import { payoutMethodLabels } from '@kinmel/contracts/browser';
import { type SellRequestStatus, sellRequestWords } from '@kinmel/contracts/life';
import { amount, dollars } from '../format/amount.ts';
import { moment } from '../format/moment.ts';
import { requestSubject } from '../format/unconfirmed-text.ts';
import { factsMail } from '../layout/facts-mail.tsx';
import { type RequestMailData, requestMail } from '../layout/request-mail.tsx';
import type { FieldsOf } from '../mail-template.ts';
import { sellRequestSample as sample } from '../sample-data.ts';

type QuotedData = RequestMailData &
  FieldsOf<typeof events.sellRequestQuoted, 'priceInMinorUnits' | 'validUntil' | 'note'> &
  // Absent in older mails.
  Partial<FieldsOf<typeof events.sellRequestQuoted, 'isInspected'>>;

interface StatusChangedData
  extends RequestMailData,
    FieldsOf<typeof events.sellRequestStatusChanged, 'from' | 'by' | 'note'>,
    // Absent in older mails.
    Partial<FieldsOf<typeof events.sellRequestStatusChanged, 'isInspected' | 'isPhoneInShop' | 'isSettled'>> {
  readonly status: SellRequestStatus;
  /** The agreed price, in the shop's currency. */
  readonly agreedInMinorUnits?: number | undefined;
  /** The payment method; absent before it is chosen. */
  readonly payBy?: keyof typeof payments | undefined;
  /** The last digits of the bank account or wallet; absent in older mails. */
  readonly accountLastFour?: string | undefined;
}

const payments = {
  bank: 'By bank transfer',
  esewa: `To your ${payoutMethodLabels.esewa} wallet`,
  khalti: `To your ${payoutMethodLabels.khalti} wallet`,
  cash: 'In cash, at our shop',
  credit: 'As credit in our shop',
} as const;

interface PayoutPaidData extends Omit<RequestMailData, 'token'> {
  readonly amountInMinorUnits: number;
  readonly method: Exclude<keyof typeof payments, 'credit'>;
  /** May be empty for cash. */
  readonly paymentReference: string;
}

const sentBackText = 'We do not buy this phone for now, and send it back to you.';
const declinedAfterReceiptText =
  'As you asked, we have noted that you do not sell, and send your phone back to you.';

const declinedText = 'As you asked, we have noted that you do not sell. Nothing more comes from us on this.';

const withdrawnTexts = [
  'is withdrawn',
  'As you asked, your request is withdrawn. Nothing more comes from us on this; you may send us a new one at any time.',
] as const;

const closedUnpaidText = 'We have closed your request without a payment. Why, you read below.';

/** `isSettled` is false for an accepted request too, which is paid once its phone is inspected. */
const isClosedUnpaid = ({ status, isSettled }: StatusChangedData) =>
  status === 'completed' && isSettled === false;

function statusText(request: StatusChangedData): readonly [string, string] {
  const { from, status, by, isInspected, isPhoneInShop } = request;
  const [title, text] = sellRequestWords[status].mail;
  // Staff may renew an accepted quote, which also changes no status.
  if (from === status && by === 'customer')
    return [
      'is paid another way',
      'As you asked, the payout goes another way now. Was it not you? Please write to us at once: we can stop it until it is paid.',
    ];
  if (isClosedUnpaid(request))
    return [
      'is closed',
      isPhoneInShop ? `${closedUnpaidText} We send your phone back to you.` : closedUnpaidText,
    ];
  if (status !== 'rejected') return [title, text];
  if (isInspected || isPhoneInShop)
    return [title, by === 'customer' ? declinedAfterReceiptText : sentBackText];
  if (by !== 'customer') return [title, text];
  return from === 'pending' || from === 'reviewed' ? withdrawnTexts : [title, declinedText];
}

export const sellRequestMails = {
  'sell-request-received': requestMail<RequestMailData>({
    sample,
    subject: ({ reference }) => `We have your sell request ${reference}`,
    preheader: () => 'You get our quote within 24 hours.',
    title: () => 'We have your request',
    text: () =>
      'Thank you for offering us your phone. Our staff look at it and send you a quote within 24 hours. You then accept or decline it by the link below; until then there is nothing to do.',
    action: 'Follow your request',
  }),
  'sell-request-quoted': requestMail<QuotedData>({
    variants: { SellRequestQuotedLower: { isInspected: true, note: 'The screen has a crack.' } },
    sample: {
      ...sample,
      priceInMinorUnits: 32_050,
      validUntil: '2026-11-28T09:12:00.000Z',
      note: 'With its charger, if it looks as described.',
    },
    subject: ({ reference }) => `Our quote for your sell request ${reference}`,
    preheader: ({ priceInMinorUnits, validUntil }, { timeZone }) =>
      `We offer ${dollars(priceInMinorUnits)}, until ${moment(validUntil, timeZone)}.`,
    title: ({ isInspected }) => (isInspected ? 'A new quote for your phone' : 'Our quote for your phone'),
    text: ({ isInspected }) =>
      isInspected
        ? 'We have inspected your phone, and it is not as described. We offer a lower price; why, you read below. Open the link to see the photos, and to accept or decline. If you decline, or do not answer until that day, we send your phone back to you.'
        : 'We have looked at what you told us about your phone and would like to buy it. To accept, open the link below and choose Accept; there you can decline as well. After that day the quote has run out, and you may ask for a new one.',
    facts: ({ priceInMinorUnits, validUntil }, { timeZone }) => [
      ['We offer', dollars(priceInMinorUnits)],
      ['Good until', moment(validUntil, timeZone)],
    ],
    tone: () => 'good',
    action: 'Accept or decline',
  }),
  'sell-request-phone-received': requestMail<RequestMailData>({
    sample,
    subject: ({ reference }) => `We have your phone ${reference}`,
    preheader: () => 'We inspect it next.',
    title: () => 'Your phone has arrived',
    text: () =>
      'Your phone is with us. We inspect it next: if it is as described, you are paid as you chose; if not, we write with a new quote, and you decide.',
    action: 'Follow your request',
  }),
  'sell-request-phone-sent-back': requestMail<RequestMailData & { readonly sentBy: string }>({
    sample: { ...sample, sentBy: 'Parcel NP-2210' },
    subject: ({ reference }) => `Your phone ${reference} goes back to you`,
    preheader: () => 'It has left our shop.',
    title: () => 'Your phone has left us',
    text: () => 'We do not buy your phone, and have sent or handed it back to you. Nothing is paid for it.',
    facts: ({ sentBy }) => [['How', sentBy]],
    action: 'See your request',
  }),
  'sell-request-status-changed': requestMail<StatusChangedData>({
    sample: {
      ...sample,
      from: 'quoted',
      status: 'accepted',
      by: 'customer',
      agreedInMinorUnits: 4_326_750,
      note: '',
    },
    variants: {
      SellRequestPayoutChanged: {
        from: 'accepted',
        payBy: 'bank',
        accountLastFour: '6789',
        isSettled: false,
      },
      SellRequestRejected: { status: 'rejected', by: 'admin' },
      SellRequestWithdrawn: { from: 'pending', status: 'rejected' },
      SellRequestSettled: { status: 'completed', by: 'shop', payBy: 'credit', isSettled: true },
      SellRequestClosed: { status: 'completed', by: 'admin', isSettled: false, note: 'Paid at the desk.' },
      SellRequestSentBack: { status: 'rejected', by: 'shop', isInspected: true },
    },
    subject: (request) => `Your sell request ${request.reference} ${statusText(request)[0]}`,
    preheader: (request) => statusText(request)[1],
    title: (request) => `Your sell request ${statusText(request)[0]}`,
    text: (request) => statusText(request)[1],
    // The mail of the credit or the payout names the sum.
    facts: ({ agreedInMinorUnits, payBy, accountLastFour, ...request }) => [
      ['Agreed', request.status === 'accepted' && agreedInMinorUnits ? amount(agreedInMinorUnits) : ''],
      ['How', payBy && !isClosedUnpaid(request) ? payments[payBy] : ''],
      ['Number', accountLastFour && !isClosedUnpaid(request) ? `…${accountLastFour}` : ''],
    ],
    action: 'Follow your request',
  }),
  'payout-paid': factsMail<PayoutPaidData>({
    kind: 'service',
    sample: { ...sample, amountInMinorUnits: 4_326_750, method: 'bank', paymentReference: 'NIC-0042' },
    variants: { PayoutInCash: { method: 'cash', paymentReference: '' } },
    subject: ({ reference }) => `We have paid you for your phone ${reference}`,
    preheader: ({ amountInMinorUnits }) => `You have got ${amount(amountInMinorUnits)}.`,
    title: () => 'Your phone is paid',
    text: ({ method }) =>
      method === 'cash'
        ? 'You have got the money for your phone. Thank you for selling it to us.'
        : 'The money for your phone is on its way. It may take a day until you see it. Thank you for selling it to us.',
    facts: ({ reference, subject, amountInMinorUnits, method, paymentReference }) => [
      ['Sell request', reference],
      ['About', requestSubject(subject)],
      ['Amount', amount(amountInMinorUnits)],
      ['How', payments[method]],
      ['Reference of the payment', paymentReference],
    ],
    tone: () => 'good',
    action: 'Open the shop',
    href: (_, { shopUrl }) => `${shopUrl}/`,
  }),
};
