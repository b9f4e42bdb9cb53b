import { returnSettled } from '@kinmel/contracts';
import { createEvent } from '@kinmel/service-kit';
import { money } from '../ledger/ledger.rules.ts';
import type { Order } from '../orders/order.ts';
import { keyOfLine, type SettledReturn } from '../returns/return.rules.ts';

const idOf = (number: number) => `d${String(number).padStart(23, '0')}`;

/** The event of service-request about the settled return of one piece of each line. */
export function aSettledReturn(
  order: Order,
  number: number,
  refundInMinorUnits: number,
  overrides: Partial<SettledReturn> = {},
): SettledReturn {
  return {
    requestId: idOf(number),
    userId: order.userId,
    reference: `RT00${number}`,
    subject: 'Galaxy S26',
    customer: { name: order.customerDetails.name, email: order.customerDetails.email },
    sealedTrackingToken: 'sealed',
    orderId: order.id,
    orderNumber: order.orderNumber,
    lines: order.lines.map((line) => ({
      key: keyOfLine(line),
      productId: line.productId,
      isProduct: line.isProduct,
      quantity: 1,
      isRestocked: true,
    })),
    refund: money(refundInMinorUnits),
    refundTo: 'payment',
    note: 'As described.',
    ...overrides,
  };
}

export const settledEvent = (data: SettledReturn) =>
  createEvent(returnSettled, { aggregateId: data.requestId, aggregateVersion: 4, data });
