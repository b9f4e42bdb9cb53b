import mongoose from 'mongoose';
import { withTimeout } from '../life-cycle/with-timeout.ts';

/**
 * Rejects after `limitMs` with an error that `isDatabaseAway` recognises. For calls that a customer waits for: `maxTimeMS` is counted by
 * the server, which may hang, and the driver gives up a silent connection only after half a minute. A write may still be done afterwards.
 */
export const withDatabaseTimeout = <T>(call: Promise<T>, limitMs: number): Promise<T> =>
  withTimeout(
    call,
    limitMs,
    () => new mongoose.mongo.MongoOperationTimeoutError(`no answer of the database within ${limitMs} ms`),
  );
