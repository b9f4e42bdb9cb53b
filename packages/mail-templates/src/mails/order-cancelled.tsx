import { greeting } from '../format/unconfirmed-text.ts';
import { ActionLink, Facts, Panel, Paragraph, SmallPrint, Title } from '../layout/parts.tsx';
import { defineMail } from '../mail-template.ts';
import { orderSample } from '../sample-data.ts';

type CancelledMoney = 'none' | 'goes-back' | 'by-hand' | 'already-back';

export interface OrderCancelledData {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly customerName: string;
  readonly reason: 'customer' | 'admin' | 'not-paid-in-time';
  /** The shop's own words; those of a customer are not shown, as they may go to a stranger's mailbox. */
  readonly note: string;
  /** Undefined for a cancelling from before it was told: then the mail says nothing of it. */
  readonly money?: CancelledMoney | undefined;
}

const reasons = {
  customer: 'As you asked, we have cancelled your order.',
  admin: 'We had to cancel your order.',
  'not-paid-in-time': 'The card payment of your order did not come through in time, so we have cancelled it.',
};

const moneyWords: Readonly<Record<CancelledMoney, string>> = {
  none: 'Nothing was charged.',
  'goes-back': 'Goes back the way it came. We write again when it is on its way.',
  'by-hand': 'We hand back what you paid, and get in touch with you about it.',
  'already-back': 'What you paid was given back already.',
};

export const orderCancelled = defineMail<OrderCancelledData>({
  kind: 'order',
  sample: { ...orderSample, reason: 'not-paid-in-time', note: '', money: 'none' },
  variants: { OrderCancelledWithRefund: { reason: 'customer', money: 'goes-back' } },
  subject: ({ orderNumber }) => `Order ${orderNumber} was cancelled`,
  preheader: ({ money }) =>
    money === 'goes-back' || money === 'by-hand'
      ? 'Nothing will be delivered, and your money goes back.'
      : 'Nothing will be delivered.',
  body: ({ orderId, orderNumber, customerName, reason, note, money }, { shopUrl, contact }) => (
    <>
      <Title>Your order was cancelled</Title>
      <Paragraph>{greeting(customerName)}</Paragraph>
      <Paragraph>{reasons[reason]}</Paragraph>
      <Panel>
        <Facts
          facts={[
            ['Order', orderNumber],
            ...(money === undefined ? [] : [['Money', moneyWords[money]] as const]),
            ...(note === '' || reason === 'customer' ? [] : [['Note from the shop', note] as const]),
          ]}
        />
      </Panel>
      <ActionLink href={`${shopUrl}/order?id=${orderId}`}>See your order</ActionLink>
      <SmallPrint>You did not expect this? Write to {contact.email} and name the order.</SmallPrint>
    </>
  ),
});
