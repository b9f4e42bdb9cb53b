import { amount } from '../format/amount.ts';
import { greeting } from '../format/unconfirmed-text.ts';
import { ActionLink, Facts, Panel, Paragraph, SmallPrint, Title } from '../layout/parts.tsx';
import { defineMail } from '../mail-template.ts';
import { orderSample } from '../sample-data.ts';

export interface OrderRefundedData {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly customerName: string;
  readonly amountInMinorUnits: number;
  readonly note: string;
}

export const orderRefunded = defineMail<OrderRefundedData>({
  kind: 'order',
  sample: { ...orderSample, amountInMinorUnits: 10_421_892, note: '' },
  subject: ({ orderNumber }) => `Your money for order ${orderNumber} is on its way back`,
  preheader: ({ amountInMinorUnits }) => `${amount(amountInMinorUnits)} goes back the way it came.`,
  body: ({ orderId, orderNumber, customerName, amountInMinorUnits, note }, { shopUrl, contact }) => (
    <>
      <Title>Your money is on its way back</Title>
      <Paragraph>{greeting(customerName)}</Paragraph>
      <Paragraph>
        We have given back what you paid, the way it came. Your bank may need some days to show it.
      </Paragraph>
      <Panel ground="good">
        <Facts
          facts={[
            ['Order', orderNumber],
            ['Amount', amount(amountInMinorUnits)],
            ...(note === '' ? [] : [['Note from the shop', note] as const]),
          ]}
        />
      </Panel>
      <ActionLink href={`${shopUrl}/order?id=${orderId}`}>See your order</ActionLink>
      <SmallPrint>It does not arrive? Write to {contact.email} and name the order.</SmallPrint>
    </>
  ),
});
