import { isFields, text } from '@kinmel/contracts/browser';

/** What became of each record of a bulk update, by id: why it was refused, or null when it is done. */
export type BulkOutcomes = Readonly<Record<string, string | null>>;

/** Undefined when the answer is none of a bulk update. */
export function readOutcomes(answer: unknown): BulkOutcomes | undefined {
  if (!isFields(answer) || !Array.isArray(answer.data)) return undefined;
  return Object.fromEntries(
    answer.data.filter(isFields).map(({ id, problem }) => {
      if (!isFields(problem)) return [String(id), null] as const;
      return [String(id), text(problem.message) || 'It was refused.'] as const;
    }),
  );
}
