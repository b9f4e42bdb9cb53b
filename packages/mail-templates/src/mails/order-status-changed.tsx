import { greeting } from '../format/unconfirmed-text.ts';
import { ActionLink, Facts, Panel, Paragraph, Title } from '../layout/parts.tsx';
import { defineMail } from '../mail-template.ts';
import { orderSample } from '../sample-data.ts';

export interface OrderStatusChangedData {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly customerName: string;
  readonly status: 'pending' | 'confirmed' | 'processing' | 'shipped' | 'delivered' | 'cancelled';
  /** The shop's note for the customer; empty when there is none. */
  readonly note: string;
}

const statusTexts = {
  pending: ['is waiting', 'Your order waits for us. We confirm it as soon as we can.'],
  confirmed: ['is confirmed', 'We have checked your order and everything in it is set aside for you.'],
  processing: ['is being packed', 'We are packing your order.'],
  shipped: ['is on its way', 'Your parcel has left us.'],
  delivered: ['was delivered', 'Your parcel has arrived. We hope that everything is as you wished.'],
  cancelled: ['was cancelled', 'Your order was cancelled.'],
} as const;

export const orderStatusChanged = defineMail<OrderStatusChangedData>({
  kind: 'order',
  sample: {
    ...orderSample,
    status: 'shipped',
    note: 'The parcel comes with Nepal Post on Monday.',
  },
  variants: {
    OrderConfirmed: { status: 'confirmed', note: '' },
    OrderProcessing: { status: 'processing', note: '' },
    OrderDelivered: { status: 'delivered', note: '' },
  },
  subject: ({ orderNumber, status }) => `Order ${orderNumber} ${statusTexts[status][0]}`,
  preheader: ({ status, note }) => (note === '' ? statusTexts[status][1] : note),
  body: ({ orderId, orderNumber, customerName, status, note }, { shopUrl }) => {
    const [what, text] = statusTexts[status];
    return (
      <>
        <Title>Your order {what}</Title>
        <Paragraph>{greeting(customerName)}</Paragraph>
        <Paragraph>{text}</Paragraph>
        <Panel>
          <Facts
            facts={[['Order', orderNumber], ...(note === '' ? [] : [['Note from the shop', note] as const])]}
          />
        </Panel>
        <ActionLink href={`${shopUrl}/order?id=${orderId}`}>See your order</ActionLink>
      </>
    );
  },
});
