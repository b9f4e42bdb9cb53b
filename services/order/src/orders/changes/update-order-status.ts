import { type AdditionalWrite, type StaffCall, versionConflict } from '@kinmel/service-kit';
import { forgetWhenOver, type StatusUpdate, updateStatus } from '../order.rules.ts';
import type { Order } from '../order.ts';
import type { OrdersContext } from '../orders-context.ts';
import { changeOrder } from './change-order.ts';

export interface UpdateRequest extends StatusUpdate {
  readonly orderId: string;
  readonly adminId: string;
  readonly staff?: StaffCall | undefined;
  /** The version that staff saw; another one is rejected, naming the current version. */
  readonly version?: number | undefined;
  readonly traceparent?: string | undefined;
  /** Runs in the transaction of the change. */
  readonly also?: AdditionalWrite | undefined;
}

export async function updateOrderStatus(
  context: OrdersContext,
  { orderId, adminId, staff, version, traceparent, also, ...update }: UpdateRequest,
): Promise<Order> {
  const actor = { by: 'admin', who: adminId } as const;
  const order = await changeOrder(
    context,
    orderId,
    (current) => {
      if (version !== undefined && version !== current.version)
        throw versionConflict(
          current.version,
          'This order was changed in the meantime. Look at it again before you change it.',
        );
      const change = { now: context.now(), actor, traceparent };
      return forgetWhenOver(updateStatus(current, update, change), change);
    },
    { by: staff, also },
  );
  return context.settlePayment(order, traceparent);
}
