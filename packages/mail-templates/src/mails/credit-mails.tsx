import { amount } from '../format/amount.ts';
import { factsMail } from '../layout/facts-mail.tsx';
import { SmallPrint } from '../layout/parts.tsx';

interface Sum {
  readonly amountInMinorUnits: number;
}

interface CreditChangedData {
  readonly customerName: string;
  readonly cause: 'refund' | 'order' | 'trade-in' | 'goodwill' | 'expiry' | 'correction';
  /** The reason that the shop wrote; may be empty. */
  readonly reason: string;
  /** Null when no order caused it. */
  readonly orderNumber: string | null;
  /** Negative when credit was used or taken. */
  readonly change: Sum;
  readonly balance: Sum;
}

const causes: Readonly<Record<CreditChangedData['cause'], string>> = {
  refund: 'The credit that you used for your order is yours again.',
  order: 'You have used credit for an order.',
  'trade-in': 'You have got credit for what you sold us.',
  goodwill: 'We have given you credit.',
  expiry: 'Some of your credit has expired.',
  correction: 'We have corrected your credit.',
};

const creditChanged = factsMail<CreditChangedData>({
  kind: 'order',
  sample: {
    customerName: 'Asha Rai',
    cause: 'goodwill',
    reason: 'Your parcel came two days late.',
    orderNumber: null,
    change: { amountInMinorUnits: 50_000 },
    balance: { amountInMinorUnits: 1_240_000 },
  },
  variants: {
    CreditUsed: {
      cause: 'order',
      reason: '',
      orderNumber: 'KM-7H2K-94QX',
      change: { amountInMinorUnits: -1_240_000 },
      balance: { amountInMinorUnits: 0 },
    },
  },
  subject: ({ change }) => `Your credit ${change.amountInMinorUnits < 0 ? 'is less' : 'is more'} now`,
  preheader: ({ balance }) => `You have ${amount(balance.amountInMinorUnits)} now.`,
  title: () => 'Your credit has changed',
  text: ({ cause }) => causes[cause],
  facts: ({ change, balance, orderNumber, reason }) => [
    ['Change', amount(change.amountInMinorUnits)],
    ['Your credit now', amount(balance.amountInMinorUnits)],
    ['Order', orderNumber ?? ''],
    ['Reason', reason],
  ],
  tone: ({ change }) => (change.amountInMinorUnits > 0 ? 'good' : 'plain'),
  action: 'See your credit',
  href: (_, { shopUrl }) => `${shopUrl}/profile`,
  belowLink: (_, { contact }) => (
    <SmallPrint>
      You can use it for your next order at the checkout. Something is wrong? Write to {contact.email}.
    </SmallPrint>
  ),
});

export const creditMails = { 'credit-changed': creditChanged };
