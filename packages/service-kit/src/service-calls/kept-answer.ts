import { readEachMinute } from '../life-cycle/read-each-minute.ts';
import type { Logger } from '../observability/logger.ts';

/**
 * What another service answers, read at most once a minute. While it does not answer, the last answer that is known;
 * undefined before the first one.
 * @param what is read, for the log: "the policy"
 */
export function createKeptAnswer<Answer>(
  read: () => Promise<Answer | undefined>,
  { what, now, logger }: { readonly what: string; readonly now: () => Date; readonly logger: Logger },
): () => Promise<Answer | undefined> {
  let known: Answer | undefined;
  const { get, forget } = readEachMinute(now, async () => {
    try {
      known = await read();
    } catch (error) {
      logger.warn({ err: error }, `${what} could not be read`);
      if (known === undefined) forget();
    }
    return known;
  });
  return get;
}
