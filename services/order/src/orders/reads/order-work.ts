import type { WorkSource } from '@kinmel/service-kit';
import type { OrderDocument } from '../orders.store.ts';

/** How an order stands in the work queue. */
export const orderWork: WorkSource<OrderDocument> = {
  kind: 'order',
  collection: 'orders',
  fields: ['orderNumber', 'orderStatus', 'customerDetails.name'],
  describe: ({ orderNumber, orderStatus, customerDetails }) => ({
    title: orderNumber,
    status: orderStatus,
    customerName: customerDetails.name,
  }),
};
