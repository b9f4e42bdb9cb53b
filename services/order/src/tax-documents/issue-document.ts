import type { DocumentKind, Policy } from '@kinmel/contracts';
import { type AdditionalWrite, type Day, planted } from '@kinmel/service-kit';
import { settledReturns } from '../orders/order.rules.ts';
import type { Order, OrderReturn } from '../orders/order.ts';
import type { FollowUp } from '../orders/orders-context.ts';
import type { PoliciesStore } from '../policy/policies.store.ts';
import { creditNoteContent } from '../returns/return.rules.ts';
import { contentOf, reasonOf, returnPaymentOf } from './document-texts.rules.ts';
import { documentNumber, dueDocument, fiscalYearOf } from './tax-document.rules.ts';
import type { TaxDocumentsStore } from './tax-documents.store.ts';

export interface DocumentsContext {
  readonly store: TaxDocumentsStore;
  readonly policies: Pick<PoliciesStore, 'inForce' | 'of'>;
  readonly contact: Policy['contact'];
  readonly dayOf: (moment: Date) => Day;
  readonly now: () => Date;
}

/**
 * The write that issues the document of a change, within the transaction of that change. The policy is read before the
 * transaction begins. @param orderReturn set for the credit note of a return
 */
export async function documentWrite(
  { store, policies, contact, dayOf, now }: DocumentsContext,
  kind: DocumentKind,
  before: Order,
  after: Order,
  orderReturn?: OrderReturn,
): Promise<AdditionalWrite> {
  const policy = await policies.inForce();
  const issuedAt = now();
  const fiscalYear = fiscalYearOf(dayOf(issuedAt), policy.fiscalYears);
  const { id: orderId } = before;
  // The same change may remove the buyer's data from the order.
  const content = contentOf({ ...after, customerDetails: before.customerDetails }, { ...policy, contact });
  const documentFields = { kind, fiscalYear, issuedAt, orderId };
  if (kind === 'invoice')
    return (session) =>
      store.issue({ ...content, ...documentFields, invoiceNumber: null, reason: '' }, session);
  const returnFields = orderReturn && {
    ...creditNoteContent(after, orderReturn, await policies.of(after.policyVersion)),
    returnId: orderReturn.id,
    payment: returnPaymentOf(after, orderReturn),
    reason: `Return ${orderReturn.reference}`,
  };
  return async (session) => {
    if (planted('document.no-credit-note')) return;
    const invoice = await store.find({ orderId, kind: 'invoice' }, session);
    if (invoice === undefined) throw new Error(`order ${orderId}: its invoice is missing`);
    const { customerDetails, lines, pricing, decisions } = invoice;
    const invoiceContent = { ...content, customerDetails, lines, pricing, decisions };
    const reference = { invoiceNumber: documentNumber(invoice), reason: reasonOf(after) };
    await store.issue({ ...invoiceContent, ...documentFields, ...reference, ...returnFields }, session);
  };
}

/** ORD-T1, ORD-T4, ORD-R4: the documents that a change of an order requires. */
export const documentsOfChange =
  (documents: DocumentsContext): FollowUp =>
  async (before, after) => {
    const kind = dueDocument(after);
    const order = kind ? { ...after, documents: [...(after.documents ?? []), kind] } : after;
    const writes = kind ? [await documentWrite(documents, kind, before, order)] : [];
    for (const orderReturn of settledReturns(before, after))
      writes.push(await documentWrite(documents, 'credit-note', before, order, orderReturn));
    return { order, writes };
  };
