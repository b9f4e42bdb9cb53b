import type { Logger } from '../observability/logger.ts';

const keptMs = 60_000;

/**
 * What another service answers, read at most once a minute. While it does not answer, the last answer that is known;
 * undefined before the first one.
 * @param what is read, for the log: "the policy"
 */
export function createKeptAnswer<Answer>(
  read: () => Promise<Answer | undefined>,
  { what, now, logger }: { readonly what: string; readonly now: () => Date; readonly logger: Logger },
): () => Promise<Answer | undefined> {
  let kept: { readonly span: number; readonly answer: Promise<Answer | undefined> } | undefined;
  return () => {
    const span = Math.floor(now().getTime() / keptMs);
    if (kept?.span === span) return kept.answer;
    const before = kept?.answer;
    const answer = read().catch(async (error: unknown) => {
      logger.warn({ err: error }, `${what} could not be read`);
      const known = await before;
      if (known === undefined) kept = undefined;
      return known;
    });
    kept = { span, answer };
    return answer;
  };
}
