import type { BodyOf, BulkOutcome, bulkUpdateRequests as endpoint } from '@kinmel/contracts';
import { bulkOutcomes, type Call } from '@kinmel/service-kit';
import { updatePhoneOrder } from '../phone-orders/change-phone-order.ts';
import { updateRepairBooking } from '../repair-bookings/change-repair-booking.ts';
import { updateSellStatus } from '../sell-requests/change-sell-request.ts';
import type { TrackingContext } from '../tracking/tracking.routes.ts';

type Request = Pick<
  Call<unknown, unknown, BodyOf<typeof endpoint>>,
  'body' | 'identity' | 'staff' | 'traceparent' | 'log'
>;

/** Each request is a conditional write of its own: one that is refused stops none of the others (G8). */
export async function bulkUpdateRequests(
  context: TrackingContext,
  { body, log, ...caller }: Request,
): Promise<BulkOutcome[]> {
  const { adminNotes } = body;
  const update = (id: string, version: number): Promise<unknown> => {
    switch (body.kind) {
      case 'sell-request':
        return updateSellStatus(context, id, { status: body.status, adminNotes, version }, caller);
      case 'repair-booking':
        return updateRepairBooking(context, id, { status: body.status, adminNotes, version }, caller);
      case 'phone-order':
        return updatePhoneOrder(context, id, { status: body.status, adminNotes, version }, caller);
    }
  };
  return bulkOutcomes(body.requests, ({ id, version }) => update(id, version), log);
}
