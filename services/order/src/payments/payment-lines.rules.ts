import { paymentMethods } from '@kinmel/contracts';
import { leftToPay, taxLabelOf } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';
import type { PaymentLine } from './payment-provider.ts';

export const sumOfLines = (lines: readonly PaymentLine[]): number =>
  lines.reduce((sum, { quantity, unitAmountInMinorUnits }) => sum + quantity * unitAmountInMinorUnits, 0);

type PricedOrder = Pick<Order, 'lines' | 'pricing' | 'decisions' | 'credit'>;

/** The maximum that the provider accepts. */
const maxLines = 100;
/** Products listed on a page with more lines than the limit. */
const namedProducts = 20;

const singleLine = (description: string, unitAmountInMinorUnits: number): PaymentLine => ({
  description,
  quantity: 1,
  unitAmountInMinorUnits,
});

/** Lines of the order, shipping, tax and the used credit: their sum is the amount to pay. */
export const receiptLines = (order: PricedOrder): PaymentLine[] => [
  ...productLines(order),
  ...extraLines(order),
  ...(order.credit ? [singleLine(paymentMethods.credit.label, -order.credit.amountInMinorUnits)] : []),
];

/**
 * Lines of the receipt, summarized when there are more than the provider accepts. With credit it is a single line,
 * because no provider accepts negative amounts.
 */
export function paymentLines(order: PricedOrder): PaymentLine[] {
  if (order.credit) return [singleLine('Your order, less your credit', leftToPay(order))];
  const products = productLines(order);
  const extras = extraLines(order);
  if (products.length + extras.length <= maxLines) return [...products, ...extras];
  const summarizedLines = products.slice(namedProducts);
  const pieces = summarizedLines.reduce((sum, { quantity }) => sum + quantity, 0);
  return [
    ...products.slice(0, namedProducts),
    singleLine(`${summarizedLines.length} more products (${pieces} pieces)`, sumOfLines(summarizedLines)),
    ...extras,
  ];
}

const productLines = ({ lines }: PricedOrder): PaymentLine[] =>
  lines.map(({ name, quantity, priceInMinorUnits }) => ({
    description: name,
    quantity,
    unitAmountInMinorUnits: priceInMinorUnits,
  }));

const extraLines = ({ decisions, pricing }: PricedOrder): PaymentLine[] =>
  [
    singleLine('Shipping', pricing.shippingInMinorUnits),
    singleLine(taxLabelOf({ decisions }), pricing.taxInMinorUnits),
  ].filter(({ unitAmountInMinorUnits }) => unitAmountInMinorUnits > 0);
