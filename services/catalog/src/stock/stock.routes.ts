import { catalogEndpoints } from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import { releaseReservation } from './release-reservation.ts';
import { reserveStock } from './reserve-stock.ts';
import type { StockContext } from './stock-context.ts';

/** For the order service only; the gateway does not route these. */
export const stockRoutes = (context: StockContext): Route[] => [
  route(catalogEndpoints.reserveStock, async ({ body, traceparent }) => {
    await reserveStock(context, {
      reservationId: body.orderId.toLowerCase(),
      lines: body.lines,
      traceparent,
    });
  }),
  route(catalogEndpoints.releaseReservation, async ({ params, traceparent }) => ({
    released: await releaseReservation(context, {
      reservationId: params.orderId.toLowerCase(),
      traceparent,
    }),
  })),
];
