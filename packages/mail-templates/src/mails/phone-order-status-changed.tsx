import { Paragraph } from '../layout/parts.tsx';
import { RequestMail, type RequestMailData } from '../layout/request-mail.tsx';
import { defineMail } from '../mail-template.ts';
import { phoneOrderSample } from '../sample-data.ts';

export interface PhoneOrderStatusChangedData extends RequestMailData {
  readonly status: 'pending' | 'confirmed' | 'processing' | 'shipped' | 'delivered' | 'cancelled';
  readonly note: string;
}

const statusTexts = {
  pending: ['is waiting', 'Your order waits for us. We write again when it is confirmed.'],
  confirmed: ['is confirmed', 'We have checked your order. Next we make your phone ready.'],
  processing: ['is being made ready', 'We are making your phone ready, and write again when it leaves us.'],
  shipped: ['is on its way', 'Your phone has left us.'],
  delivered: ['was delivered', 'Your phone is with you. We hope that everything is as you wished.'],
  cancelled: ['was cancelled', 'Your order was cancelled.'],
} as const;

export const phoneOrderStatusChanged = defineMail<PhoneOrderStatusChangedData>({
  kind: 'service',
  sample: { ...phoneOrderSample, status: 'shipped', note: 'It comes on Monday.' },
  subject: ({ reference, status }) => `Your phone order ${reference} ${statusTexts[status][0]}`,
  preheader: ({ status }) => statusTexts[status][1],
  body: (request, settings) => {
    const [what, text] = statusTexts[request.status];
    return (
      <RequestMail
        request={request}
        settings={settings}
        title={`Your phone order ${what}`}
        note={request.note}
        action="Follow your order"
      >
        <Paragraph>{text}</Paragraph>
      </RequestMail>
    );
  },
});
