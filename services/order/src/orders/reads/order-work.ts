import type { WorkSource } from '@kinmel/service-kit';
import { isOver } from '../order.rules.ts';
import type { OrderDocument } from '../order-documents.store.ts';

/** How an order stands in the work queue. */
export const orderWork: WorkSource<OrderDocument> = {
  kind: 'order',
  collection: 'orders',
  fields: ['orderNumber', 'orderStatus', 'refund.state', 'customerDetails.name'],
  describe: ({ orderNumber, orderStatus, refund, customerDetails }) => ({
    title: orderNumber,
    // Of an order that is over nothing but its money waits for staff.
    status: isOver(orderStatus) || refund?.state === 'failed' ? 'hand-back-money' : orderStatus,
    customerName: customerDetails.name,
  }),
};
