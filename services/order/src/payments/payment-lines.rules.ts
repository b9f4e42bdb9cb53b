import { taxLabelOf } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';
import type { PaymentLine } from './payment-provider.ts';

type Priced = Pick<Order, 'lines' | 'pricing' | 'decisions'>;

/** The provider refuses a page with more. */
const mostLines = 100;
/** So many products are named on the page of an order that has more lines than that. */
const namedProducts = 20;

/**
 * The lines of a receipt: those of the order, then shipping and tax where there are any, so that their sum is the order's total to
 * the last unit.
 */
export const receiptLines = (order: Priced): PaymentLine[] => [...productLines(order), ...extraLines(order)];

/** The lines of a payment page: those of the receipt, or few of the same sum when they are more than the provider takes. */
export function paymentLines(order: Priced): PaymentLine[] {
  const products = productLines(order);
  const extras = extraLines(order);
  if (products.length + extras.length <= mostLines) return [...products, ...extras];
  const folded = products.slice(namedProducts);
  const pieces = folded.reduce((sum, { quantity }) => sum + quantity, 0);
  return [
    ...products.slice(0, namedProducts),
    {
      description: `${folded.length} more products (${pieces} pieces)`,
      quantity: 1,
      unitAmountInMinorUnits: folded.reduce(
        (sum, { quantity, unitAmountInMinorUnits }) => sum + quantity * unitAmountInMinorUnits,
        0,
      ),
    },
    ...extras,
  ];
}

const productLines = ({ lines }: Priced): PaymentLine[] =>
  lines.map(({ name, quantity, priceInMinorUnits }) => ({
    description: name,
    quantity,
    unitAmountInMinorUnits: priceInMinorUnits,
  }));

function extraLines({
  decisions,
  pricing: { shippingInMinorUnits, taxInMinorUnits },
}: Priced): PaymentLine[] {
  const extra = (description: string, unitAmountInMinorUnits: number): PaymentLine[] =>
    unitAmountInMinorUnits > 0 ? [{ description, quantity: 1, unitAmountInMinorUnits }] : [];
  return [...extra('Shipping', shippingInMinorUnits), ...extra(taxLabelOf({ decisions }), taxInMinorUnits)];
}
