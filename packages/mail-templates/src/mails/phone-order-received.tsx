import { amount } from '../format/amount.ts';
import { slot } from '../format/appointment.ts';
import { Paragraph } from '../layout/parts.tsx';
import { RequestMail, type RequestMailData } from '../layout/request-mail.tsx';
import { defineMail } from '../mail-template.ts';
import { phoneOrderSample } from '../sample-data.ts';

export interface PhoneOrderReceivedData extends RequestMailData {
  readonly priority: 'standard' | 'express' | 'urgent';
  /** Undefined in mails that were written before it was told. */
  readonly ordered?:
    | {
        /** Null: the shop knew no price when it was ordered (CONF-33). */
        readonly totalInMinorUnits: number | null;
        readonly paymentMethod: 'full' | 'installment';
        /** Null: it is delivered. */
        readonly pickup: { readonly date: string; readonly time: string } | null;
      }
    | undefined;
}

const priorities = { standard: 'Standard', express: 'Express', urgent: 'Urgent' };
const payments = { full: 'Full payment', installment: 'Installments' };

type Fact = readonly [name: string, value: string];

/** What the page's summary says too; the address stays out of mails. */
const orderedFacts = (ordered: PhoneOrderReceivedData['ordered']): readonly Fact[] =>
  ordered === undefined
    ? []
    : [
        [
          'Total',
          ordered.totalInMinorUnits === null
            ? 'Our team tells you the price'
            : amount(ordered.totalInMinorUnits),
        ],
        ['Payment', payments[ordered.paymentMethod]],
        ordered.pickup ? ['Pickup', slot(ordered.pickup)] : ['Delivery', 'To your address'],
      ];

/** What the page's summary promises (CONF-32). */
export const phoneOrderReceived = defineMail<PhoneOrderReceivedData>({
  kind: 'service',
  sample: {
    ...phoneOrderSample,
    priority: 'express',
    ordered: {
      totalInMinorUnits: 8_999_800,
      paymentMethod: 'full',
      pickup: { date: '2026-11-25', time: '14:00' },
    },
  },
  subject: ({ reference }) => `We have your phone order ${reference}`,
  preheader: () => 'We check it and write again when it is confirmed.',
  body: (request, settings) => (
    <RequestMail
      request={request}
      settings={settings}
      title="We have your order"
      facts={[...orderedFacts(request.ordered), ['Priority', priorities[request.priority]]]}
      action="Follow your order"
    >
      <Paragraph>
        Thank you for your order of a new phone. We check it and write again when it is confirmed. By the link
        below you see how far it is, and can cancel it until we have begun with it.
      </Paragraph>
    </RequestMail>
  ),
});
