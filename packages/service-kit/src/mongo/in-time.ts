import mongoose from 'mongoose';

/**
 * What a call of the database comes to, or after `limitMs` a rejection that `isDatabaseAway` knows. For calls that somebody waits for:
 * `maxTimeMS` is counted by the server, which may stand still, and the driver gives a silent connection up only after half a minute.
 * The call itself goes on, so that a write may be done after it was given up.
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
