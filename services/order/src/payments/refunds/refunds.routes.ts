import { orderEndpoints } from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import { byStaff } from '../../orders/callers.ts';
import { type AnswerContext, currentAnswer, oneOrder } from '../../orders/reads/order-answer.ts';
import { handBackPayment } from './hand-back-payment.ts';
import { type RefundContext, refundOrder } from './refund-order.ts';

/** Also needed without an online payment method, because staff record cash that they gave back. */
export const refundsRoutes = (context: RefundContext & AnswerContext): Route[] => [
  route(orderEndpoints.refundOrder, async ({ params, body, ...call }) => {
    const order = await refundOrder(context, { ...body, ...params, ...byStaff(call) });
    const message =
      order.refund?.state === 'due'
        ? 'The payment service is giving the money back. That can take some days.'
        : 'The money was given back.';
    return { ...(await oneOrder(context, order)), message };
  }),
  route(orderEndpoints.refundReturn, async ({ params, body, ...call }) =>
    currentAnswer(context, await refundOrder(context, { ...body, ...params, ...byStaff(call) })),
  ),
  route(orderEndpoints.handBackPayment, async ({ params, body, ...call }) =>
    currentAnswer(context, await handBackPayment(context, { ...body, ...params, ...byStaff(call) })),
  ),
];
