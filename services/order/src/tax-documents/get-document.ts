import type { DocumentKind } from '@kinmel/contracts';
import { BytesAnswer, type Identity, ProblemError } from '@kinmel/service-kit';
import type { OrderLimits } from '../limits/order-limits.ts';
import { findVisibleOrder } from '../orders/changes/change-order.ts';
import type { OrdersContext } from '../orders/orders-context.ts';
import { confirmationTexts, contentOf, documentTexts } from './document-texts.rules.ts';
import { drawDocument } from './draw-document.ts';

export interface DocumentAnswersContext extends Pick<OrdersContext, 'orders' | 'documents'> {
  readonly timeZone: string;
  readonly limits: Pick<OrderLimits, 'invoice'>;
}

/**
 * The stored document; for an order without an invoice, its confirmation. Rejects with `too-many-requests` above the
 * limit per person.
 */
export async function getDocument(
  context: DocumentAnswersContext,
  { orderId, kind }: { readonly orderId: string; readonly kind: DocumentKind },
  identity: Identity,
): Promise<{ readonly fileName: string; readonly answer: BytesAnswer }> {
  await context.limits.invoice(identity.userId);
  const { documents, timeZone } = context;
  const order = await findVisibleOrder(context, orderId, identity);
  const document = await documents.store.find(orderId, kind);
  const answer = async (name: string, ...drawn: Parameters<typeof drawDocument>) => ({
    fileName: `${name}-${order.orderNumber}.pdf`,
    answer: new BytesAnswer(await drawDocument(...drawn), 'application/pdf'),
  });
  if (document) return answer(kind, documentTexts(document, timeZone), document.issuedAt);
  if (kind === 'credit-note') throw new ProblemError('not-found', 'This order has no credit note.');
  const policy = await documents.policies.inForce();
  const content = contentOf(order, { ...policy, contact: documents.contact });
  return answer('confirmation', confirmationTexts(order, content, timeZone), order.createdAt);
}
