import { catalogEndpoints } from '@kinmel/contracts';
import { type Route, refusalsOf, route } from '@kinmel/service-kit';
import { releaseReservation } from './release-reservation.ts';
import { reserveTogether } from './reserve-stock.ts';
import type { StockContext } from './stock-context.ts';

/** For order alone; the gateway never routes these. */
export const stockRoutes = (context: StockContext): Route[] => [
  route(catalogEndpoints.reserveStock, async ({ body, traceparent }) => {
    const requests = body.orders.map((order) => ({
      reservationId: order.orderId.toLowerCase(),
      lines: order.lines,
      traceparent: order.traceparent ?? traceparent,
    }));
    return { success: true as const, refusals: refusalsOf(await reserveTogether(context, requests)) };
  }),
  route(catalogEndpoints.releaseReservation, async ({ params, traceparent }) => ({
    success: true as const,
    released: await releaseReservation(context, {
      reservationId: params.orderId.toLowerCase(),
      traceparent,
    }),
  })),
];
