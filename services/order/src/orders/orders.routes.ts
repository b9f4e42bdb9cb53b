import { orderEndpoints } from '@kinmel/contracts';
import { type Call, dataOf, type Identity, ProblemError, type Route, route } from '@kinmel/service-kit';
import type { OrderLimits } from '../limits/order-limits.ts';
import { refundOrder } from '../payments/refunds/refund-order.ts';
import { placeOrder } from '../placing/place-order.ts';
import type { PlacingContext } from '../placing/placing-context.ts';
import { checkCart } from '../placing/pricing/check-cart.ts';
import { exportTaxDocuments } from '../tax-documents/export-tax-documents.ts';
import { type DocumentAnswersContext, getDocument } from '../tax-documents/get-document.ts';
import type { DocumentId } from '../tax-documents/tax-document.ts';
import {
  type BulkOrdersContext,
  bulkUpdateOrders,
  getOrderJob,
  listOrderJobs,
} from './changes/bulk-update-orders.ts';
import { cancelOrder } from './changes/cancel-order.ts';
import { findVisibleOrder } from './changes/change-order.ts';
import { updateOrderStatus } from './changes/update-order-status.ts';
import type { Order } from './order.ts';
import { exportOrders } from './reads/export-orders.ts';
import { countNewOrders, listMyOrders, listOrders } from './reads/list-orders.ts';
import { orderAnswer, todayOf } from './reads/order-answer.ts';
import { dailyFigures, type FiguresContext, orderStats } from './reads/order-figures.ts';

/** The app has rejected callers without a token. */
function signedIn(identity: Identity | undefined): Identity {
  if (identity === undefined) throw new ProblemError('not-signed-in', 'Please sign in to continue.');
  return identity;
}

type AnyCall = Pick<Call<unknown, unknown, unknown>, 'identity' | 'staff' | 'traceparent' | 'respond'>;

const byStaff = ({ identity, staff, traceparent }: AnyCall) => ({
  adminId: signedIn(identity).userId,
  staff,
  traceparent,
});

type Context = Omit<PlacingContext, 'limits'> &
  Omit<DocumentAnswersContext, 'limits'> &
  FiguresContext &
  BulkOrdersContext & { readonly limits: OrderLimits };

export function ordersRoutes(context: Context): Route[] {
  const oneOrder = async (order: Order) => {
    const answer = orderAnswer(order, await todayOf(context));
    return { success: true as const, order: answer, data: answer };
  };
  const documentAnswer = async (wanted: DocumentId, { identity, respond }: AnyCall) => {
    const { fileName, answer } = await getDocument(context, wanted, signedIn(identity));
    respond.header('Content-Disposition', `inline; filename="${fileName}"`);
    return answer;
  };
  return [
    route(orderEndpoints.placeOrder, async ({ identity, headers, respond, ...call }) => {
      const caller = { userId: signedIn(identity).userId, idempotencyKey: headers['idempotency-key'] };
      const { answer, isReplay } = await placeOrder(context, { ...call, ...caller });
      if (isReplay) respond.header('Idempotency-Replayed', 'true');
      return answer;
    }),
    route(orderEndpoints.checkCart, ({ body, address }) => checkCart(context, body, address)),
    route(orderEndpoints.listMyOrders, ({ query, identity }) =>
      listMyOrders(context, signedIn(identity).userId, query),
    ),
    route(orderEndpoints.getMyOrder, async ({ params, identity }) =>
      oneOrder(await findVisibleOrder(context, params.id, signedIn(identity))),
    ),
    route(orderEndpoints.cancelOrder, async ({ params, body, identity, traceparent }) => {
      const asked = { orderId: params.id, userId: signedIn(identity).userId, ...body, traceparent };
      return { ...(await oneOrder(await cancelOrder(context, asked))), message: 'Your order was cancelled.' };
    }),
    route(orderEndpoints.getInvoice, (call) =>
      documentAnswer({ orderId: call.params.id, kind: 'invoice' }, call),
    ),
    route(orderEndpoints.getCreditNote, (call) =>
      documentAnswer({ orderId: call.params.id, kind: 'credit-note', returnId: call.query.return }, call),
    ),
    route(orderEndpoints.listOrders, ({ query }) => listOrders(context, query)),
    route(orderEndpoints.countNewOrders, ({ query }) => dataOf(countNewOrders(context, query))),
    route(orderEndpoints.exportOrders, ({ query, staff }) => exportOrders(context, query, staff)),
    route(orderEndpoints.exportTaxDocuments, ({ query, staff }) => exportTaxDocuments(context, query, staff)),
    route(orderEndpoints.bulkUpdateOrders, ({ body, headers, staff, traceparent }) => {
      const caller = { staff, idempotencyKey: headers['idempotency-key'], traceparent };
      return dataOf(bulkUpdateOrders(context, body, caller));
    }),
    route(orderEndpoints.listOrderJobs, ({ staff }) => dataOf(listOrderJobs(context, staff))),
    route(orderEndpoints.getOrderJob, ({ params }) => dataOf(getOrderJob(context, params.jobId))),
    route(orderEndpoints.updateOrderStatus, async ({ params, body, ...call }) => ({
      ...(await oneOrder(await updateOrderStatus(context, { ...body, ...params, ...byStaff(call) }))),
      message: 'Order updated successfully!',
    })),
    route(orderEndpoints.refundOrder, async ({ params, body, ...call }) => {
      const order = await refundOrder(context, { ...body, ...params, ...byStaff(call) });
      const message =
        order.refund?.state === 'due'
          ? 'The payment service is giving the money back. That can take some days.'
          : 'The money was given back.';
      return { ...(await oneOrder(order)), message };
    }),
    route(orderEndpoints.getOrderStats, () => orderStats(context)),
    route(orderEndpoints.getDailyFigures, ({ query }) => dailyFigures(context, query)),
    route(orderEndpoints.refundReturn, async ({ params, body, ...call }) =>
      oneOrder(await refundOrder(context, { ...body, ...params, ...byStaff(call) })),
    ),
    // Called for overdue holds. An order that does not exist can never be inserted afterwards (O11).
    route(orderEndpoints.settleOrder, async ({ params }) => ({
      success: true as const,
      state: await context.orders.settle(params.orderId, context.now()),
    })),
  ];
}
