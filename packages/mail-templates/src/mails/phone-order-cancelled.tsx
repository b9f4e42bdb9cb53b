import { Paragraph } from '../layout/parts.tsx';
import { RequestMail, type RequestMailData } from '../layout/request-mail.tsx';
import { defineMail } from '../mail-template.ts';
import { phoneOrderSample } from '../sample-data.ts';

export interface PhoneOrderCancelledData extends RequestMailData {
  readonly by: 'customer' | 'admin';
  readonly note: string;
}

export const phoneOrderCancelled = defineMail<PhoneOrderCancelledData>({
  kind: 'service',
  sample: { ...phoneOrderSample, by: 'admin', note: 'This colour is not made any more.' },
  subject: ({ reference }) => `Your phone order ${reference} was cancelled`,
  preheader: () => 'Nothing will be delivered.',
  body: (request, settings) => (
    <RequestMail
      request={request}
      settings={settings}
      title="Your phone order was cancelled"
      note={request.by === 'admin' ? request.note : ''}
      action="See your order"
    >
      <Paragraph>
        {request.by === 'customer'
          ? 'As you asked, we have cancelled your order.'
          : 'We had to cancel your order.'}{' '}
        Nothing will be delivered. You may order again in the shop at any time.
      </Paragraph>
    </RequestMail>
  ),
});
