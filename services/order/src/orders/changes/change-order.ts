import {
  type AdditionalWrite,
  changeRecord,
  type Identity,
  ProblemError,
  type StaffCall,
} from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import type { Change } from '../order.rules.ts';
import type { Order } from '../order.ts';
import { orderEntry } from '../order-entry.ts';
import type { OrdersContext } from '../orders-context.ts';

const orderNotFound = () => new ProblemError('not-found', 'There is no such order.');

/** The order, for its buyer or for staff with the right. Rejects with `not-found` for anybody else. */
export async function findVisibleOrder(
  { orders }: Pick<OrdersContext, 'orders'>,
  orderId: string,
  { identity, isStaff }: { readonly identity: Pick<Identity, 'userId'>; readonly isStaff: boolean },
): Promise<Order> {
  const order = await orders.find(orderId);
  if (order === undefined || (!isStaff && order.userId !== identity.userId)) throw orderNotFound();
  return order;
}

interface ChangeOptions {
  /** The caller, when staff make the change. */
  readonly by?: StaffCall | undefined;
  /** Runs in the transaction of the change. */
  readonly also?: AdditionalWrite | undefined;
  /** The transaction that the change is part of. */
  readonly session?: ClientSession | undefined;
}

/**
 * The only way to change a stored order: reads it, decides by a rule, and saves state, events, audit entry and
 * follow-ups in one conditional write. Retries after a concurrent write. Saves nothing when the rule returns
 * undefined.
 */
export async function changeOrder(
  context: Pick<OrdersContext, 'orders' | 'followUps' | 'sendEvents'>,
  orderId: string,
  decide: (order: Order) => Change | undefined,
  { by, also, session }: ChangeOptions = {},
): Promise<Order> {
  const { orders, followUps } = context;
  const { before: storedOrder, decision } = await changeRecord({
    async read() {
      const before = await orders.find(orderId, session);
      if (before === undefined) throw orderNotFound();
      return before;
    },
    async decide(before) {
      const change = decide(before);
      if (change === undefined) return undefined;
      let after = change.order;
      const writes: AdditionalWrite[] = [];
      for (const followUp of followUps) {
        const followUpChange = await followUp(before, after);
        after = followUpChange.order;
        writes.push(...followUpChange.writes);
      }
      if (also) writes.push(also);
      return { after, events: change.events, writes };
    },
    save: (before, { after, events, writes }) =>
      orders.save(before, after, events, { entry: orderEntry(by, before, after), also: writes, session }),
    busy: () =>
      new ProblemError('version-conflict', 'This order is being changed by somebody else. Please try again.'),
  });
  if (decision === undefined) return storedOrder;
  if (decision.events.length + decision.writes.length > 0) context.sendEvents();
  return decision.after;
}
