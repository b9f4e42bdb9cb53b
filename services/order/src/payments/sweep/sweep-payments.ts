import { type Repetition, repeat } from '@kinmel/service-kit';
import { closeOpenPages } from '../pages/close-payment-pages.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { makeRefunds } from '../refunds/make-refunds.ts';
import { settleUnpaid } from './settle-unpaid.ts';

/** A hanging call must not delay the end of the process; it is repeated later. */
const stopWithinMs = 2_000;

/** Repeats every sweep on its own schedule. */
export function sweepPayments(context: PaymentsContext, { everyMs = 15_000 } = {}): Repetition {
  const sweeps = [
    (stopping: AbortSignal) => settleUnpaid(context, stopping),
    (stopping: AbortSignal) => makeRefunds(context, 'refund', stopping),
    (stopping: AbortSignal) => makeRefunds(context, 'return', stopping),
    (stopping: AbortSignal) => makeRefunds(context, 'secondPayment', stopping),
    (stopping: AbortSignal) => makeRefunds(context, 'kept', stopping),
    (stopping: AbortSignal) => closeOpenPages(context, stopping),
  ].map((round) =>
    repeat(
      everyMs,
      round,
      (error) => context.logger.warn({ err: error }, 'open payments could not be queried'),
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
