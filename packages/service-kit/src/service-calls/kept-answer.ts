import { readEachMinute } from '../life-cycle/read-each-minute.ts';
import type { Logger } from '../observability/logger.ts';

/**
 * Another service's answer, requested at most once a minute. While that service is unavailable it is the last known
 * answer; undefined before the first one.
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
