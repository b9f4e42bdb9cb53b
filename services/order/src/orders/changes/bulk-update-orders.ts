import type { BodyOf, BulkOutcome, bulkUpdateOrders as endpoint } from '@kinmel/contracts';
import { bulkOutcomes, type Logger, type StaffCall } from '@kinmel/service-kit';
import type { OrdersContext } from '../orders-context.ts';
import { updateOrderStatus } from './update-order-status.ts';

interface Caller {
  readonly adminId: string;
  readonly staff?: StaffCall | undefined;
  readonly traceparent?: string | undefined;
  readonly log: Logger;
}

/** Each order is a conditional write of its own: one that is refused stops none of the others (O18). */
export function bulkUpdateOrders(
  context: OrdersContext,
  { orders, ...update }: BodyOf<typeof endpoint>,
  { log, ...caller }: Caller,
): Promise<BulkOutcome[]> {
  return bulkOutcomes(
    orders,
    ({ id, version }) => updateOrderStatus(context, { ...update, ...caller, orderId: id, version }),
    log,
  );
}
