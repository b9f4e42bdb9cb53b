import { count, filledText, listOf } from '@kinmel/contracts/browser';
import * as z from 'zod/mini';

/** What became of each record of a bulk update, by id: why it was refused, or null when it is done. */
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

/** The answer of a bulk update that is done at once. */
export const outcomesAnswer = z.pipe(
  z.object({ data: outcomes }),
  z.transform(({ data }) => data),
);

const job = z.pipe(
  z.object({ id: filledText, state: z.string(), total: count, outcomes }),
  z.transform(({ state, ...fields }) => ({ ...fields, isDone: state === 'done' })),
);

/** A bulk update that the shop works through after it was accepted; `outcomes` are of those that are through. */
export type BulkJob = z.output<typeof job>;

export const jobAnswer = z.pipe(
  z.object({ data: job }),
  z.transform(({ data }) => data),
);

export const jobsAnswer = z.pipe(
  z.object({ data: listOf(job) }),
  z.transform(({ data }) => data),
);

export const isJob = (data: BulkOutcomes | BulkJob): data is BulkJob => typeof data['total'] === 'number';
