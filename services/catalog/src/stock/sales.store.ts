import mongoose from 'mongoose';
import type { Sale } from './sale.rules.ts';

interface SaleDocument {
  /** The order's id. */
  _id: string;
  state: Sale['state'];
  lines: { productId: string; quantity: number }[];
  changedAt: Date;
}

const saleSchema = new mongoose.Schema<SaleDocument>(
  {
    _id: { type: String, required: true },
    state: { type: String, required: true, enum: ['sold', 'given-back'] },
    lines: [
      new mongoose.Schema(
        { productId: { type: String, required: true }, quantity: { type: Number, required: true, min: 1 } },
        { _id: false, id: false },
      ),
    ],
    changedAt: { type: Date, required: true },
  },
  { versionKey: false, autoIndex: false, id: false },
);

export const createSaleModel = (connection: mongoose.Connection) =>
  connection.model<SaleDocument>('sale', saleSchema, 'sales');

/** One document per order that took pieces or was cancelled; looked up by the order's id only. */
export interface SalesStore {
  find(orderId: string, session: mongoose.ClientSession): Promise<Sale | undefined>;
  findMany(orderIds: readonly string[], session: mongoose.ClientSession): Promise<Sale[]>;
  /** Sales of orders that had none. */
  insertMany(sales: readonly Sale[], changedAt: Date, session: mongoose.ClientSession): Promise<void>;
  save(sale: Sale, changedAt: Date, session: mongoose.ClientSession): Promise<void>;
}

const maxTimeMS = 2_000;

export function createSalesStore(model: ReturnType<typeof createSaleModel>): SalesStore {
  // The driver itself, on the path of every order: filters and updates are built from our own values only.
  const sales = model.db
    .getClient()
    .db(model.db.name)
    .collection<SaleDocument>(model.collection.collectionName);
  const toSale = ({ _id, state, lines }: SaleDocument): Sale => ({ orderId: _id, state, lines });
  return {
    async find(orderId, session) {
      const found = await sales.findOne({ _id: orderId }, { session, maxTimeMS });
      return found ? toSale(found) : undefined;
    },
    async findMany(orderIds, session) {
      const found = await sales
        .find({ _id: { $in: [...orderIds] } }, { batchSize: orderIds.length + 1, session, maxTimeMS })
        .toArray();
      return found.map(toSale);
    },
    async insertMany(made, changedAt, session) {
      if (made.length === 0) return;
      await sales.insertMany(
        made.map(({ orderId, state, lines }) => ({ _id: orderId, state, lines: [...lines], changedAt })),
        { session },
      );
    },
    async save({ orderId, state, lines }, changedAt, session) {
      await sales.updateOne(
        { _id: orderId },
        { $set: { state, lines: [...lines], changedAt } },
        { upsert: true, session, maxTimeMS },
      );
    },
  };
}
