import { Paragraph } from '../layout/parts.tsx';
import { RequestMail, type RequestMailData } from '../layout/request-mail.tsx';
import { defineMail } from '../mail-template.ts';

export interface PhoneOrderReceivedData extends RequestMailData {
  readonly priority: 'standard' | 'express' | 'urgent';
}

const priorities = { standard: 'Standard', express: 'Express', urgent: 'Urgent' };

/** What the page's summary promises (CONF-32). */
export const phoneOrderReceived = defineMail<PhoneOrderReceivedData>({
  subject: ({ reference }) => `We have your phone order ${reference}`,
  preheader: () => 'We check it and write again when it is confirmed.',
  body: (request, settings) => (
    <RequestMail
      request={request}
      settings={settings}
      title="We have your order"
      facts={[['Priority', priorities[request.priority]]]}
      action="Follow your order"
    >
      <Paragraph>
        Thank you for your order of a new phone. We check it and write again when it is confirmed. By the link
        below you see how far it is, and can cancel it until we have begun with it.
      </Paragraph>
    </RequestMail>
  ),
});
