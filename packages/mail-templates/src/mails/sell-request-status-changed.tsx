import { Paragraph } from '../layout/parts.tsx';
import { RequestMail, type RequestMailData } from '../layout/request-mail.tsx';
import { defineMail } from '../mail-template.ts';
import { sellRequestSample } from '../sample-data.ts';

type Status = 'pending' | 'reviewed' | 'quoted' | 'accepted' | 'rejected' | 'completed';

export interface SellRequestStatusChangedData extends RequestMailData {
  readonly from: Status;
  readonly status: Status;
  readonly by: 'customer' | 'admin';
  /** The shop's own words; empty when there are none. */
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

function wordsOf({ from, status, by }: SellRequestStatusChangedData): readonly [title: string, text: string] {
  const [title, text] = statusTexts[status];
  if (status !== 'rejected' || by !== 'customer') return [title, text];
  return from === 'pending' || from === 'reviewed' ? withdrawn : [title, declined];
}

export const sellRequestStatusChanged = defineMail<SellRequestStatusChangedData>({
  kind: 'service',
  sample: {
    ...sellRequestSample,
    from: 'quoted',
    status: 'accepted',
    by: 'customer',
    note: '',
  },
  variants: {
    SellRequestRejected: { status: 'rejected', by: 'admin' },
    SellRequestWithdrawn: { from: 'pending', status: 'rejected' },
  },
  subject: (request) => `Your sell request ${request.reference} ${wordsOf(request)[0]}`,
  preheader: (request) => wordsOf(request)[1],
  body: (request, settings) => (
    <RequestMail
      request={request}
      settings={settings}
      title={`Your sell request ${wordsOf(request)[0]}`}
      note={request.by === 'admin' ? request.note : ''}
      action="Follow your request"
    >
      <Paragraph>{wordsOf(request)[1]}</Paragraph>
    </RequestMail>
  ),
});
