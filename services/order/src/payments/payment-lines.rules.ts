import { taxLabelOf } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';
import type { PaymentLine } from './provider/payment-provider.ts';

/**
 * The lines of a payment page: those of the order, then shipping and tax where there are any, so that the page's sum is the
 * order's total to the last unit (PAY-04 to PAY-07).
 */
export function paymentLines({
  lines,
  decisions,
  pricing: { shippingInMinorUnits, taxInMinorUnits },
}: Pick<Order, 'lines' | 'pricing' | 'decisions'>): PaymentLine[] {
  const extra = (description: string, unitAmountInMinorUnits: number): PaymentLine[] =>
    unitAmountInMinorUnits > 0 ? [{ description, quantity: 1, unitAmountInMinorUnits }] : [];
  return [
    ...lines.map(({ name, quantity, priceInMinorUnits }) => ({
      description: name,
      quantity,
      unitAmountInMinorUnits: priceInMinorUnits,
    })),
    ...extra('Shipping', shippingInMinorUnits),
    ...extra(taxLabelOf({ decisions }) ?? 'Tax', taxInMinorUnits),
  ];
}
