import { type Repetition, repeat } from '@kinmel/service-kit';
import { closeOpenPages } from './close-payment-pages.ts';
import type { PaymentsContext } from './payments-context.ts';
import { returnMoney } from './return-money.ts';
import { settleUnpaid } from './settle-unpaid.ts';

/** A call to a provider that is away may take longer than a process has to end; what was under way is done again later. */
const stopWithinMs = 2_000;

/** Settles what payments left open again and again, each kind on its own, so that none waits for another. */
export function sweepPayments(context: PaymentsContext, { everyMs = 15_000 } = {}): Repetition {
  const sweeps = [
    (stopping: AbortSignal) => settleUnpaid(context, stopping),
    (stopping: AbortSignal) => returnMoney(context, 'refund', stopping),
    (stopping: AbortSignal) => returnMoney(context, 'secondPayment', stopping),
    (stopping: AbortSignal) => returnMoney(context, 'kept', stopping),
    (stopping: AbortSignal) => closeOpenPages(context, stopping),
  ].map((round) =>
    repeat(
      everyMs,
      round,
      (error) => context.logger.warn({ err: error }, 'open payments could not be looked at'),
      { stopWithinMs },
    ),
  );
  return {
    start() {
      for (const sweep of sweeps) sweep.start();
    },
    async stop() {
      await Promise.all(sweeps.map((sweep) => sweep.stop()));
    },
  };
}
