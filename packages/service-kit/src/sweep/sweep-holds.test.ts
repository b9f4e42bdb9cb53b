import { createLogger } from '../observability/logger.ts';
import { createMetrics } from '../observability/metrics.ts';
import { type HoldsToSettle, settleHolds, stuckAfterMs, sweepHolds } from './sweep-holds.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const now = new Date('2026-11-21T10:00:00Z');
const overdueFor = (ms: number) => new Date(now.getTime() - ms);

/** Holds in memory; a claim never expires. */
function holdsInMemory(overdueSince: Record<string, Date>) {
  const overdueByOrder = new Map(Object.entries(overdueSince));
  const claimed = new Set<string>();
  const isOver = (until: Date) => (orderId: string) => (overdueByOrder.get(orderId) ?? now) <= until;
  const holds: HoldsToSettle<string> = {
    overdue: async (until, limit) =>
      [...overdueByOrder.keys()].filter((id) => isOver(until)(id) && !claimed.has(id)).slice(0, limit),
    async claim(orderId) {
      if (claimed.has(orderId)) return undefined;
      claimed.add(orderId);
      return { orderId, overdueAt: overdueByOrder.get(orderId) ?? now };
    },
    countOverdue: async (until) => [...overdueByOrder.keys()].filter(isOver(until)).length,
  };
  return { holds, overdueByOrder };
}

describe('overdue holds', () => {
  it('are settled independently; one whose order does not answer stays and is reported as stuck', async () => {
    const askedOrders: string[] = [];
    const { holds, overdueByOrder } = holdsInMemory({
      silent: overdueFor(1_000),
      'silent for a minute': overdueFor(stuckAfterMs),
      'silent for long': overdueFor(stuckAfterMs + 1),
      placed: overdueFor(1_000),
    });
    const round = await settleHolds({
      what: 'redemption',
      holds,
      async settle(orderId) {
        askedOrders.push(orderId);
        if (orderId.startsWith('silent')) throw new Error('no answer');
        overdueByOrder.delete(orderId);
        return { state: 'placed' };
      },
      now: () => now,
      logger,
    });
    expect(askedOrders).toEqual(['silent', 'silent for a minute', 'silent for long', 'placed']);
    expect(round).toEqual({ settled: 1, unsettled: 3, stuck: 1 });
  });

  it('are swept and counted repeatedly; cleanup runs at the start and after many rounds', async () => {
    jest.useFakeTimers();
    const metrics = createMetrics('test');
    const tidy = jest.fn(async () => {});
    const settle = jest.fn(async (_stopping: AbortSignal) => ({ settled: 0, unsettled: 3, stuck: 2 }));
    const sweeper = sweepHolds(1_000, {
      what: 'redemption',
      settle,
      tidy,
      logger,
      metrics,
    });
    sweeper.start();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(tidy).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(119_000);
    expect(tidy).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(tidy).toHaveBeenCalledTimes(2);
    await sweeper.stop();
    jest.useRealTimers();
    // The stop aborts the signal.
    expect(settle).toHaveBeenLastCalledWith(expect.objectContaining({ aborted: true }));
    const exportedText = await metrics.registry.metrics();
    expect(exportedText).toMatch(/holds_overdue(\{[^}]*\})? 3/);
    expect(exportedText).toMatch(/stuck_total\{what="redemption"[^}]*\} 2/);
  });

  it('are left for later when the service stops', async () => {
    const { holds } = holdsInMemory({ placed: overdueFor(1_000) });
    const settle = jest.fn();
    const stopping = AbortSignal.abort();
    await settleHolds({ what: 'redemption', holds, settle, now: () => now, logger, stopping });
    expect(settle).not.toHaveBeenCalled();
  });
});
