import { BusClosedError } from '../bus.ts';

/** A broker that is in trouble may leave any call without an answer. */
export const callLimitMs = 3_000;
export const establishLimitMs = 15_000;

/** The outcome of a call to the broker, or BusClosedError after so many milliseconds. */
export async function within<T>(limitMs: number, work: Promise<T> | undefined): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new BusClosedError(`No answer from the broker within ${limitMs} ms.`)),
      limitMs,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
