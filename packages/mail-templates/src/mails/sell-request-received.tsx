import { Paragraph } from '../layout/parts.tsx';
import { RequestMail, type RequestMailData } from '../layout/request-mail.tsx';
import { defineMail } from '../mail-template.ts';
import { sellRequestSample } from '../sample-data.ts';

export const sellRequestReceived = defineMail<RequestMailData>({
  kind: 'service',
  sample: sellRequestSample,
  subject: ({ reference }) => `We have your sell request ${reference}`,
  preheader: () => 'You get our quote within 24 hours.',
  body: (request, settings) => (
    <RequestMail
      request={request}
      settings={settings}
      title="We have your request"
      action="Follow your request"
    >
      <Paragraph>
        Thank you for offering us your phone. Our staff look at it and send you a quote within 24 hours. You
        then accept or decline it by the link below; until then there is nothing to do.
      </Paragraph>
    </RequestMail>
  ),
});
