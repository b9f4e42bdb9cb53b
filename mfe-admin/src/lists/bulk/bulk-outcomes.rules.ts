import { figure, isFields, text } from '@kinmel/contracts/browser';

/** What became of each record of a bulk update, by id: why it was refused, or null when it is done. */
export type BulkOutcomes = Readonly<Record<string, string | null>>;

/** Undefined when the answer is none of a bulk update. */
export function readOutcomes(answer: unknown): BulkOutcomes | undefined {
  return isFields(answer) && Array.isArray(answer.data) ? outcomesOf(answer.data) : undefined;
}

const outcomesOf = (outcomes: readonly unknown[]): BulkOutcomes =>
  Object.fromEntries(
    outcomes.filter(isFields).map(({ id, problem }) => {
      if (!isFields(problem)) return [String(id), null] as const;
      return [String(id), text(problem.message) || 'It was refused.'] as const;
    }),
  );

/** A bulk update that the shop works through after it was accepted. */
export interface BulkJob {
  readonly id: string;
  readonly isDone: boolean;
  readonly total: number;
  /** Of those that are through. */
  readonly outcomes: BulkOutcomes;
}

export function readJob(value: unknown): BulkJob | undefined {
  if (!isFields(value) || !Array.isArray(value.outcomes)) return undefined;
  const [id, total] = [text(value.id), figure(value.total)];
  if (!id || total === undefined) return undefined;
  return { id, isDone: value.state === 'done', total, outcomes: outcomesOf(value.outcomes) };
}

export const readJobAnswer = (answer: unknown): BulkJob | undefined =>
  isFields(answer) ? readJob(answer.data) : undefined;

export const readJobsAnswer = (answer: unknown): readonly BulkJob[] | undefined =>
  isFields(answer) && Array.isArray(answer.data)
    ? answer.data.flatMap((job) => readJob(job) ?? [])
    : undefined;

export const isJob = (data: BulkOutcomes | BulkJob): data is BulkJob => typeof data['total'] === 'number';
