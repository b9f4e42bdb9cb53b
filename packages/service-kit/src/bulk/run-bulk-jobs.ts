import type mongoose from 'mongoose';
import { type Repetition, repeat } from '../life-cycle/repeat.ts';
import type { Logger } from '../observability/logger.ts';
import { sweepDue } from '../sweep/sweep-due.ts';
import type { BulkJob, BulkJobsStore } from './bulk-jobs.store.ts';
import { LostClaimError, outcomeOf } from './bulk-outcomes.ts';

interface RunBulkJobsOptions<Command> {
  readonly store: BulkJobsStore<Command>;
  /**
   * Changes one thing. `keep` notes in the transaction of the change that it is done, so that after a crash it is neither done twice
   * nor taken for refused.
   */
  readonly change: (
    item: { readonly id: string; readonly version: number },
    job: BulkJob<Command> & { readonly command: Command },
    keep: (session?: mongoose.ClientSession) => Promise<void>,
  ) => Promise<unknown>;
  readonly logger: Logger;
  readonly now: () => Date;
  /** How often jobs of an instance that crashed or was stopped are looked for. */
  readonly everyMs?: number;
}

/**
 * Works through bulk jobs: one instance at a time per job, by a claim; what a crashed one left is taken on when its claim has run out.
 * `soon` begins at once with what was just accepted.
 */
export function runBulkJobs<Command>({
  store,
  change,
  logger,
  now,
  everyMs = 5_000,
}: RunBulkJobsOptions<Command>): Repetition & { readonly soon: () => void } {
  let stopping = new AbortController();
  let begun: Promise<void> | undefined;
  const onError = (error: unknown) => logger.warn({ err: error }, 'bulk jobs could not be looked for');

  async function work(job: BulkJob<Command>, signal: AbortSignal): Promise<void> {
    const { command } = job;
    // One after the other: each notes its outcome in the document of the job, and two at once would undo each other's transactions.
    for (const [index, item] of job.items.entries()) {
      if (item.problem !== undefined) continue;
      if (signal.aborted) return store.release(job);
      if (command === null) throw new LostClaimError();
      const keep = async (session?: mongoose.ClientSession) => {
        if (!(await store.keep(job, index, null, session))) throw new LostClaimError();
      };
      const problem = await outcomeOf(() => change(item, { ...job, command }, keep), logger);
      await store.keep(job, index, problem);
    }
    await store.finish(job, now());
  }

  const round = (signal: AbortSignal) =>
    sweepDue<string, BulkJob<Command>>(
      {
        due: (limit) => store.due(limit),
        claim: (id) => store.claim(id),
        work: (job) => work(job, signal),
        onFailure: (error, { id }) => {
          if (!(error instanceof LostClaimError))
            logger.warn({ err: error, jobId: id }, 'a bulk job is gone on with later');
        },
      },
      { stopping: signal, concurrency: 1 },
    );
  const rounds = repeat(everyMs, round, onError);

  return {
    start() {
      stopping = new AbortController();
      rounds.start();
    },
    soon() {
      if (stopping.signal.aborted) return;
      begun ??= round(stopping.signal)
        .catch(onError)
        .finally(() => {
          begun = undefined;
        });
    },
    async stop() {
      stopping.abort();
      await Promise.all([rounds.stop(), begun]);
    },
  };
}
