import type { AnswerOf, BodyOf, bulkUpdateRequests as endpoint } from '@kinmel/contracts';
import { type Call, ProblemError } from '@kinmel/service-kit';
import { updatePhoneOrder } from '../phone-orders/change-phone-order.ts';
import { updateRepairBooking } from '../repair-bookings/change-repair-booking.ts';
import { updateSellStatus } from '../sell-requests/change-sell-request.ts';
import type { TrackingContext } from '../tracking/tracking.routes.ts';

type Request = Pick<
  Call<unknown, unknown, BodyOf<typeof endpoint>>,
  'body' | 'identity' | 'traceparent' | 'log'
>;
type Outcomes = AnswerOf<typeof endpoint>['data'];

/** Each request is a conditional write of its own: one that is refused stops none of the others (G8). */
export async function bulkUpdateRequests(
  context: TrackingContext,
  { body, log, ...caller }: Request,
): Promise<Outcomes> {
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
  const outcomes: Outcomes = [];
  for (const { id, version } of body.requests) {
    try {
      await update(id, version);
      outcomes.push({ id, problem: null });
    } catch (error) {
      if (!(error instanceof ProblemError)) log.error({ err: error }, 'a bulk update failed in part');
      const { code, message } =
        error instanceof ProblemError
          ? error
          : { code: 'unexpected-error', message: 'Something went wrong. Please try again.' };
      outcomes.push({ id, problem: { code, message } });
    }
  }
  return outcomes;
}
