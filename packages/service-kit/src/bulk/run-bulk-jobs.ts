import type mongoose from 'mongoose';
import { type Repetition, repeat } from '../life-cycle/repeat.ts';
import type { Logger } from '../observability/logger.ts';
import { sweepDue } from '../sweep/sweep-due.ts';
import type { BulkJob, BulkJobsStore } from './bulk-jobs.store.ts';
import { LostClaimError, outcomeOf } from './bulk-outcomes.ts';

interface RunBulkJobsOptions<Command> {
  readonly store: BulkJobsStore<Command>;
  /**
   * Changes one record. `keep` stores the success in the transaction of the change, so that after a crash it is neither
   * repeated nor reported as refused.
   */
  readonly change: (
    item: { readonly id: string; readonly version: number },
    job: BulkJob<Command> & { readonly command: Command },
    keep: (session?: mongoose.ClientSession) => Promise<void>,
  ) => Promise<unknown>;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Polling interval for jobs of crashed or stopped instances. */
  readonly everyMs?: number;
}

/**
 * Processes bulk jobs. An instance claims a job; if it crashes, another continues when the claim has expired. `soon`
 * starts a new job without waiting for the next poll.
 */
export function runBulkJobs<Command>({
  store,
  change,
  logger,
  now,
  everyMs = 5_000,
}: RunBulkJobsOptions<Command>): Repetition & { readonly soon: () => void } {
  let stopping = new AbortController();
  let soonRound: Promise<void> | undefined;
  const onError = (error: unknown) => logger.warn({ err: error }, 'bulk jobs could not be queried');

  async function work(job: BulkJob<Command>, signal: AbortSignal): Promise<void> {
    const { command } = job;
    // Sequential: each outcome is written to the job document, and parallel transactions would conflict.
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
            logger.warn({ err: error, jobId: id }, 'a bulk job is continued later');
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
      soonRound ??= round(stopping.signal)
        .catch(onError)
        .finally(() => {
          soonRound = undefined;
        });
    },
    async stop() {
      stopping.abort();
      await Promise.all([rounds.stop(), soonRound]);
    },
  };
}
