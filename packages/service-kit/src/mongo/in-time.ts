import mongoose from 'mongoose';

/**
 * The result of a database call; rejects after `limitMs` with an error that `isDatabaseAway` recognises. For calls in a
 * request: `maxTimeMS` is enforced by the server, which may hang, and the driver drops a silent connection only after
 * half a minute. The call is not cancelled, so a write may still take effect.
 */
export async function inTime<T>(call: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new mongoose.mongo.MongoOperationTimeoutError(`no answer of the database within ${limitMs} ms`));
    }, limitMs);
  });
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
  }
}
