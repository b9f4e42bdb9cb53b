import { Paragraph } from '../layout/parts.tsx';
import { RequestMail, type RequestMailData } from '../layout/request-mail.tsx';
import { defineMail } from '../mail-template.ts';

export interface SellRequestStatusChangedData extends RequestMailData {
  readonly status: 'pending' | 'reviewed' | 'quoted' | 'accepted' | 'rejected' | 'completed';
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

const textOf = ({ status, by }: SellRequestStatusChangedData): string =>
  status === 'rejected' && by === 'customer' ? declined : statusTexts[status][1];

export const sellRequestStatusChanged = defineMail<SellRequestStatusChangedData>({
  subject: ({ reference, status }) => `Your sell request ${reference} ${statusTexts[status][0]}`,
  preheader: textOf,
  body: (request, settings) => (
    <RequestMail
      request={request}
      settings={settings}
      title={`Your sell request ${statusTexts[request.status][0]}`}
      note={request.by === 'admin' ? request.note : ''}
      action="Follow your request"
    >
      <Paragraph>{textOf(request)}</Paragraph>
    </RequestMail>
  ),
});
