import { orderEndpoints } from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import { byStaff } from './callers.ts';
import {
  type BulkOrdersContext,
  bulkUpdateOrders,
  getOrderJob,
  listOrderJobs,
} from './changes/bulk-update-orders.ts';
import { cancelOrder } from './changes/cancel-order.ts';
import { findVisibleOrder } from './changes/change-order.ts';
import { updateOrderStatus } from './changes/update-order-status.ts';
import { exportOrders } from './reads/export-orders.ts';
import { countNewOrders, listMyOrders, listOrders } from './reads/list-orders.ts';
import { oneOrder } from './reads/order-answer.ts';
import { dailyFigures, type FiguresContext, orderStats } from './reads/order-figures.ts';

export function ordersRoutes(context: BulkOrdersContext & FiguresContext): Route[] {
  return [
    route(orderEndpoints.listMyOrders, ({ query, identity }) =>
      listMyOrders(context, identity.userId, query),
    ),
    route(orderEndpoints.getMyOrder, async (call) =>
      oneOrder(context, await findVisibleOrder(context, call.params.id, call)),
    ),
    route(orderEndpoints.cancelOrder, async ({ params, body, identity, traceparent }) => {
      const command = { orderId: params.id, userId: identity.userId, ...body, traceparent };
      return {
        ...(await oneOrder(context, await cancelOrder(context, command))),
        message: 'Your order was cancelled.',
      };
    }),
    route(orderEndpoints.listOrders, ({ query }) => listOrders(context, query)),
    route(orderEndpoints.countNewOrders, ({ query }) => countNewOrders(context, query)),
    route(orderEndpoints.exportOrders, ({ query, staff }) => exportOrders(context, query, staff)),
    route(orderEndpoints.bulkUpdateOrders, ({ body, headers, staff, traceparent }) => {
      const caller = { staff, idempotencyKey: headers['idempotency-key'], traceparent };
      return bulkUpdateOrders(context, body, caller);
    }),
    route(orderEndpoints.listOrderJobs, ({ staff }) => listOrderJobs(context, staff)),
    route(orderEndpoints.getOrderJob, ({ params }) => getOrderJob(context, params.jobId)),
    route(orderEndpoints.updateOrderStatus, async ({ params, body, ...call }) => ({
      ...(await oneOrder(
        context,
        await updateOrderStatus(context, { ...body, ...params, ...byStaff(call) }),
      )),
      message: 'Order updated successfully!',
    })),
    route(orderEndpoints.getOrderStats, () => orderStats(context)),
    route(orderEndpoints.getDailyFigures, ({ query }) => dailyFigures(context, query)),
    // Called for overdue holds. An order that does not exist can never be inserted afterwards (ORD-O11).
    route(orderEndpoints.settleOrder, async ({ params }) => ({
      state: await context.orders.settle(params.orderId, context.now()),
    })),
  ];
}
