import { type DocumentKind, documentKinds } from '@kinmel/contracts';
import mongoose from 'mongoose';
import { part, soldFields } from '../orders/order-documents.store.ts';
import type { DocumentId, TaxDocument } from './tax-document.ts';

interface StoredDocument extends TaxDocument {
  readonly _id: string;
}

/** The last number of a series, with the time when it was given. */
interface Series {
  readonly _id: string;
  readonly last: number;
  readonly issuedAt: Date;
}

const text = { type: String, required: true };

const documentSchema = new mongoose.Schema<StoredDocument>(
  {
    _id: text,
    kind: { ...text, enum: documentKinds },
    series: text,
    number: { type: Number, required: true, min: 1 },
    fiscalYear: text,
    issuedAt: { type: Date, required: true },
    orderId: text,
    returnId: String,
    orderNumber: text,
    invoiceNumber: String,
    reason: String,
    seller: part({ name: text, pan: text, address: String, email: String, phone: String }),
    ...soldFields,
    currency: text,
    payment: String,
    terms: String,
  },
  { collection: 'tax_documents', versionKey: false, strict: 'throw', minimize: false, id: false },
);
documentSchema.index({ series: 1, number: 1 }, { unique: true });
documentSchema.index({ issuedAt: 1, series: 1, number: 1 });

const seriesSchema = new mongoose.Schema<Series>(
  { _id: text, last: { type: Number, required: true }, issuedAt: { type: Date, required: true } },
  { collection: 'document_series', versionKey: false, id: false },
);

export const createTaxDocumentModel = (connection: mongoose.Connection) =>
  connection.model('TaxDocument', documentSchema);
export const createSeriesModel = (connection: mongoose.Connection) =>
  connection.model('DocumentSeries', seriesSchema);

const prefixes: Readonly<Record<DocumentKind, string>> = { invoice: 'INV', 'credit-note': 'CN' };
/** One of each kind per order, and a credit note per return. */
const idOf = ({ orderId, kind, returnId }: DocumentId) =>
  [orderId, kind, returnId].filter((part) => part !== undefined).join('/');

function toDocument({ _id, ...document }: StoredDocument): TaxDocument {
  return document;
}

/** Documents are written once: there is no update. */
export type TaxDocumentsStore = ReturnType<typeof createTaxDocumentsStore>;

export function createTaxDocumentsStore(connection: mongoose.Connection) {
  const documents = createTaxDocumentModel(connection);
  const counters = createSeriesModel(connection);

  return {
    /**
     * Takes the next number and stores the document in the same transaction, so that an aborted one takes no number.
     * The time is never before that of the number before, although the clocks of instances differ.
     */
    async issue(
      document: Omit<TaxDocument, 'series' | 'number'>,
      session: mongoose.ClientSession,
    ): Promise<void> {
      const { kind, fiscalYear } = document;
      const series = `${prefixes[kind]}-${fiscalYear}`;
      const { last: number, issuedAt } = await counters
        .findByIdAndUpdate(
          series,
          { $inc: { last: 1 }, $max: { issuedAt: document.issuedAt } },
          { upsert: true, returnDocument: 'after', setDefaultsOnInsert: false, session },
        )
        .lean();
      await new documents({ ...document, _id: idOf(document), series, number, issuedAt }).save({
        session,
      });
    },

    async find(id: DocumentId, session?: mongoose.ClientSession): Promise<TaxDocument | undefined> {
      const found = await documents
        .findById(idOf(id))
        .session(session ?? null)
        .lean();
      return found ? toDocument(found) : undefined;
    },

    /** Streams the documents of a time, oldest first. */
    async *readBetween(from: Date, before: Date): AsyncGenerator<TaxDocument> {
      const cursor = documents
        .find({ issuedAt: mongoose.trusted({ $gte: from, $lt: before }) })
        .sort({ issuedAt: 1, series: 1, number: 1 })
        .setOptions({ maxTimeMS: 30_000 })
        .lean()
        .cursor({ batchSize: 500 });
      for await (const found of cursor) yield toDocument(found);
    },
  };
}
