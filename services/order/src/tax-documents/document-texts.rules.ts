import { type PaymentStatus, type Policy, paymentMethods } from '@kinmel/contracts';
import { pick } from '@kinmel/service-kit';
import { leftToPay, taxLabelOf } from '../orders/order.rules.ts';
import type { Order, OrderReturn } from '../orders/order.ts';
import { documentNumber } from './tax-document.rules.ts';
import type { DocumentContent, TaxDocument } from './tax-document.ts';

const rupees = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  trailingZeroDisplay: 'stripIfInteger',
});

/** "NPR 91,500"; decimals only when they are not zero. */
export const inRupees = (minorUnits: number): string => `NPR ${rupees.format(minorUnits / 100)}`;

/** Joins lines and skips empty ones. */
const joinLines = (lines: readonly (string | false | undefined)[]) => lines.filter(Boolean).join('\n');

const dateIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'long', year: 'numeric' });

const paymentStates: Record<PaymentStatus, string> = {
  pending: 'to be paid',
  paid: 'paid',
  failed: 'not paid yet',
  refunded: 'refunded',
};

function remarkOf({ specialOffer, promoCode }: Order['lines'][number]): string {
  if (specialOffer !== null) return `${specialOffer.title} (${specialOffer.discount})`;
  return promoCode === null ? '' : `Promo code ${promoCode}`;
}

/** How each part was paid, and for a credit note how it was refunded. */
function paymentOf(order: Order): string {
  const { orderStatus, paymentStatus, paymentMethod, credit } = order;
  const isPaidOrRefunded = paymentStatus === 'paid' || paymentStatus === 'refunded';
  const isNothingDue = orderStatus === 'cancelled' && !isPaidOrRefunded;
  const state = isNothingDue ? 'nothing to pay' : paymentStates[paymentStatus];
  const remaining = leftToPay(order);
  const sum = credit && remaining > 0 ? ` ${inRupees(remaining)}` : '';
  const methodLine = remaining > 0 ? `${paymentMethods[paymentMethod].label}${sum}, ${state}` : '';
  const creditState = credit?.isReturned ? paymentStates.refunded : paymentStates.paid;
  return joinLines([credit && `Credit ${inRupees(credit.amountInMinorUnits)}, ${creditState}`, methodLine]);
}

/** How the money of a return is refunded. */
export function returnPaymentOf({ paymentMethod }: Order, refund: OrderReturn): string {
  const credit = `Credit ${inRupees(refund.creditInMinorUnits)}, ${paymentStates.refunded}`;
  const payment = `${paymentMethods[paymentMethod].label} ${inRupees(refund.amountInMinorUnits)}, goes back`;
  return joinLines([refund.creditInMinorUnits > 0 && credit, refund.amountInMinorUnits > 0 && payment]);
}

/** ORD-T4: contains no note of staff, because the document stays when the data of its buyer is removed. */
export const reasonOf = ({ orderStatus }: Order): string =>
  orderStatus === 'cancelled' ? 'The order was cancelled' : 'The money was given back';

/** The content of a document, with the prices at the time of the order. */
export const contentOf = (
  order: Order,
  { seller, contact, currency, returns }: Pick<Policy, 'seller' | 'contact' | 'currency' | 'returns'>,
): DocumentContent => ({
  ...pick(order, 'orderNumber', 'lines', 'pricing', 'decisions'),
  // Delivery notes are not part of the sale.
  customerDetails: { ...order.customerDetails, notes: '' },
  seller: { ...seller, ...contact },
  currency,
  payment: paymentOf(order),
  terms: returns.sentence,
});

interface Heading {
  readonly title: string;
  /** Its own number, followed by those that it refers to. */
  readonly numbers: readonly string[];
  readonly issuedAt: Date;
  /** Printed across the page of a cancelled or refunded order without an invoice; otherwise empty. */
  readonly mark: string;
}

/** The texts of an invoice, a credit note, or the confirmation of an order without an invoice. */
export type DocumentTexts = ReturnType<typeof textsOf>;

function textsOf(content: DocumentContent, { issuedAt, ...heading }: Heading, timeZone: string) {
  const { customerDetails: buyer, pricing, seller } = content;
  return {
    ...heading,
    date: dateIn(timeZone).format(issuedAt),
    seller: {
      name: seller.name,
      email: seller.email,
      lines: [seller.address, seller.phone, seller.email, `PAN ${seller.pan}`],
    },
    billTo: [
      buyer.name,
      buyer.address,
      [buyer.zipCode, buyer.city].filter(Boolean).join(' '),
      buyer.phone,
      buyer.email,
    ].filter(Boolean),
    lines: content.lines.map((line) => ({
      name: line.name,
      // Storage and colour, then the offer or promo code; may be empty.
      remark: [line.details, remarkOf(line)].filter(Boolean).join(' · '),
      // Set for a device, and printed as a QR code.
      passportLink: line.passportLink,
      quantity: String(line.quantity),
      price: inRupees(line.priceInMinorUnits),
      total: inRupees(line.lineTotalInMinorUnits),
    })),
    sums: [
      { label: 'Subtotal', amount: inRupees(pricing.subtotalInMinorUnits) },
      {
        label: 'Shipping',
        amount: pricing.shippingInMinorUnits === 0 ? 'Free' : inRupees(pricing.shippingInMinorUnits),
      },
      ...(pricing.taxInMinorUnits === 0
        ? []
        : [{ label: taxLabelOf(content), amount: inRupees(pricing.taxInMinorUnits) }]),
    ],
    total: inRupees(pricing.totalInMinorUnits),
    payment: content.payment,
    terms: content.terms,
  };
}

const titles = { invoice: 'Invoice', 'credit-note': 'Credit note' } as const;

export function documentTexts(document: TaxDocument, timeZone: string): DocumentTexts {
  const { kind, invoiceNumber, orderNumber, issuedAt, payment, reason } = document;
  const numbers = [
    documentNumber(document),
    ...(invoiceNumber === null ? [] : [`For invoice ${invoiceNumber}`]),
    `Order ${orderNumber}`,
  ];
  const content = { ...document, payment: joinLines([payment, reason]) };
  return textsOf(content, { title: titles[kind], numbers, issuedAt, mark: '' }, timeZone);
}

/** ORD-T1: the confirmation, which replaces the invoice while there is none. */
export function confirmationTexts(order: Order, content: DocumentContent, timeZone: string): DocumentTexts {
  const isCancelled = order.orderStatus === 'cancelled';
  const heading = {
    title: isCancelled ? 'Cancelled order' : 'Order confirmation',
    numbers: [order.orderNumber],
    issuedAt: order.createdAt,
    mark: isCancelled ? 'CANCELLED' : order.paymentStatus === 'refunded' ? 'REFUNDED' : '',
  };
  return textsOf(content, heading, timeZone);
}
