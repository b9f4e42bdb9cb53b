import mongoose from 'mongoose';

interface OrderDocument {
  readonly _id: string;
  readonly isCancelled: boolean;
  readonly at: Date;
}

/** Longer than an event is ever late. */
const keptSeconds = 30 * 24 * 60 * 60;

const orderSchema = new mongoose.Schema<OrderDocument>(
  {
    _id: { type: String, required: true },
    isCancelled: { type: Boolean, required: true },
    at: { type: Date, required: true, expires: keptSeconds },
  },
  { collection: 'orders', strict: 'throw', versionKey: false, autoIndex: false, id: false },
);

export const createOrderModel = (connection: mongoose.Connection) =>
  connection.model<OrderDocument>('order', orderSchema);

export type OrdersStore = ReturnType<typeof createOrdersStore>;

/** Which orders were placed and cancelled, in whatever sequence their events come. */
export function createOrdersStore(connection: mongoose.Connection) {
  const model = createOrderModel(connection);
  return {
    /** False when the order was cancelled before. */
    async place(_id: string, at: Date, session: mongoose.ClientSession): Promise<boolean> {
      const found = await model
        .findOneAndUpdate(
          { _id },
          { $set: { at }, $setOnInsert: { isCancelled: false } },
          { upsert: true, returnDocument: 'after', session },
        )
        .lean();
      return found.isCancelled === false;
    },
    async cancel(_id: string, at: Date, session: mongoose.ClientSession): Promise<void> {
      await model.updateOne({ _id }, { $set: { at, isCancelled: true } }, { upsert: true, session });
    },
  };
}
