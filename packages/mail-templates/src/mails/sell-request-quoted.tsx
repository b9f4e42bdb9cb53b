import { dollars } from '../format/amount.ts';
import { moment } from '../format/moment.ts';
import { Paragraph } from '../layout/parts.tsx';
import { RequestMail, type RequestMailData } from '../layout/request-mail.tsx';
import { defineMail } from '../mail-template.ts';
import { sellRequestSample } from '../sample-data.ts';

export interface SellRequestQuotedData extends RequestMailData {
  /** In US cents (CONF-01). */
  readonly priceInMinorUnits: number;
  readonly validUntil: string;
  readonly note: string;
}

export const sellRequestQuoted = defineMail<SellRequestQuotedData>({
  kind: 'service',
  sample: {
    ...sellRequestSample,
    priceInMinorUnits: 32_050,
    validUntil: '2026-11-28T09:12:00.000Z',
    note: 'With its charger, if it looks as described.',
  },
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
