import { setTimeout as pause } from 'node:timers/promises';
import { type Repetition, repeat } from '@kinmel/service-kit';
import type { PaymentsContext } from './payments-context.ts';
import { settlePayments } from './settle-payments.ts';

/** A call to a provider that is away may take longer than a process has to end; what was under way is done again later. */
const stopWithinMs = 2_000;

/** Settles open payments again and again. Stopping it ends the round after the order under way; it is not started again. */
export function sweepPayments(context: PaymentsContext, { everyMs = 15_000 } = {}): Repetition {
  const stopping = new AbortController();
  const rounds = repeat(
    everyMs,
    () => settlePayments(context, stopping.signal),
    (error) => context.logger.warn({ err: error }, 'open payments could not be looked at'),
  );
  return {
    start: () => rounds.start(),
    async stop() {
      stopping.abort();
      await Promise.race([rounds.stop(), pause(stopWithinMs, undefined, { ref: false })]);
    },
  };
}
