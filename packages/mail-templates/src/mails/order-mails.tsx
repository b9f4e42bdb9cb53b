import type * as events from '@kinmel/contracts';
import { type PaymentMethod, paymentMethods } from '@kinmel/contracts/browser';
import { type OrderStatus, orderWords } from '@kinmel/contracts/life';
import { amount } from '../format/amount.ts';
import { deliveryAddress, greeting } from '../format/unconfirmed-text.ts';
import { factsMail } from '../layout/facts-mail.tsx';
import { ActionLink, Amounts, Facts, Panel, Paragraph, SmallPrint, Title } from '../layout/parts.tsx';
import type { MailSettings } from '../mail-settings.ts';
import { defineMail, type FieldsOf } from '../mail-template.ts';
import { orderSample } from '../sample-data.ts';

interface OrderData {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly customerName: string;
}

const hrefOf = ({ orderId }: OrderData, { shopUrl }: MailSettings) => `${shopUrl}/order?id=${orderId}`;
const orderLink = { action: 'See your order', href: hrefOf } as const;
const amountUnlessZero = (minorUnits: number) => (minorUnits === 0 ? '' : amount(minorUnits));

type PlacedFields = FieldsOf<
  typeof events.orderPlaced,
  | 'promoCode'
  | 'subtotalInMinorUnits'
  | 'shippingInMinorUnits'
  | 'taxInMinorUnits'
  | 'taxLabel'
  | 'totalInMinorUnits'
  | 'deliverTo'
>;
type PlacedLine = FieldsOf<typeof events.orderPlaced, 'lines'>['lines'][number];

interface OrderPlacedData extends OrderData, PlacedFields {
  readonly lines: readonly Pick<
    PlacedLine,
    'name' | 'details' | 'quantity' | 'priceInMinorUnits' | 'lineTotalInMinorUnits'
  >[];
  /** The part of the total that was paid with credit. */
  readonly creditInMinorUnits: number;
  readonly payment: { readonly label: string; readonly isPaidOnline: boolean };
}

const leftToPay = ({ totalInMinorUnits, creditInMinorUnits }: OrderPlacedData) =>
  totalInMinorUnits - creditInMinorUnits;

function paymentSentence(order: OrderPlacedData): string {
  const { label, isPaidOnline } = order.payment;
  if (leftToPay(order) === 0) return 'It is paid with your credit.';
  return isPaidOnline
    ? `We start as soon as the ${label.toLowerCase()} payment has come through. You can pay on the page of the order if you have not yet.`
    : `Please have ${amount(leftToPay(order))} ready when the parcel comes.`;
}

const orderPlaced = defineMail<OrderPlacedData>({
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
        details: '',
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
    creditInMinorUnits: 0,
    payment: paymentMethods.cash_on_delivery,
    deliverTo: 'Asha Rai, Jhamsikhel 12, Lalitpur 44700',
  },
  variants: {
    OrderPlacedByCard: { payment: paymentMethods.card, promoCode: null },
    OrderPlacedWithCredit: { creditInMinorUnits: 1_240_000 },
  },
  subject: ({ orderNumber }) => `Your order ${orderNumber}`,
  preheader: ({ totalInMinorUnits, lines }) => {
    const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
    return `We have your order: ${pieces === 1 ? '1 piece' : `${pieces} pieces`}, ${amount(totalInMinorUnits)}.`;
  },
  body: (order, settings) => (
    <>
      <Title>We have your order</Title>
      <Paragraph>{greeting(order.customerName)}</Paragraph>
      <Paragraph>
        Thank you for your order {order.orderNumber}. {paymentSentence(order)}
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
            : [{ label: order.taxLabel, amount: amount(order.taxInMinorUnits) }]),
        ]}
        total={{ label: 'Total', amount: amount(order.totalInMinorUnits) }}
      />
      <Panel>
        <Facts
          facts={[
            ['Payment', order.payment.label],
            ['Paid with credit', amountUnlessZero(order.creditInMinorUnits)],
            ['Left to pay', order.creditInMinorUnits === 0 ? '' : amount(leftToPay(order))],
            ['Deliver to', deliveryAddress(order.deliverTo)],
            ['Promo code', order.promoCode ?? ''],
          ]}
        />
      </Panel>
      <ActionLink href={hrefOf(order, settings)}>See your order</ActionLink>
      <SmallPrint>
        We write again when its state changes. Something is wrong? Write to {settings.contact.email} and name
        the order.
      </SmallPrint>
    </>
  ),
});

interface OrderStatusChangedData extends OrderData, FieldsOf<typeof events.orderStatusChanged, 'note'> {
  readonly status: OrderStatus;
}

const orderStatusChanged = factsMail<OrderStatusChangedData>({
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
  subject: ({ orderNumber, status }) => `Order ${orderNumber} ${orderWords[status].mail[0]}`,
  preheader: ({ status, note }) => (note === '' ? orderWords[status].mail[1] : note),
  title: ({ status }) => `Your order ${orderWords[status].mail[0]}`,
  text: ({ status }) => orderWords[status].mail[1],
  facts: ({ orderNumber, note }) => [
    ['Order', orderNumber],
    ['Note from the shop', note],
  ],
  ...orderLink,
  belowLink: ({ status, orderId }, { shopUrl }) =>
    status === 'delivered' && (
      <ActionLink href={`${shopUrl}/returns/new?order=${orderId}`}>Return something</ActionLink>
    ),
});

/** The mail shows only notes of staff: a customer's note could reach another person's mailbox. */
interface OrderCancelledData
  extends OrderData,
    FieldsOf<typeof events.orderCancelled, 'reason' | 'note' | 'money' | 'paymentMethod'> {
  /** Given back as credit. */
  readonly creditInMinorUnits: number;
}

const reasons = {
  customer: 'As you asked, we have cancelled your order.',
  admin: 'We had to cancel your order.',
  'not-paid-in-time': 'No payment of your order reached us in time, so we have cancelled it.',
};

const moneyWords: Readonly<Record<events.CancelledMoney, string>> = {
  none: 'Nothing was paid.',
  'goes-back': 'Goes back the way it came. We write again when it is on its way.',
  'by-hand': 'We hand back what you paid, and get in touch with you about it.',
  'already-back': 'What you paid was given back already.',
};

/** An online payment may still be in progress. */
const moneyText = (money: events.CancelledMoney, method: PaymentMethod | undefined): string =>
  money === 'none' && method !== 'cash_on_delivery'
    ? 'We have received none. What still comes in goes back to you.'
    : moneyWords[money];

const orderCancelled = factsMail<OrderCancelledData>({
  kind: 'order',
  sample: { ...orderSample, reason: 'not-paid-in-time', note: '', money: 'none', creditInMinorUnits: 0 },
  variants: {
    OrderCancelledWithRefund: { reason: 'customer', money: 'goes-back', creditInMinorUnits: 1_240_000 },
  },
  subject: ({ orderNumber }) => `Order ${orderNumber} was cancelled`,
  preheader: ({ money }) =>
    money === 'goes-back' || money === 'by-hand'
      ? 'Nothing will be delivered, and your money goes back.'
      : 'Nothing will be delivered.',
  title: () => 'Your order was cancelled',
  text: ({ reason }) => reasons[reason],
  facts: ({ orderNumber, money, paymentMethod, creditInMinorUnits, reason, note }) => [
    ['Order', orderNumber],
    ['Money', moneyText(money, paymentMethod)],
    ['Back as credit', amountUnlessZero(creditInMinorUnits)],
    ['Note from the shop', reason === 'customer' ? '' : note],
  ],
  ...orderLink,
  belowLink: (_, { contact }) => (
    <SmallPrint>You did not expect this? Write to {contact.email} and name the order.</SmallPrint>
  ),
});

interface OrderRefundedData
  extends OrderData,
    FieldsOf<typeof events.orderRefunded, 'amountInMinorUnits' | 'paymentMethod' | 'isByHand' | 'note'>,
    FieldsOf<typeof events.orderRefunded, 'returnReference' | 'isOtherPayment'> {
  /** Given back as credit. */
  readonly creditInMinorUnits: number;
}

function refundTitle({ orderNumber, returnReference, isOtherPayment }: OrderRefundedData): string {
  if (isOtherPayment) return `A payment of your order ${orderNumber} is given back`;
  return `Your ${returnReference ? `return ${returnReference}` : `order ${orderNumber}`} is refunded`;
}

function refundText({ isOtherPayment, ...refund }: OrderRefundedData): string {
  if (isOtherPayment) return `${refundText(refund)} Your order did not use this payment, and stays as it is.`;
  const { amountInMinorUnits, paymentMethod, isByHand } = refund;
  if (amountInMinorUnits === 0) return 'Your refund is credit in our shop. Use it for your next order.';
  if (isByHand) return 'Our staff have given back what is named below.';
  if (paymentMethod === 'card')
    return 'We have given back what is named below. Your bank may need some days to show it.';
  return 'We have given back what is named below. It may take some days until you see it.';
}

const orderRefunded = factsMail<OrderRefundedData>({
  kind: 'order',
  sample: { ...orderSample, amountInMinorUnits: 10_421_892, creditInMinorUnits: 0, note: '' },
  variants: {
    OrderRefundedByHand: { paymentMethod: 'cash_on_delivery', isByHand: true },
    OrderRefundedAsCredit: { amountInMinorUnits: 0, creditInMinorUnits: 10_421_892 },
    ReturnRefunded: { amountInMinorUnits: 539_892, returnReference: '5A3F0C' },
    OtherPaymentGivenBack: { paymentMethod: 'esewa', isByHand: true, isOtherPayment: true },
  },
  subject: refundTitle,
  preheader: ({ amountInMinorUnits, creditInMinorUnits }) =>
    `We have given back ${amount(amountInMinorUnits + creditInMinorUnits)}.`,
  text: refundText,
  facts: ({ orderNumber, returnReference = '', amountInMinorUnits, creditInMinorUnits, note }) => [
    ['Order', orderNumber],
    ['Return', returnReference],
    ['Paid back', amountUnlessZero(amountInMinorUnits)],
    ['Back as credit', amountUnlessZero(creditInMinorUnits)],
    ['Note from the shop', note],
  ],
  tone: () => 'good',
  ...orderLink,
  belowLink: (_, { contact }) => (
    <SmallPrint>
      If your order has an invoice, its credit note is on the same page. Something is missing? Write to{' '}
      {contact.email} and name the order.
    </SmallPrint>
  ),
});

const paymentGoesBack = factsMail<
  OrderData & FieldsOf<typeof events.paymentSucceeded, 'amountInMinorUnits' | 'paymentMethod'>
>({
  kind: 'order',
  sample: { ...orderSample, amountInMinorUnits: 10_421_892, paymentMethod: 'esewa' },
  subject: ({ orderNumber }) => `Your payment of order ${orderNumber} came too late`,
  preheader: () => 'The order was cancelled before, so your payment goes back.',
  title: () => 'Your payment came too late',
  text: () =>
    'Your order was cancelled before your payment reached us. Nothing will be delivered. Your payment goes back the way it came, and we write again when it is done.',
  facts: ({ orderNumber, amountInMinorUnits, paymentMethod }) => [
    ['Order', orderNumber],
    ['Paid by', paymentMethod ? paymentMethods[paymentMethod].label : ''],
    ['To pay back', amount(amountInMinorUnits)],
  ],
  ...orderLink,
});

export const orderMails = {
  'order-placed': orderPlaced,
  'order-status-changed': orderStatusChanged,
  'order-cancelled': orderCancelled,
  'order-refunded': orderRefunded,
  'payment-goes-back': paymentGoesBack,
};
