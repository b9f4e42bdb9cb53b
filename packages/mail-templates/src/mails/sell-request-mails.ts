import { amount, dollars } from '../format/amount.ts';
import { moment } from '../format/moment.ts';
import { type RequestMailData, requestMail } from '../layout/request-mail.tsx';
import { sellRequestSample as sample } from '../sample-data.ts';

type Status = 'pending' | 'reviewed' | 'quoted' | 'accepted' | 'rejected' | 'completed';

interface QuotedData extends RequestMailData {
  /** In US cents. */
  readonly priceInMinorUnits: number;
  readonly validUntil: string;
  readonly note: string;
}

interface StatusChangedData extends RequestMailData {
  readonly from: Status;
  readonly status: Status;
  readonly by: 'customer' | 'admin';
  /** What is paid of the quote, in the shop's currency. */
  readonly agreedInMinorUnits?: number | undefined;
  readonly note: string;
}

const statusTexts = {
  pending: ['is waiting', 'Your request waits for our staff. You get our quote within 24 hours.'],
  reviewed: ['was looked at', 'Our staff have looked at your request. Our quote comes next, by mail.'],
  quoted: ['has a quote', 'Open the link below to see our quote, and to accept or decline it.'],
  accepted: ['is accepted', 'Our offer is accepted. We contact you next about the hand-over of the phone.'],
  rejected: [
    'is closed',
    'We can not buy this phone. You may send us a new request at any time, for this phone or another.',
  ],
  completed: ['is completed', 'We have your phone, and everything is settled. Thank you.'],
} as const;

const declined = 'As you asked, we have noted that you do not sell. Nothing more comes from us on this.';

const withdrawn = [
  'is withdrawn',
  'As you asked, your request is withdrawn. Nothing more comes from us on this; you may send us a new one at any time.',
] as const;

function statusText({ from, status, by }: StatusChangedData): readonly [title: string, text: string] {
  const [title, text] = statusTexts[status];
  if (status !== 'rejected' || by !== 'customer') return [title, text];
  return from === 'pending' || from === 'reviewed' ? withdrawn : [title, declined];
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
    sample: {
      ...sample,
      priceInMinorUnits: 32_050,
      validUntil: '2026-11-28T09:12:00.000Z',
      note: 'With its charger, if it looks as described.',
    },
    subject: ({ reference }) => `Our quote for your sell request ${reference}`,
    preheader: ({ priceInMinorUnits, validUntil }, { timeZone }) =>
      `We offer ${dollars(priceInMinorUnits)}, until ${moment(validUntil, timeZone)}.`,
    title: () => 'Our quote for your phone',
    text: () =>
      'We have looked at what you told us about your phone and would like to buy it. To accept, open the link below and choose Accept; there you can decline as well. After that day the quote has run out, and you may ask for a new one.',
    facts: ({ priceInMinorUnits, validUntil }, { timeZone }) => [
      ['We offer', dollars(priceInMinorUnits)],
      ['Good until', moment(validUntil, timeZone)],
    ],
    ground: () => 'good',
    action: 'Accept or decline',
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
      SellRequestRejected: { status: 'rejected', by: 'admin' },
      SellRequestWithdrawn: { from: 'pending', status: 'rejected' },
    },
    subject: (request) => `Your sell request ${request.reference} ${statusText(request)[0]}`,
    preheader: (request) => statusText(request)[1],
    title: (request) => `Your sell request ${statusText(request)[0]}`,
    text: (request) => statusText(request)[1],
    facts: ({ status, agreedInMinorUnits }) =>
      status === 'accepted' && agreedInMinorUnits ? [['You get', amount(agreedInMinorUnits)]] : [],
    action: 'Follow your request',
  }),
};
