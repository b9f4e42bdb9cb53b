import { orderEndpoints } from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import { type PlacingContext, placeOrder } from '../placing/place-order.ts';
import { settleOrder } from './settle-order.ts';
import { signedIn } from './signed-in.ts';

export const ordersRoutes = (context: PlacingContext): Route[] => [
  route(orderEndpoints.placeOrder, async ({ body, identity, headers, traceparent, log, respond }) => {
    const { answer, isReplay } = await placeOrder(context, {
      body,
      userId: signedIn(identity).userId,
      idempotencyKey: headers['idempotency-key'],
      traceparent,
      log,
    });
    if (isReplay) respond.header('Idempotency-Replayed', 'true');
    return answer;
  }),
  route(orderEndpoints.settleOrder, ({ params }) => settleOrder(context, params.orderId.toLowerCase())),
];
