import { orderEndpoints } from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import { placeOrder } from './place-order.ts';
import type { PlacingContext } from './placing-context.ts';
import { checkCart } from './pricing/check-cart.ts';

export const placingRoutes = (context: PlacingContext): Route[] => [
  route(orderEndpoints.placeOrder, async ({ identity, headers, respond, ...call }) => {
    const caller = { userId: identity.userId, idempotencyKey: headers['idempotency-key'] };
    const { answer, isReplay } = await placeOrder(context, { ...call, ...caller });
    if (isReplay) respond.header('Idempotency-Replayed', 'true');
    return answer;
  }),
  route(orderEndpoints.checkCart, ({ body, address, identity }) =>
    checkCart(context, body, { address, userId: identity?.userId }),
  ),
];
