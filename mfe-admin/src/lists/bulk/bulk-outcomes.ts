import { filledText, listOf, nonNegativeNumber } from '@kinmel/contracts/browser';
import * as z from 'zod/mini';
import { valueAnswer } from '../../answers.ts';

/** Outcome of each record of a bulk update by id: the reason of a refusal, or null. */
export type BulkOutcomes = Readonly<Record<string, string | null>>;

const outcomes = z.pipe(
  listOf(
    z.object({
      id: z.string(),
      problem: z.catch(z.nullable(z.object({ message: z.catch(filledText, 'It was refused.') })), null),
    }),
  ),
  z.transform(
    (all): BulkOutcomes => Object.fromEntries(all.map(({ id, problem }) => [id, problem?.message ?? null])),
  ),
);

const job = z.pipe(
  z.object({ id: filledText, state: z.string(), total: nonNegativeNumber, outcomes }),
  z.transform(({ state, ...fields }) => ({ ...fields, isDone: state === 'done' })),
);

/** A bulk update that is processed in the background; `outcomes` are those so far. */
export type BulkJob = z.output<typeof job>;

export const outcomesAnswer = valueAnswer(outcomes);
export const jobAnswer = valueAnswer(job);
export const jobsAnswer = valueAnswer(listOf(job));

export const isJob = (data: BulkOutcomes | BulkJob): data is BulkJob => typeof data['total'] === 'number';
