import { type Identity, ReadyAnswer } from '@kinmel/service-kit';
import type { OrdersContext } from '../orders/orders-context.ts';
import { findVisibleOrder } from '../orders/reads/find-visible-order.ts';
import type { PolicyContent } from '../policy/policy-content.ts';
import type { PolicyContext } from '../policy/read-policy.ts';
import { drawInvoice } from './draw-invoice.ts';
import { invoiceOf } from './invoice.rules.ts';

export interface InvoiceContext extends Pick<OrdersContext, 'orders'>, Pick<PolicyContext, 'contact'> {
  readonly currentPolicy: () => Promise<PolicyContent>;
  readonly timeZone: string;
}

/** The invoice of an order that this person may see, as PDF. */
export async function getInvoice(
  context: InvoiceContext,
  orderId: string,
  identity: Identity,
): Promise<{ readonly orderNumber: string; readonly answer: ReadyAnswer }> {
  const order = await findVisibleOrder(context, orderId, identity);
  const policy = await context.currentPolicy();
  const bytes = await drawInvoice(
    invoiceOf(order, { taxLabel: policy.tax.label, timeZone: context.timeZone }),
    { shop: context.contact, returnsSentence: policy.returns.sentence },
    order.createdAt,
  );
  return {
    orderNumber: order.orderNumber,
    answer: new ReadyAnswer(bytes, undefined, 'application/pdf'),
  };
}
