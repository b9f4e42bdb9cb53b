import type * as events from '@kinmel/contracts';
import { type PhoneOrderStatus, phoneOrderWords } from '@kinmel/contracts/life';
import { amount } from '../format/amount.ts';
import { slot } from '../format/moment.ts';
import type { Facts } from '../layout/facts-mail.tsx';
import { type RequestMailData, requestMail, statusMail } from '../layout/request-mail.tsx';
import type { FieldsOf } from '../mail-template.ts';
import { phoneOrderSample as sample } from '../sample-data.ts';

type ReceivedData = RequestMailData & FieldsOf<typeof events.phoneOrderReceived, 'priority' | 'ordered'>;

interface StatusChangedData extends RequestMailData, FieldsOf<typeof events.phoneOrderStatusChanged, 'note'> {
  readonly status: PhoneOrderStatus;
}

type CancelledData = RequestMailData & FieldsOf<typeof events.phoneOrderCancelled, 'by' | 'note'>;

const priorities = { standard: 'Standard', express: 'Express', urgent: 'Urgent' };
const payments = { full: 'Full payment', installment: 'Installments' };

/** The same facts as on the tracking page, without the address. */
const orderedFacts = ({ totalInMinorUnits, paymentMethod, pickup }: ReceivedData['ordered']): Facts => [
  ['Total', totalInMinorUnits === null ? 'Our team tells you the price' : amount(totalInMinorUnits)],
  ['Payment', payments[paymentMethod]],
  pickup ? ['Pickup', slot(pickup)] : ['Delivery', 'To your address'],
];

export const phoneOrderMails = {
  'phone-order-received': requestMail<ReceivedData>({
    sample: {
      ...sample,
      priority: 'express',
      ordered: {
        totalInMinorUnits: 8_999_800,
        currency: 'NPR',
        paymentMethod: 'full',
        pickup: { date: '2026-11-25', time: '14:00' },
      },
    },
    subject: ({ reference }) => `We have your phone order ${reference}`,
    preheader: () => 'We check it and write again when it is confirmed.',
    title: () => 'We have your order',
    text: () =>
      'Thank you for your order of a new phone. We check it and write again when it is confirmed. By the link below you see how far it is, and can cancel it until we have begun with it.',
    facts: ({ ordered, priority }) => [...orderedFacts(ordered), ['Priority', priorities[priority]]],
    action: 'Follow your order',
  }),
  'phone-order-status-changed': statusMail<PhoneOrderStatus, StatusChangedData>(
    'Your phone order',
    phoneOrderWords,
    { sample: { ...sample, status: 'shipped', note: 'It comes on Monday.' }, action: 'Follow your order' },
  ),
  'phone-order-cancelled': requestMail<CancelledData>({
    sample: { ...sample, by: 'admin', note: 'This colour is not made any more.' },
    subject: ({ reference }) => `Your phone order ${reference} was cancelled`,
    preheader: () => 'Nothing will be delivered.',
    title: () => 'Your phone order was cancelled',
    text: ({ by }) =>
      `${by === 'customer' ? 'As you asked, we have cancelled your order.' : 'We had to cancel your order.'} Nothing will be delivered. You may order again in the shop at any time.`,
    action: 'See your order',
  }),
};
