import mongoose from 'mongoose';

/** Rejects with the error of `createError` when `work` takes longer than `limitMs`. The work itself continues. */
export async function withTimeout<T>(
  work: Promise<T>,
  limitMs: number,
  createError: () => Error,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(createError()), limitMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Rejects after `limitMs` with an error that `isDatabaseAway` recognises. Use it where a customer waits: `maxTimeMS` is
 * measured by the server, which may hang, and the driver drops a silent connection only after half a minute. A write
 * may still take effect afterwards.
 */
export const withDatabaseTimeout = <T>(call: Promise<T>, limitMs: number): Promise<T> =>
  withTimeout(
    call,
    limitMs,
    () => new mongoose.mongo.MongoOperationTimeoutError(`no answer from the database within ${limitMs} ms`),
  );
