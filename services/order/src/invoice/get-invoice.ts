import { CachedResponse, type Identity, type ResponseCache } from '@kinmel/service-kit';
import type { OrderLimits } from '../limits/order-limits.ts';
import type { OrdersContext } from '../orders/orders-context.ts';
import { findVisibleOrder } from '../orders/reads/find-visible-order.ts';
import type { PolicyContent } from '../policy/policy-content.ts';
import type { PolicyContext } from '../policy/read-policy.ts';
import { drawInvoice } from './draw-invoice.ts';
import { invoiceOf } from './invoice.rules.ts';

export interface InvoiceContext extends Pick<OrdersContext, 'orders'>, Pick<PolicyContext, 'contact'> {
  readonly currentPolicy: () => Promise<PolicyContent>;
  readonly timeZone: string;
  readonly limits: Pick<OrderLimits, 'invoice'>;
  /** Invoices that were drawn lately, by order and version. */
  readonly invoices: ResponseCache;
}

/**
 * The invoice of an order that this person may see, as PDF: drawn once for a version of the order. Rejects with `too-many-requests` when the
 * person asks for very many (L4).
 */
export async function getInvoice(
  context: InvoiceContext,
  orderId: string,
  identity: Identity,
): Promise<{ readonly orderNumber: string; readonly answer: CachedResponse }> {
  await context.limits.invoice(identity.userId);
  const order = await findVisibleOrder(context, orderId, identity);
  const policy = await context.currentPolicy();
  const answer = await context.invoices.get(`${order.id}/${order.version}/${policy.version}`, async () => {
    const bytes = await drawInvoice(
      invoiceOf(order, { taxLabel: policy.tax.label, timeZone: context.timeZone }),
      { shop: context.contact, returnsSentence: policy.returns.sentence },
      order.createdAt,
    );
    return new CachedResponse(bytes, undefined, 'application/pdf');
  });
  return { orderNumber: order.orderNumber, answer };
}
