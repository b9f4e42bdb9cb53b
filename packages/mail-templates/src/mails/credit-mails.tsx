import { amount } from '../format/amount.ts';
import { greeting } from '../format/unconfirmed-text.ts';
import { ActionLink, Facts, Panel, Paragraph, SmallPrint, Title } from '../layout/parts.tsx';
import { defineMail } from '../mail-template.ts';

interface Sum {
  readonly amountInMinorUnits: number;
}

interface CreditChangedData {
  readonly customerName: string;
  readonly cause: 'refund' | 'order' | 'trade-in' | 'goodwill' | 'expiry' | 'correction';
  /** As the shop wrote it; may be empty. */
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

const creditChanged = defineMail<CreditChangedData>({
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
  body: ({ customerName, cause, reason, orderNumber, change, balance }, { shopUrl, contact }) => (
    <>
      <Title>Your credit has changed</Title>
      <Paragraph>{greeting(customerName)}</Paragraph>
      <Paragraph>{causes[cause]}</Paragraph>
      <Panel ground={change.amountInMinorUnits > 0 ? 'good' : 'plain'}>
        <Facts
          facts={[
            ['Change', amount(change.amountInMinorUnits)],
            ['Your credit now', amount(balance.amountInMinorUnits)],
            ...(orderNumber === null ? [] : [['Order', orderNumber] as const]),
            ...(reason === '' ? [] : [['Reason', reason] as const]),
          ]}
        />
      </Panel>
      <ActionLink href={`${shopUrl}/profile`}>See your credit</ActionLink>
      <SmallPrint>
        You can use it for your next order at the checkout. Something is wrong? Write to {contact.email}.
      </SmallPrint>
    </>
  ),
});

export const creditMails = { 'credit-changed': creditChanged };
