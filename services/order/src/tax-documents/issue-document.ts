import type { DocumentKind, Policy } from '@kinmel/contracts';
import { type AlsoWritten, type Day, planted } from '@kinmel/service-kit';
import { settledReturns } from '../orders/order.rules.ts';
import type { Order, OrderReturn } from '../orders/order.ts';
import type { FollowUp } from '../orders/orders-context.ts';
import type { PoliciesStore } from '../policy/policies.store.ts';
import { creditedOf } from '../returns/return.rules.ts';
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
 * transaction begins. @param returned set for the credit note of a return
 */
export async function documentWrite(
  { store, policies, contact, dayOf, now }: DocumentsContext,
  kind: DocumentKind,
  before: Order,
  after: Order,
  returned?: OrderReturn,
): Promise<AlsoWritten> {
  const policy = await policies.inForce();
  const issuedAt = now();
  const fiscalYear = fiscalYearOf(dayOf(issuedAt), policy.fiscalYears);
  const { id: orderId } = before;
  // The same change may remove the buyer's data from the order.
  const content = contentOf({ ...after, customerDetails: before.customerDetails }, { ...policy, contact });
  const issued = { kind, fiscalYear, issuedAt, orderId };
  if (kind === 'invoice')
    return (session) => store.issue({ ...content, ...issued, invoiceNumber: null, reason: '' }, session);
  const ofReturn = returned && {
    ...creditedOf(after, returned, await policies.of(after.policyVersion)),
    returnId: returned.id,
    payment: returnPaymentOf(after, returned),
    reason: `Return ${returned.reference}`,
  };
  return async (session) => {
    if (planted('document.no-credit-note')) return;
    const invoice = await store.find({ orderId, kind: 'invoice' }, session);
    if (invoice === undefined) throw new Error(`order ${orderId}: its invoice is missing`);
    const { customerDetails, lines, pricing, decisions } = invoice;
    const credited = { ...content, customerDetails, lines, pricing, decisions };
    const reference = { invoiceNumber: documentNumber(invoice), reason: reasonOf(after) };
    await store.issue({ ...credited, ...issued, ...reference, ...ofReturn }, session);
  };
}

/** ORD-T1, ORD-T4, ORD-R4: the documents that a change of an order requires. */
export const documentsOfChange =
  (documents: DocumentsContext): FollowUp =>
  async (before, after) => {
    const due = dueDocument(after);
    const order = due ? { ...after, documents: [...(after.documents ?? []), due] } : after;
    const writes = due ? [await documentWrite(documents, due, before, order)] : [];
    for (const returned of settledReturns(before, after))
      writes.push(await documentWrite(documents, 'credit-note', before, order, returned));
    return { order, writes };
  };
