import { BytesAnswer, type Identity } from '@kinmel/service-kit';
import type { OrderLimits } from '../limits/order-limits.ts';
import { findVisibleOrder } from '../orders/changes/change-order.ts';
import type { OrdersContext } from '../orders/orders-context.ts';
import type { PolicyContext } from '../policy/policy.routes.ts';
import { drawInvoice } from './draw-invoice.ts';
import { invoiceOf } from './invoice.rules.ts';

export interface InvoiceContext
  extends Pick<OrdersContext, 'orders'>,
    Pick<PolicyContext, 'contact' | 'policies'> {
  readonly timeZone: string;
  readonly limits: Pick<OrderLimits, 'invoice'>;
}

/** Rejects with `too-many-requests` above the limit per person. */
export async function getInvoice(
  context: InvoiceContext,
  orderId: string,
  identity: Identity,
): Promise<{ readonly orderNumber: string; readonly answer: BytesAnswer }> {
  await context.limits.invoice(identity.userId);
  const order = await findVisibleOrder(context, orderId, identity);
  const policy = await context.policies.inForce();
  const bytes = await drawInvoice(
    invoiceOf(order, context.timeZone),
    { shop: context.contact, returnsSentence: policy.returns.sentence },
    order.createdAt,
  );
  return { orderNumber: order.orderNumber, answer: new BytesAnswer(bytes, 'application/pdf') };
}
