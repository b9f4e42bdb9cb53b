import type { WorkSource } from '@kinmel/service-kit';
import { isOver } from '../order.rules.ts';
import type { OrderDocument } from '../order-documents.store.ts';

export const orderWork: WorkSource<OrderDocument> = {
  kind: 'order',
  collection: 'orders',
  fields: ['orderNumber', 'orderStatus', 'refund.state', 'customerDetails.name'],
  describe: ({ orderNumber, orderStatus, refund, customerDetails }) => ({
    title: orderNumber,
    // A finished order waits only for its money.
    status: isOver(orderStatus) || refund?.state === 'failed' ? 'hand-back-money' : orderStatus,
    customerName: customerDetails.name,
  }),
};
