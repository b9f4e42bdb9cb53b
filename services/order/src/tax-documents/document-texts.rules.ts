import { type PaymentStatus, type Policy, paymentMethods } from '@kinmel/contracts';
import { leftToPay, taxLabelOf } from '../orders/order.rules.ts';
import type { Order, OrderReturn } from '../orders/order.ts';
import { documentNumber } from './tax-document.rules.ts';
import type { DocumentContent, TaxDocument } from './tax-document.ts';

export interface TextLine {
  readonly name: string;
  /** Storage and colour, then the offer or promo code; may be empty. */
  readonly remark: string;
  readonly quantity: string;
  readonly price: string;
  readonly total: string;
}

/** The texts of an invoice, a credit note, or the confirmation of an order without an invoice. */
export interface DocumentTexts {
  readonly title: string;
  /** Its own number, then those that it refers to. */
  readonly numbers: readonly string[];
  readonly date: string;
  readonly seller: { readonly name: string; readonly email: string; readonly lines: readonly string[] };
  readonly billTo: readonly string[];
  readonly lines: readonly TextLine[];
  readonly sums: readonly { readonly label: string; readonly amount: string }[];
  readonly total: string;
  readonly payment: string;
  readonly terms: string;
  /** Printed across the page of a cancelled or refunded order without an invoice; else empty. */
  readonly mark: string;
}

/** "NPR 91,500"; decimals only when they are not zero. */
export function inRupees(minorUnits: number): string {
  const hasDecimals = minorUnits % 100 !== 0;
  return `NPR ${(minorUnits / 100).toLocaleString('en-US', {
    minimumFractionDigits: hasDecimals ? 2 : 0,
    maximumFractionDigits: 2,
  })}`;
}

const dateIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'long', year: 'numeric' });

const states: Record<PaymentStatus, string> = {
  pending: 'to be paid',
  paid: 'paid',
  failed: 'not paid yet',
  refunded: 'refunded',
};

function remarkOf({ specialOffer, promoCode }: Order['lines'][number]): string {
  if (specialOffer !== null) return `${specialOffer.title} (${specialOffer.discount})`;
  return promoCode === null ? '' : `Promo code ${promoCode}`;
}

/** How each part was paid, and of a credit note where it went. */
function paymentOf(order: Order): string {
  const { orderStatus, paymentStatus, paymentMethod, credit } = order;
  const isMoneyMoved = paymentStatus === 'paid' || paymentStatus === 'refunded';
  const isOpenForGood = orderStatus === 'cancelled' && !isMoneyMoved;
  const state = isOpenForGood ? 'nothing to pay' : states[paymentStatus];
  const left = leftToPay(order);
  const sum = credit && left > 0 ? ` ${inRupees(left)}` : '';
  const rest = left > 0 ? `${paymentMethods[paymentMethod].label}${sum}, ${state}` : '';
  const isBack = credit?.isReturned ? states.refunded : states.paid;
  return [credit && `Credit ${inRupees(credit.amountInMinorUnits)}, ${isBack}`, rest]
    .filter(Boolean)
    .join('\n');
}

/** Where the money of a return goes. */
export function returnPaymentOf({ paymentMethod }: Order, to: OrderReturn): string {
  const credit = `Credit ${inRupees(to.creditInMinorUnits)}, ${states.refunded}`;
  const rest = `${paymentMethods[paymentMethod].label} ${inRupees(to.amountInMinorUnits)}, goes back`;
  return [to.creditInMinorUnits > 0 && credit, to.amountInMinorUnits > 0 && rest].filter(Boolean).join('\n');
}

/** T4: no note of staff, as a document is kept when the data of its buyer is removed. */
export const reasonOf = ({ orderStatus }: Order): string =>
  orderStatus === 'cancelled' ? 'The order was cancelled' : 'The money was given back';

/** The figures as ordered, whatever products cost today. */
export const contentOf = (
  order: Order,
  { seller, contact, currency, returns }: Pick<Policy, 'seller' | 'contact' | 'currency' | 'returns'>,
): DocumentContent => ({
  orderNumber: order.orderNumber,
  // Notes for the delivery are not part of the sale.
  customerDetails: { ...order.customerDetails, notes: '' },
  lines: order.lines,
  pricing: order.pricing,
  decisions: order.decisions,
  seller: { ...seller, ...contact },
  currency,
  payment: paymentOf(order),
  terms: returns.sentence,
});

type Heading = Pick<DocumentTexts, 'title' | 'numbers' | 'mark'> & { readonly issuedAt: Date };

function textsOf(
  content: DocumentContent,
  { issuedAt, ...heading }: Heading,
  timeZone: string,
): DocumentTexts {
  const { customerDetails: to, pricing, seller } = content;
  return {
    ...heading,
    date: dateIn(timeZone).format(issuedAt),
    seller: {
      name: seller.name,
      email: seller.email,
      lines: [seller.address, seller.phone, seller.email, `PAN ${seller.pan}`],
    },
    billTo: [to.name, to.address, [to.zipCode, to.city].filter(Boolean).join(' '), to.phone, to.email].filter(
      Boolean,
    ),
    lines: content.lines.map((line) => ({
      name: line.name,
      remark: [line.details, remarkOf(line)].filter(Boolean).join(' · '),
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
  const content = { ...document, payment: [payment, reason].filter(Boolean).join('\n') };
  return textsOf(content, { title: titles[kind], numbers, issuedAt, mark: '' }, timeZone);
}

/** T1: what an order without an invoice has. */
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

/** Text of one script, as each script has its font. */
export interface ScriptRun {
  readonly script: 'latin' | 'devanagari';
  readonly text: string;
}

/** Splits a text where its script changes. Spaces belong to the text before them, punctuation is Latin. */
export function scriptRuns(text: string): ScriptRun[] {
  const runs: { script: ScriptRun['script']; text: string }[] = [];
  for (const character of text) {
    const isDevanagari = /[\u0900-\u097F\uA8E0-\uA8FF\u200C\u200D]/u.test(character);
    const isSpace = /\s/u.test(character);
    const last = runs.at(-1);
    const script = isDevanagari ? 'devanagari' : isSpace && last !== undefined ? last.script : 'latin';
    if (last?.script === script) last.text += character;
    else runs.push({ script, text: character });
  }
  return runs;
}
