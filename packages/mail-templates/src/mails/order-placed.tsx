import { amount } from '../format/amount.ts';
import { deliveryAddress, greeting } from '../format/unconfirmed-text.ts';
import { ActionLink, Amounts, Facts, Panel, Paragraph, SmallPrint, Title } from '../layout/parts.tsx';
import { defineMail } from '../mail-template.ts';
import { orderSample } from '../sample-data.ts';

export interface OrderPlacedData {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly customerName: string;
  readonly lines: readonly {
    readonly name: string;
    /** What tells the variant apart, "128 GB, Midnight". */
    readonly details?: string | undefined;
    readonly quantity: number;
    readonly priceInMinorUnits: number;
    readonly lineTotalInMinorUnits: number;
  }[];
  readonly promoCode: string | null;
  readonly subtotalInMinorUnits: number;
  readonly shippingInMinorUnits: number;
  readonly taxInMinorUnits: number;
  /** "Tax (8%)"; mails that were waiting when it came have none. */
  readonly taxLabel?: string | undefined;
  readonly totalInMinorUnits: number;
  readonly paymentMethod: 'cash_on_delivery' | 'card';
  readonly deliverTo: string;
}

const payments = {
  cash_on_delivery: {
    name: 'Cash on delivery',
    sentence: 'Please have the total ready when the parcel comes.',
  },
  card: {
    name: 'Card',
    sentence:
      'We start as soon as the card payment has come through. You can pay on the page of the order if you have not yet.',
  },
};

export const orderPlaced = defineMail<OrderPlacedData>({
  kind: 'order',
  sample: {
    ...orderSample,
    lines: [
      {
        name: 'iPhone 13 Pro',
        details: '256 GB, Sierra Blue',
        quantity: 1,
        priceInMinorUnits: 9_150_000,
        lineTotalInMinorUnits: 9_150_000,
      },
      {
        name: 'USB-C charger 30 W with a braided cable of two metres',
        quantity: 2,
        priceInMinorUnits: 249_950,
        lineTotalInMinorUnits: 499_900,
      },
    ],
    promoCode: 'TIHAR10',
    subtotalInMinorUnits: 9_649_900,
    shippingInMinorUnits: 0,
    taxInMinorUnits: 771_992,
    taxLabel: 'Tax (8%)',
    totalInMinorUnits: 10_421_892,
    paymentMethod: 'cash_on_delivery',
    deliverTo: 'Asha Rai, Jhamsikhel 12, Lalitpur 44700',
  },
  variants: { OrderPlacedByCard: { paymentMethod: 'card', promoCode: null } },
  subject: ({ orderNumber }) => `Your order ${orderNumber}`,
  preheader: ({ totalInMinorUnits, lines }) => {
    const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
    return `We have your order: ${pieces === 1 ? '1 piece' : `${pieces} pieces`}, ${amount(totalInMinorUnits)}.`;
  },
  body: (order, { shopUrl, contact }) => {
    const payment = payments[order.paymentMethod];
    return (
      <>
        <Title>We have your order</Title>
        <Paragraph>{greeting(order.customerName)}</Paragraph>
        <Paragraph>
          Thank you for your order {order.orderNumber}. {payment.sentence}
        </Paragraph>
        <Amounts
          caption={`Order ${order.orderNumber}`}
          rows={order.lines.map(({ name, details, quantity, priceInMinorUnits, lineTotalInMinorUnits }) => ({
            label: name,
            detail: [details, `${quantity} × ${amount(priceInMinorUnits)}`].filter(Boolean).join(' · '),
            amount: amount(lineTotalInMinorUnits),
          }))}
          sums={[
            { label: 'Subtotal', amount: amount(order.subtotalInMinorUnits) },
            {
              label: 'Shipping',
              amount: order.shippingInMinorUnits === 0 ? 'Free' : amount(order.shippingInMinorUnits),
            },
            ...(order.taxInMinorUnits === 0
              ? []
              : [{ label: order.taxLabel ?? 'Tax', amount: amount(order.taxInMinorUnits) }]),
          ]}
          total={{ label: 'Total', amount: amount(order.totalInMinorUnits) }}
        />
        <Panel>
          <Facts
            facts={[
              ['Payment', payment.name],
              ['Deliver to', deliveryAddress(order.deliverTo)],
              ...(order.promoCode === null ? [] : [['Promo code', order.promoCode] as const]),
            ]}
          />
        </Panel>
        <ActionLink href={`${shopUrl}/order?id=${order.orderId}`}>See your order</ActionLink>
        <SmallPrint>
          We write again when its state changes. Something is wrong? Write to {contact.email} and name the
          order.
        </SmallPrint>
      </>
    );
  },
});
