import { declareCollection, pick } from '@kinmel/service-kit';
import type mongoose from 'mongoose';
import type { Sale } from './sale.rules.ts';

interface SaleDocument extends Omit<Sale, 'orderId'> {
  /** The order's id. */
  _id: string;
  changedAt: Date;
}

export const createSaleModel = declareCollection<SaleDocument>('sales', []);

/** One document per order that took pieces or was cancelled. */
export function createSalesStore(model: ReturnType<typeof createSaleModel>) {
  return {
    async find(orderId: string, session: mongoose.ClientSession): Promise<Sale | undefined> {
      const document = await model.findById(orderId, undefined, { session }).lean();
      return document ? { orderId, ...pick(document, 'state', 'lines', 'returned') } : undefined;
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
    async save({ orderId, state, lines, returned }: Sale, changedAt: Date, session: mongoose.ClientSession) {
      await model.updateOne(
        { _id: orderId },
        { $set: { state, lines: [...lines], ...(returned && { returned: [...returned] }), changedAt } },
        { upsert: true, session },
      );
    },
  };
}

export type SalesStore = ReturnType<typeof createSalesStore>;
