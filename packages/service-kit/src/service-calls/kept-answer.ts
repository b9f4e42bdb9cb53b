import { readEachMinute } from '../life-cycle/read-each-minute.ts';
import type { Logger } from '../observability/logger.ts';

/**
 * What another service answers, read at most once a minute. While it does not answer, the last answer that is known;
 * undefined before the first one.
 * @param options.what the name of the answer in the log, such as "the policy"
 */
export function createKeptAnswer<Answer>(
  read: () => Promise<Answer | undefined>,
  { what, now, logger }: { readonly what: string; readonly now: () => Date; readonly logger: Logger },
): () => Promise<Answer | undefined> {
  let latestAnswer: Answer | undefined;
  const { get, forget } = readEachMinute(now, async () => {
    try {
      latestAnswer = await read();
    } catch (error) {
      logger.warn({ err: error }, `${what} could not be read`);
      if (latestAnswer === undefined) forget();
    }
    return latestAnswer;
  });
  return get;
}
