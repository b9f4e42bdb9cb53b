import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Order } from '@kinmel/contracts';
import { sumOf } from '../crowd.ts';
import { stackState } from './stack-control.ts';

interface ProviderPayment {
  readonly orderId: string;
  readonly paidInMinorUnits: number;
  readonly refundedInMinorUnits: number;
}

/** The payments that the sandboxes have stored. eSewa has no refund API: staff refund by hand. */
function providerBooks(folder: string): readonly ProviderPayment[] {
  const read = (name: string) =>
    readdirSync(join(folder, name), { withFileTypes: true })
      .filter((entry) => entry.name.endsWith('.json'))
      .map((entry) => JSON.parse(readFileSync(join(folder, name, entry.name), 'utf8')));
  const cards = read('.')
    .filter(({ paymentStatus }) => paymentStatus === 'paid')
    .map(({ clientReferenceId, metadata, lines, refundedAmount }) => ({
      orderId: clientReferenceId ?? metadata.orderId,
      paidInMinorUnits: lines.reduce(
        (sum: number, line: { quantity: number; unitAmount: number }) =>
          sum + line.quantity * line.unitAmount,
        0,
      ),
      refundedInMinorUnits: refundedAmount,
    }));
  const esewa = read('esewa')
    .filter(({ status, amountInMinorUnits }) => status === 'COMPLETE' && amountInMinorUnits !== 100)
    .map(({ id, amountInMinorUnits }) => ({
      orderId: String(id).slice(0, 24),
      paidInMinorUnits: amountInMinorUnits,
      refundedInMinorUnits: 0,
    }));
  const khalti = read('khalti')
    .filter(
      ({ status, amountInMinorUnits }) => /Completed|Refunded/.test(status) && amountInMinorUnits !== 1000,
    )
    .map(({ asked: initiation, amountInMinorUnits, refundedInMinorUnits }) => ({
      orderId: String(initiation.purchase_order_id).slice(0, 24),
      paidInMinorUnits: amountInMinorUnits,
      refundedInMinorUnits,
    }));
  return [...cards, ...esewa, ...khalti];
}

/** Orders whose payments and refunds differ from those of the providers. */
export async function differencesAtProviders(orders: readonly Order[]) {
  const { folders } = await stackState();
  const providerPayments = providerBooks(folders.payments);
  const differences = (order: Order) => {
    const expected = {
      paid:
        order.paymentMethod === 'cash_on_delivery' ||
        order.paymentMethod === 'credit' ||
        order.orderStatus === 'cancelled'
          ? 0
          : Math.round(order.pricing.total * 100) - (order.credit?.amountInMinorUnits ?? 0),
      refunded:
        order.paymentMethod === 'card' || order.paymentMethod === 'khalti'
          ? sumOf(order.returns.map(({ payment }) => payment.amountInMinorUnits))
          : 0,
    };
    const payments = providerPayments.filter(({ orderId }) => orderId === order.id);
    const paid = sumOf(payments.map(({ paidInMinorUnits }) => paidInMinorUnits));
    const refunded = sumOf(payments.map(({ refundedInMinorUnits }) => refundedInMinorUnits));
    return paid === expected.paid && refunded === expected.refunded
      ? []
      : [{ order, paid, refunded, expected }];
  };
  return orders.flatMap(differences);
}
