import { orderEndpoints } from '@kinmel/contracts';
import { dataOf, type Route, route } from '@kinmel/service-kit';
import { claimReturnOf, type ReturnsContext } from './claim-return.ts';
import { readOrderToReturn } from './read-order-to-return.ts';

/** For service-request, which owns returns and decides who may see an order. */
export const returnsRoutes = (context: Omit<ReturnsContext, 'askReturn'>): Route[] => [
  route(orderEndpoints.readOrderToReturn, ({ params, query }) =>
    dataOf(readOrderToReturn(context, params.orderId, query.returnId)),
  ),
  route(orderEndpoints.claimReturn, async ({ params: { orderId, returnId: id }, body, traceparent }) => {
    await claimReturnOf(context, { ...body, orderId, id, traceparent });
  }),
];
