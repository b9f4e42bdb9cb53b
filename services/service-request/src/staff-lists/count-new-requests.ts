import type { countNewRequests as endpoint, QueryOf } from '@kinmel/contracts';
import { pageOf } from '../requests/request-answer.ts';
import type { TrackingContext } from '../tracking/tracking.routes.ts';

/** How many requests a list of staff does not show yet, because they came after its newest one (G9). */
export async function countNewRequests(
  { sellRequests, repairBookings, phoneOrders, now }: TrackingContext,
  { kind, since, status, search }: QueryOf<typeof endpoint>,
): Promise<{ count: number; since: string }> {
  const store = {
    'sell-request': sellRequests,
    'repair-booking': repairBookings,
    'phone-order': phoneOrders,
  }[kind];
  const { count, since: from = now() } = await store.countSince(
    pageOf({ page: 1, limit: 1, status, search }),
    since === undefined ? undefined : new Date(since),
  );
  return { count, since: from.toISOString() };
}
