import { BytesAnswer, type Call, ProblemError } from '@kinmel/service-kit';
import type { OrderLimits } from '../limits/order-limits.ts';
import { findVisibleOrder } from '../orders/changes/change-order.ts';
import type { OrdersContext } from '../orders/orders-context.ts';
import { confirmationTexts, contentOf, type DocumentTexts, documentTexts } from './document-texts.rules.ts';
import type { DocumentsContext } from './issue-document.ts';
import { renderDocument } from './render-document.ts';
import type { DocumentId } from './tax-document.ts';

export interface DocumentAnswersContext extends Pick<OrdersContext, 'orders'> {
  readonly documents: DocumentsContext;
  readonly timeZone: string;
  readonly shopUrl: string;
  readonly limits: Pick<OrderLimits, 'invoice'>;
}

export type DocumentCaller = Pick<
  Call<unknown, unknown, unknown, 'customer'>,
  'identity' | 'isStaff' | 'address'
>;

/**
 * The stored document; for an order without an invoice, its confirmation. Rejects with `too-many-requests` above the
 * limits per person and network.
 */
export async function getDocument(
  context: DocumentAnswersContext,
  id: DocumentId,
  caller: DocumentCaller,
): Promise<{ readonly fileName: string; readonly answer: BytesAnswer }> {
  const { orderId, kind, returnId } = id;
  await context.limits.invoice({ userId: caller.identity.userId, address: caller.address });
  const { documents, timeZone } = context;
  const order = await findVisibleOrder(context, orderId, caller);
  const document = await documents.store.find(id);
  const orderReturn = order.returns?.find((one) => one.id === returnId);
  const answer = async (name: string, texts: DocumentTexts, at: Date) => ({
    fileName: `${[name, order.orderNumber, orderReturn?.reference].filter(Boolean).join('-')}.pdf`,
    answer: new BytesAnswer(await renderDocument(texts, at, context.shopUrl), 'application/pdf'),
  });
  if (document) return answer(kind, documentTexts(document, timeZone), document.issuedAt);
  if (kind === 'credit-note') throw new ProblemError('not-found', 'There is no such credit note.');
  const policy = await documents.policies.inForce();
  const content = contentOf(order, { ...policy, contact: documents.contact });
  return answer('confirmation', confirmationTexts(order, content, timeZone), order.createdAt);
}
