import { orderEndpoints } from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import { changeOrder } from '../orders/changes/change-order.ts';
import { systemChangeContext } from '../payments/payments-context.ts';
import { claimBuyBack, endBuyBack } from './buy-back.rules.ts';
import { claimReturnOf, type ReturnsContext } from './claim-return.ts';
import { readOrderToReturn } from './read-order-to-return.ts';

/** Called by service-request, which owns returns and sell requests, and decides who may see an order. */
export const returnsRoutes = (context: Omit<ReturnsContext, 'askReturn'>): Route[] => [
  route(orderEndpoints.readOrderToReturn, ({ params, query }) =>
    readOrderToReturn(context, params.orderId, query.returnId),
  ),
  route(orderEndpoints.claimReturn, async ({ params: { orderId, returnId: id }, body, traceparent }) => {
    await claimReturnOf(context, { ...body, orderId, id, traceparent });
  }),
  route(orderEndpoints.claimBuyBack, async ({ params: { orderId, receiptId: id }, body, traceparent }) => {
    const { days } = (await context.policies.inForce()).returns;
    const change = systemChangeContext(context, traceparent);
    await changeOrder(context, orderId, (order) => claimBuyBack(order, { ...body, id }, days, change));
  }),
  route(orderEndpoints.endBuyBack, async ({ params: { orderId, receiptId }, traceparent }) => {
    const change = systemChangeContext(context, traceparent);
    await changeOrder(context, orderId, (order) => endBuyBack(order, ({ id }) => id === receiptId, change));
  }),
];
