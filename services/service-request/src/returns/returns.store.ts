import { ProblemError } from '@kinmel/service-kit';
import type mongoose from 'mongoose';
import {
  createRequestsStore,
  type InsertOptions,
  type RequestTimes,
  requestModel,
} from '../requests/requests.store.ts';
import type { Return } from './return.rules.ts';
import { returned } from './return-kind.ts';

const maxTimeMS = 2_000;

const isTakenTurn = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 11000 && error.message.includes('turn_1');

/** Returns with their turns. `insert` refuses a second return of an order at once (R3). */
export function createReturnsStore(connection: mongoose.Connection, times: RequestTimes) {
  const base = createRequestsStore(connection, returned, times);
  const model = requestModel(connection, returned);
  return {
    ...base,

    async insert(state: Return, options: InsertOptions): Promise<boolean> {
      try {
        return await base.insert(state, options);
      } catch (error) {
        if (!isTakenTurn(error)) throw error;
        // The same call sent twice.
        if (options.key && (await base.findByKey(options.key.key))) return false;
        throw new ProblemError('conflict', 'Another return of this order was sent at the same moment.');
      }
    },

    /** All returns of an order, oldest first. */
    async ofOrder(orderId: string): Promise<Return[]> {
      const found = await model
        .find({ orderId })
        .sort({ turn: 1 })
        .maxTimeMS(maxTimeMS)
        .lean<Parameters<typeof base.toState>[0][]>();
      return found.map(base.toState);
    },
  };
}
