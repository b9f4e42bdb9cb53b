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

/** One document per order that took pieces or was cancelled. */
export function createSalesStore(model: ReturnType<typeof createSaleModel>) {
  return {
    async find(orderId: string, session: mongoose.ClientSession): Promise<Sale | undefined> {
      const found = await model.findById(orderId, undefined, { session }).lean();
      return found ? { orderId, state: found.state, lines: found.lines } : undefined;
    },
    /** Inserts the sale of an order; false, without a write, when it exists. */
    async insert({ orderId, state, lines }: Sale, changedAt: Date, session: mongoose.ClientSession) {
      const { upsertedCount } = await model.updateOne(
        { _id: orderId },
        { $setOnInsert: { state, lines: [...lines], changedAt } },
        { upsert: true, session },
      );
      return upsertedCount === 1;
    },
    async save({ orderId, state, lines }: Sale, changedAt: Date, session: mongoose.ClientSession) {
      await model.updateOne(
        { _id: orderId },
        { $set: { state, lines: [...lines], changedAt } },
        { upsert: true, session },
      );
    },
  };
}

export type SalesStore = ReturnType<typeof createSalesStore>;
