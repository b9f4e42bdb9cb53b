import { dollars } from '../format/amount.ts';
import { moment } from '../format/moment.ts';
import { Paragraph } from '../layout/parts.tsx';
import { RequestMail, type RequestMailData } from '../layout/request-mail.tsx';
import { defineMail } from '../mail-template.ts';

export interface SellRequestQuotedData extends RequestMailData {
  /** In US cents (CONF-01). */
  readonly priceInMinorUnits: number;
  readonly validUntil: string;
  readonly note: string;
}

export const sellRequestQuoted = defineMail<SellRequestQuotedData>({
  subject: ({ reference }) => `Our quote for your sell request ${reference}`,
  preheader: ({ priceInMinorUnits, validUntil }, { timeZone }) =>
    `We offer ${dollars(priceInMinorUnits)}, until ${moment(validUntil, timeZone)}.`,
  body: (request, settings) => (
    <RequestMail
      request={request}
      settings={settings}
      title="Our quote for your phone"
      facts={[
        ['We offer', dollars(request.priceInMinorUnits)],
        ['Good until', moment(request.validUntil, settings.timeZone)],
      ]}
      note={request.note}
      ground="good"
      action="Accept or decline"
    >
      <Paragraph>
        We have looked at what you told us about your phone and would like to buy it. To accept, open the link
        below and choose Accept; there you can decline as well. After that day the quote has run out, and you
        may ask for a new one.
      </Paragraph>
    </RequestMail>
  ),
});
