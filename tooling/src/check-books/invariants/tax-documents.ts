import { isDeepStrictEqual } from 'node:util';
import { type Books, isCancelled, type Order, type TaxDocument } from '../books.ts';
import type { Invariant } from '../report.ts';
import { invariantsOf } from './about.ts';

/** Documents of whole orders, not of returns. */
const documentsOfKind = ({ taxDocuments }: Books, kind: TaxDocument['kind']) =>
  taxDocuments.filter((document) => document.kind === kind && document.returnId === undefined);

/** The number that customers see. */
const numberOf = ({ series, number }: TaxDocument) => `${series}-${String(number).padStart(5, '0')}`;

/** Lines and sums; the buyer's data may have been removed from the order. */
const isSameSale = (left: Pick<Order, 'lines' | 'pricing'>, right: Pick<Order, 'lines' | 'pricing'>) =>
  isDeepStrictEqual([left.lines, left.pricing], [right.lines, right.pricing]);

/** Compares each order with its documents of a kind, and reports differing counts. */
function* judgeOrders(
  books: Books,
  kind: TaxDocument['kind'],
  judge: (order: Order, documents: readonly TaxDocument[]) => Iterable<string>,
) {
  const byOrder = Map.groupBy(documentsOfKind(books, kind), ({ orderId }) => orderId);
  for (const order of books.placed.values()) {
    const documents = byOrder.get(order._id) ?? [];
    const expectedCount = order.documents?.includes(kind) ? 1 : 0;
    if (documents.length !== expectedCount)
      yield `${order._id} has ${documents.length} documents of the kind ${kind}, and should have ${expectedCount}`;
    yield* judge(order, documents);
  }
  for (const id of byOrder.keys())
    if (!books.placed.has(id)) yield `${id} has a document of the kind ${kind} and does not exist`;
}

const taxDocuments = invariantsOf('invoices and credit notes', (books) => books.taxDocuments);
const invoices = invariantsOf('invoices', (books) => documentsOfKind(books, 'invoice'));
const days = invariantsOf('days with documents', (books) => [
  ...new Set(books.taxDocuments.map(({ issuedAt }) => issuedAt.toDateString())),
]);
const creditNotes = invariantsOf('credit notes', (books) => documentsOfKind(books, 'credit-note'));

export const taxDocumentInvariants: readonly Invariant[] = [
  taxDocuments.all(
    'I-29',
    'the numbers of a series have no gaps, are given once and follow the time',
    function* ({ taxDocuments, documentSeries }) {
      const bySeries = Map.groupBy(taxDocuments, ({ series }) => series);
      for (const series of new Set([...bySeries.keys(), ...documentSeries.keys()])) {
        const documents = (bySeries.get(series) ?? []).toSorted((a, b) => a.number - b.number);
        const lastNumber = documentSeries.get(series)?.last ?? 0;
        if (documents.length !== lastNumber)
          yield `${series} has ${documents.length} documents and the last number ${lastNumber}`;
        for (const [index, { number, issuedAt }] of documents.entries()) {
          if (number !== index + 1) yield `${series} has the number ${number} in place ${index + 1}`;
          const previousDocument = documents[index - 1];
          if (previousDocument && issuedAt < previousDocument.issuedAt)
            yield `${series}: ${number} is older than ${previousDocument.number}`;
        }
      }
    },
  ),
  invoices.all('I-30', 'every paid or shipped order has one invoice, which equals it', (books) =>
    judgeOrders(books, 'invoice', function* (order, invoices) {
      const { _id, orderStatus, paymentStatus, documents = [] } = order;
      const isSupplied = paymentStatus === 'paid' || /^(shipped|delivered)$/.test(orderStatus);
      const needsNone = isCancelled(order) || paymentStatus === 'refunded';
      if (isSupplied && !needsNone && !documents.includes('invoice'))
        yield `${_id} is ${orderStatus} and ${paymentStatus}, and has no invoice`;
      for (const invoice of invoices)
        if (!isSameSale(invoice, order) || invoice.orderNumber !== order.orderNumber)
          yield `${_id} differs from its invoice ${numberOf(invoice)}`;
    }),
  ),
  days.all(
    'I-59',
    'the registers of a day add up, and credit notes take no more than their invoice',
    function* ({ taxDocuments }) {
      for (const { _id, lines, pricing } of taxDocuments) {
        const { subtotalInMinorUnits: subtotal, shippingInMinorUnits: shipping } = pricing;
        const { taxInMinorUnits: tax, totalInMinorUnits: total } = pricing;
        const sum = lines.reduce((lineSum, line) => lineSum + line.lineTotalInMinorUnits, 0);
        if (sum !== subtotal) yield `${_id}: its lines are ${sum}, its subtotal is ${subtotal}`;
        if (subtotal + shipping + tax !== total)
          yield `${_id}: ${subtotal} + ${shipping} + ${tax} is not ${total}`;
      }
      for (const [orderId, documents] of Map.groupBy(taxDocuments, (document) => document.orderId)) {
        let balance = 0;
        for (const { kind, pricing } of documents)
          balance += (kind === 'invoice' ? 1 : -1) * pricing.totalInMinorUnits;
        if (balance < 0) yield `${orderId}: its credit notes are ${-balance} more than its invoice`;
      }
    },
  ),
  creditNotes.all(
    'I-31',
    'every refund of an invoiced order has one credit note, which equals the invoice',
    (books) => {
      const invoices = new Map(
        documentsOfKind(books, 'invoice').map((invoice) => [invoice.orderId, invoice]),
      );
      return judgeOrders(books, 'credit-note', function* (order, notes) {
        const { _id, documents = [], refund, paymentStatus } = order;
        const isRefunded = refund?.state === 'done' || paymentStatus === 'refunded';
        if (isRefunded && documents.includes('invoice') && !documents.includes('credit-note'))
          yield `${_id} was refunded and has no credit note`;
        const invoice = invoices.get(_id);
        for (const note of notes)
          if (!invoice || !isSameSale(note, invoice) || note.invoiceNumber !== numberOf(invoice))
            yield `${_id}: the credit note ${numberOf(note)} differs from its invoice`;
      });
    },
  ),
];
