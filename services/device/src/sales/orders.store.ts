import { declareCollection, nativeCollection } from '@kinmel/service-kit';
import type mongoose from 'mongoose';

/** The known events of an order. */
export interface KnownOrder {
  readonly isCancelled?: boolean;
  /** Whether its goods had left the shop when it was cancelled. */
  readonly hasLeftShop?: boolean;
  readonly isDelivered?: boolean;
  /** The devices that it sold, so that a redelivered event sells none again. */
  readonly sold?: readonly string[];
  /** Devices of settled returns. */
  readonly returned: readonly string[];
}

interface OrderDocument extends KnownOrder {
  readonly _id: string;
  readonly at: Date;
}

/** Longer than the delay of any event. */
const retentionSeconds = 30 * 24 * 60 * 60;

export const createOrderModel = declareCollection<OrderDocument>('orders', [
  [{ at: 1 }, { expireAfterSeconds: retentionSeconds }],
]);

export type OrdersStore = ReturnType<typeof createOrdersStore>;

/** The known events of orders, which may arrive in any sequence. */
export function createOrdersStore(connection: mongoose.Connection) {
  const orders = nativeCollection(createOrderModel(connection));
  return {
    find: (_id: string, session: mongoose.ClientSession): Promise<KnownOrder | null> =>
      orders.findOne({ _id }, { session }),

    /** Adds the data of an event and returns all known data. Concurrent events of one order conflict. */
    async note(
      _id: string,
      { sold = [], returned = [], ...states }: Partial<KnownOrder>,
      at: Date,
      session: mongoose.ClientSession,
    ): Promise<KnownOrder> {
      const change = {
        $set: { ...states, at },
        $addToSet: { sold: { $each: [...sold] }, returned: { $each: [...returned] } },
      };
      const options = { upsert: true, returnDocument: 'after', session } as const;
      return (await orders.findOneAndUpdate({ _id }, change, options)) ?? { returned };
    },
  };
}
