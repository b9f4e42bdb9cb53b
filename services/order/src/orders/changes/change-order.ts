import { type AlsoWritten, type Identity, ProblemError, type StaffCall } from '@kinmel/service-kit';
import { returnCredit } from '../../ledger/order-credit.ts';
import { documentWrite } from '../../tax-documents/issue-document.ts';
import { dueDocument } from '../../tax-documents/tax-document.rules.ts';
import type { Change } from '../order.rules.ts';
import type { Order } from '../order.ts';
import { orderEntry } from '../order-entry.ts';
import type { OrdersContext } from '../orders-context.ts';

const maxAttempts = 8;

const orderNotFound = () => new ProblemError('not-found', 'There is no such order.');

/** The order, if it is the person's own or the person is staff. Another person's is unknown. */
export async function findVisibleOrder(
  { orders }: Pick<OrdersContext, 'orders'>,
  orderId: string,
  { userId, role }: Pick<Identity, 'userId' | 'role'>,
): Promise<Order> {
  const order = await orders.find(orderId);
  if (order === undefined || (role !== 'admin' && order.userId !== userId)) throw orderNotFound();
  return order;
}

/**
 * The only way to change a stored order: read, decide by a rule, save state, events, audit entry, and the tax document
 * and the return of credit that are due in one conditional write, and decide again when another write was first. Nothing
 * is saved when the rule returns undefined.
 */
export async function changeOrder(
  context: Pick<OrdersContext, 'orders' | 'sendEvents' | 'documents' | 'ledger'>,
  orderId: string,
  decide: (order: Order) => Change | undefined,
  by?: StaffCall,
  also?: AlsoWritten,
): Promise<Order> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const before = await context.orders.find(orderId);
    if (before === undefined) throw orderNotFound();
    const change = decide(before);
    if (change === undefined) return before;
    const { order: changed, writes } = returnCredit(context.ledger, before, change.order);
    const due = dueDocument(changed);
    const after = due ? { ...changed, documents: [...(changed.documents ?? []), due] } : changed;
    const issue = due && (await documentWrite(context.documents, due, before, after));
    if (
      await context.orders.replace(before, after, change.events, {
        entry: orderEntry(by, before, after),
        also: [...writes, issue, also].filter((write) => write !== undefined),
      })
    ) {
      if (change.events.length + writes.length > 0) context.sendEvents();
      return after;
    }
  }
  throw new ProblemError(
    'version-conflict',
    'This order is being changed by somebody else. Please try again.',
  );
}
