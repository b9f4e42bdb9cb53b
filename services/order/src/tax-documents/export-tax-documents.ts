import type { exportTaxDocuments as endpoint, QueryOf } from '@kinmel/contracts';
import { type PriceSums, priceSums } from '@kinmel/pricing';
import {
  type AuditContext,
  auditEntry,
  beginningOf,
  type CsvAnswer,
  type CsvColumn,
  csvAnswer,
  type Day,
  daysLater,
  fromMinorUnits,
  type StaffCall,
} from '@kinmel/service-kit';
import { taxLabelOf } from '../orders/order.rules.ts';
import type { DocumentsContext } from './issue-document.ts';
import { documentNumber } from './tax-document.rules.ts';
import type { TaxDocument } from './tax-document.ts';

/** A document, or the sum of several. */
interface Row {
  readonly name: string;
  readonly tax: string;
  readonly sums: PriceSums;
  readonly document?: TaxDocument;
}

const zeroSums = Object.fromEntries(priceSums.map((name) => [name, 0])) as PriceSums;

/** Credit notes are subtracted. */
function addSums(before: PriceSums, { kind, pricing }: TaxDocument): PriceSums {
  const sign = kind === 'invoice' ? 1 : -1;
  const sums = priceSums.map((name) => [name, before[name] + sign * pricing[name]]);
  return Object.fromEntries(sums) as PriceSums;
}

async function* withSums(documents: AsyncIterable<TaxDocument>): AsyncGenerator<Row> {
  const byTax = new Map<string, PriceSums>();
  let totalSums = zeroSums;
  for await (const document of documents) {
    const tax = document.pricing.taxInMinorUnits === 0 ? 'No tax' : taxLabelOf(document);
    byTax.set(tax, addSums(byTax.get(tax) ?? zeroSums, document));
    totalSums = addSums(totalSums, document);
    yield { name: documentNumber(document), tax, sums: addSums(zeroSums, document), document };
  }
  for (const [tax, sums] of byTax) yield { name: 'Sum by tax', tax, sums };
  yield { name: 'Sum', tax: '', sums: totalSums };
}

const columnsOf = (dayOf: (moment: Date) => Day): readonly CsvColumn<Row>[] => [
  { head: 'Number', valueOf: ({ name }) => name },
  { head: 'Date', valueOf: ({ document }) => document && dayOf(document.issuedAt) },
  { head: 'Fiscal year', valueOf: ({ document }) => document?.fiscalYear },
  { head: 'Order number', valueOf: ({ document }) => document?.orderNumber },
  { head: 'For invoice', valueOf: ({ document }) => document?.invoiceNumber },
  { head: 'Buyer', valueOf: ({ document }) => document?.customerDetails.name },
  { head: 'Subtotal (NPR)', valueOf: ({ sums }) => fromMinorUnits(sums.subtotalInMinorUnits) },
  { head: 'Shipping (NPR)', valueOf: ({ sums }) => fromMinorUnits(sums.shippingInMinorUnits) },
  { head: 'Tax', valueOf: ({ tax }) => tax },
  { head: 'Tax (NPR)', valueOf: ({ sums }) => fromMinorUnits(sums.taxInMinorUnits) },
  { head: 'Total (NPR)', valueOf: ({ sums }) => fromMinorUnits(sums.totalInMinorUnits) },
];

export interface DocumentsExportContext extends AuditContext {
  readonly documents: Pick<DocumentsContext, 'store' | 'dayOf'>;
}

/** ORD-T7: the documents of a month of the shop, with their sums. */
export async function exportTaxDocuments(
  { documents: { store, dayOf }, audit }: DocumentsExportContext,
  { month }: QueryOf<typeof endpoint>,
  by?: StaffCall,
): Promise<CsvAnswer> {
  await audit.keep(auditEntry(by, { kind: 'order', id: null }, { after: { month }, shownFields: ['month'] }));
  const firstDay = `${month}-01`;
  const nextMonth = daysLater(firstDay, 31).slice(0, 7);
  const documents = store.readBetween(beginningOf(firstDay, dayOf), beginningOf(`${nextMonth}-01`, dayOf));
  return csvAnswer(`tax-documents-${month}.csv`, columnsOf(dayOf), withSums(documents));
}
