import { paymentMethods } from '@kinmel/contracts';
import { leftToPay, taxLabelOf } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';
import type { PaymentLine } from './payment-provider.ts';

export const sumOfLines = (lines: readonly PaymentLine[]): number =>
  lines.reduce((sum, { quantity, unitAmountInMinorUnits }) => sum + quantity * unitAmountInMinorUnits, 0);

type Priced = Pick<Order, 'lines' | 'pricing' | 'decisions' | 'credit'>;

/** The provider's limit. */
const maxLines = 100;
/** Products listed on a page with more lines than the limit. */
const namedProducts = 20;

const singleLine = (description: string, unitAmountInMinorUnits: number): PaymentLine => ({
  description,
  quantity: 1,
  unitAmountInMinorUnits,
});

/** Lines of the order, shipping, tax and the used credit: their sum is the amount to pay. */
export const receiptLines = (order: Priced): PaymentLine[] => [
  ...productLines(order),
  ...extraLines(order),
  ...(order.credit ? [singleLine(paymentMethods.credit.label, -order.credit.amountInMinorUnits)] : []),
];

/**
 * Lines of the receipt, summarized when there are more than the provider accepts. With credit it is a single line,
 * because no provider accepts negative amounts.
 */
export function paymentLines(order: Priced): PaymentLine[] {
  if (order.credit) return [singleLine('Your order, less your credit', leftToPay(order))];
  const products = productLines(order);
  const extras = extraLines(order);
  if (products.length + extras.length <= maxLines) return [...products, ...extras];
  const folded = products.slice(namedProducts);
  const pieces = folded.reduce((sum, { quantity }) => sum + quantity, 0);
  return [
    ...products.slice(0, namedProducts),
    singleLine(`${folded.length} more products (${pieces} pieces)`, sumOfLines(folded)),
    ...extras,
  ];
}

const productLines = ({ lines }: Priced): PaymentLine[] =>
  lines.map(({ name, quantity, priceInMinorUnits }) => ({
    description: name,
    quantity,
    unitAmountInMinorUnits: priceInMinorUnits,
  }));

const extraLines = ({ decisions, pricing }: Priced): PaymentLine[] =>
  [
    singleLine('Shipping', pricing.shippingInMinorUnits),
    singleLine(taxLabelOf({ decisions }), pricing.taxInMinorUnits),
  ].filter(({ unitAmountInMinorUnits }) => unitAmountInMinorUnits > 0);
