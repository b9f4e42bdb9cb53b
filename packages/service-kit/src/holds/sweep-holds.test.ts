import { createLogger } from '../log/logger.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { type HoldsRound, holdsPerRound, settleHolds, stuckAfterMs, sweepHolds } from './sweep-holds.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const now = new Date('2026-11-21T10:00:00Z');
const overdueFor = (ms: number) => new Date(now.getTime() - ms);

describe('holds whose time is over', () => {
  it('are settled each for itself; one that order cannot be asked about stays, and becomes a case for a person', async () => {
    const asked: string[] = [];
    const round = await settleHolds({
      what: 'redemption',
      overdue: async () => [
        { orderId: 'silent', overdueAt: overdueFor(1_000) },
        { orderId: 'silent for long', overdueAt: overdueFor(stuckAfterMs + 1) },
        { orderId: 'placed', overdueAt: overdueFor(1_000) },
      ],
      async settle(orderId) {
        asked.push(orderId);
        if (orderId.startsWith('silent')) throw new Error('no answer');
        return { state: 'placed' };
      },
      now: () => now,
      logger,
    });
    expect(asked).toEqual(['silent', 'silent for long', 'placed']);
    expect(round).toEqual({ settled: 1, unsettled: 2, stuck: 1 });
  });

  it('wait for no round behind those that could not be settled, and these are asked about in turn and all counted', async () => {
    const silent = new Set(Array.from({ length: holdsPerRound + 50 }, (_, index) => `silent ${index}`));
    const held = [...silent, 'placed'];
    const round: HoldsRound = { stopping: new AbortController().signal, unsettled: new Map() };
    let asked: string[] = [];
    const settleOnce = async () => {
      asked = [];
      return settleHolds({
        what: 'redemption',
        overdue: async (_now, limit) =>
          held.slice(0, limit).map((orderId) => ({ orderId, overdueAt: overdueFor(stuckAfterMs + 1) })),
        async settle(orderId) {
          asked.push(orderId);
          if (silent.has(orderId)) throw new Error('no answer');
          held.splice(held.indexOf(orderId), 1);
          return { state: 'placed' };
        },
        now: () => now,
        logger,
        round,
      });
    };
    await expect(settleOnce()).resolves.toEqual({ settled: 0, unsettled: 100, stuck: 100 });
    await expect(settleOnce()).resolves.toEqual({ settled: 1, unsettled: 150, stuck: 150 });
    expect(asked.slice(49, 53)).toEqual(['silent 149', 'placed', 'silent 0', 'silent 1']);
    await settleOnce();
    expect(asked.slice(0, 2)).toEqual(['silent 49', 'silent 50']);
    silent.delete('silent 49');
    held.splice(held.indexOf('silent 60'), 1);
    await settleOnce();
    await expect(settleOnce()).resolves.toEqual({ settled: 0, unsettled: 148, stuck: 148 });
  });

  it('are looked for again and again and counted; tidying comes at the start and after many rounds', async () => {
    jest.useFakeTimers();
    const metrics = createMetrics('test');
    const tidy = jest.fn(async () => {});
    const sweeper = sweepHolds(1_000, {
      what: 'redemption',
      settle: async () => ({ settled: 0, unsettled: 3, stuck: 2 }),
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
    const shown = await metrics.registry.metrics();
    expect(shown).toMatch(/holds_overdue(\{[^}]*\})? 3/);
    expect(shown).toMatch(/stuck_total\{what="redemption"[^}]*\} 2/);
  });

  it('hold up the end of a process by one of them at most, however many there are and however long order takes', async () => {
    const asked: string[] = [];
    const firstAsked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<object>();
    const sweeper = sweepHolds(1, {
      what: 'redemption',
      settle: (round) =>
        settleHolds({
          what: 'redemption',
          overdue: async () => ['1', '2', '3'].map((orderId) => ({ orderId, overdueAt: now })),
          settle(orderId) {
            asked.push(orderId);
            firstAsked.resolve();
            return answer.promise;
          },
          now: () => now,
          logger,
          round,
        }),
      tidy: async () => undefined,
      logger,
      metrics: undefined,
    });
    sweeper.start();
    await firstAsked.promise;
    const stopped = sweeper.stop();
    answer.resolve({ state: 'placed' });
    await stopped;
    expect(asked).toEqual(['1']);
  });
});
