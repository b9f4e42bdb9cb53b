import type { DocumentKind } from '@kinmel/contracts';
import {
  declareCollection,
  nativeCollection,
  papersOf,
  personalDataOf,
  toStorableRecord,
} from '@kinmel/service-kit';
import mongoose from 'mongoose';
import type { DocumentId, TaxDocument } from './tax-document.ts';

interface StoredDocument extends TaxDocument {
  readonly _id: string;
}

/** The last number of a series, and the time when it was assigned. */
export interface Series {
  readonly _id: string;
  readonly last: number;
  readonly issuedAt: Date;
}

export const createTaxDocumentModel = declareCollection<StoredDocument>('tax_documents', [
  [{ series: 1, number: 1 }, { unique: true }],
  [{ issuedAt: 1, series: 1, number: 1 }],
]);
export const createSeriesModel = declareCollection<Series>('document_series', []);

const prefixes: Readonly<Record<DocumentKind, string>> = { invoice: 'INV', 'credit-note': 'CN' };
/** Unique: an order has one document of each kind, and a return one credit note. */
const idOf = ({ orderId, kind, returnId }: DocumentId) =>
  [orderId, kind, returnId].filter((part) => part !== undefined).join('/');

function toDocument({ _id, ...document }: StoredDocument): TaxDocument {
  return document;
}

/** Documents are only inserted, never updated. */
export type TaxDocumentsStore = ReturnType<typeof createTaxDocumentsStore>;

export function createTaxDocumentsStore(connection: mongoose.Connection) {
  const documents = createTaxDocumentModel(connection);
  const counters = createSeriesModel(connection);
  const personal = personalDataOf(connection);

  return {
    /**
     * Assigns the next number and stores the document in the same transaction, so that an aborted one uses no number.
     * The time is never earlier than that of the previous number, although the clocks of instances differ.
     */
    async issue(document: Omit<TaxDocument, 'series' | 'number'>, session: mongoose.ClientSession) {
      const { kind, fiscalYear } = document;
      const series = `${prefixes[kind]}-${fiscalYear}`;
      const { last: number, issuedAt } = await counters
        .findByIdAndUpdate(
          series,
          { $inc: { last: 1 }, $max: { issuedAt: document.issuedAt } },
          { upsert: true, returnDocument: 'after', session },
        )
        .lean();
      const numberedDocument = { ...document, _id: idOf(document), series, number, issuedAt };
      const sealedDocument = await personal.seal(
        papersOf(document.orderId),
        toStorableRecord(numberedDocument),
        ['customerDetails'],
      );
      await nativeCollection(documents).insertOne(sealedDocument, { session });
    },

    async find(id: DocumentId, session?: mongoose.ClientSession): Promise<TaxDocument | undefined> {
      const document = await documents
        .findById(idOf(id))
        .session(session ?? null)
        .lean();
      return document ? toDocument(await personal.open(document)) : undefined;
    },

    /** Streams the documents of a period, oldest first. */
    async *readBetween(from: Date, before: Date): AsyncGenerator<TaxDocument> {
      const cursor = documents
        .find({ issuedAt: mongoose.trusted({ $gte: from, $lt: before }) })
        .sort({ issuedAt: 1, series: 1, number: 1 })
        .setOptions({ maxTimeMS: 30_000 })
        .lean()
        .cursor({ batchSize: 500 });
      for await (const document of personal.openEach(cursor)) yield toDocument(document);
    },
  };
}
