import { amount } from '../format/amount.ts';
import { requestSubject } from '../format/unconfirmed-text.ts';
import { factsMail } from '../layout/facts-mail.tsx';
import { sellRequestSample } from '../sample-data.ts';

/** The ways of a payout, as its seller reads them. */
export const payoutMethods = {
  bank: 'By bank transfer',
  esewa: 'To your eSewa wallet',
  khalti: 'To your Khalti wallet',
  cash: 'In cash, at our shop',
} as const;

interface PayoutPaidData {
  readonly customerName: string;
  /** Of the sell request. */
  readonly reference: string;
  readonly subject: string;
  readonly amountInMinorUnits: number;
  readonly method: keyof typeof payoutMethods;
  /** May be empty for cash. */
  readonly paymentReference: string;
}

const { customerName, reference, subject } = sellRequestSample;

export const payoutMails = {
  'payout-paid': factsMail<PayoutPaidData>({
    kind: 'service',
    sample: {
      ...{ customerName, reference, subject },
      amountInMinorUnits: 4_326_750,
      method: 'bank',
      paymentReference: 'NIC-2026-11-21-0042',
    },
    variants: { PayoutInCash: { method: 'cash', paymentReference: '' } },
    subject: (payout) => `We have paid you for your phone ${payout.reference}`,
    preheader: ({ amountInMinorUnits }) => `You have got ${amount(amountInMinorUnits)}.`,
    title: () => 'Your phone is paid',
    text: ({ method }) =>
      method === 'cash'
        ? 'You have got the money for your phone. Thank you for selling it to us.'
        : 'The money for your phone is on its way. It may take a day until you see it. Thank you for selling it to us.',
    facts: (payout) => [
      ['Sell request', payout.reference],
      ['About', requestSubject(payout.subject)],
      ['Amount', amount(payout.amountInMinorUnits)],
      ['How', payoutMethods[payout.method]],
      ['Reference of the payment', payout.paymentReference],
    ],
    ground: () => 'good',
    action: 'Open the shop',
    href: (_, { shopUrl }) => `${shopUrl}/`,
  }),
};
