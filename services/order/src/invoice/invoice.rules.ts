import { type OrderStatus, type PaymentStatus, paymentMethods } from '@kinmel/contracts';
import { taxLabelOf } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';

export interface InvoiceLine {
  readonly name: string;
  /** Storage and colour, then the offer or promo code; may be empty. */
  readonly remark: string;
  readonly quantity: string;
  readonly price: string;
  readonly total: string;
}

/** The texts of an invoice. */
export interface Invoice {
  readonly title: string;
  readonly orderNumber: string;
  readonly date: string;
  readonly billTo: readonly string[];
  readonly lines: readonly InvoiceLine[];
  readonly sums: readonly { readonly label: string; readonly amount: string }[];
  readonly total: string;
  readonly payment: string;
  /** Printed across the page of a cancelled or refunded order; else empty. */
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
const marks: Partial<Record<OrderStatus, string>> = { cancelled: 'CANCELLED' };

function remarkOf({ specialOffer, promoCode }: Order['lines'][number]): string {
  if (specialOffer !== null) return `${specialOffer.title} (${specialOffer.discount})`;
  return promoCode === null ? '' : `Promo code ${promoCode}`;
}

/** The figures as ordered, whatever products cost today. */
export function invoiceOf(order: Order, timeZone: string): Invoice {
  const { customerDetails: to, pricing } = order;
  const isMoneyMoved = order.paymentStatus === 'paid' || order.paymentStatus === 'refunded';
  const isOpenForGood = order.orderStatus === 'cancelled' && !isMoneyMoved;
  return {
    title: order.orderStatus === 'cancelled' ? 'Cancelled order' : 'Invoice',
    orderNumber: order.orderNumber,
    date: dateIn(timeZone).format(order.createdAt),
    billTo: [to.name, to.address, [to.zipCode, to.city].filter(Boolean).join(' '), to.phone, to.email].filter(
      Boolean,
    ),
    lines: order.lines.map((line) => ({
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
        : [{ label: taxLabelOf(order), amount: inRupees(pricing.taxInMinorUnits) }]),
    ],
    total: inRupees(pricing.totalInMinorUnits),
    payment: [
      paymentMethods[order.paymentMethod].label,
      isOpenForGood ? 'nothing to pay' : states[order.paymentStatus],
    ].join(', '),
    mark: marks[order.orderStatus] ?? (order.paymentStatus === 'refunded' ? 'REFUNDED' : ''),
  };
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
