import fc from 'fast-check';
import { afterFailure, hasUsedUpItsAttempts, isTooLate } from './mail.rules.ts';

const retryDelaysMs = [60_000, 300_000, 1_800_000];

describe('a mail that could not be sent', () => {
  it('is retried after growing pauses and fails after the last one (NOT-M4)', () => {
    const steps = [1, 2, 3, 4].map((attempts) => afterFailure({ attempts, isFinal: false, retryDelaysMs }));
    expect(steps).toEqual([
      { state: 'waiting', pauseMs: 60_000 },
      { state: 'waiting', pauseMs: 300_000 },
      { state: 'waiting', pauseMs: 1_800_000 },
      { state: 'failed' },
    ]);
  });

  it('fails at once on a permanent refusal (NOT-M4)', () => {
    expect(afterFailure({ attempts: 1, isFinal: true, retryDelaysMs })).toEqual({ state: 'failed' });
  });

  it('has a limited number of attempts (NOT-M4)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(1_000_000), { maxLength: 10 }),
        fc.integer({ min: 1, max: 40 }),
        (delays, attempts) => {
          const { state } = afterFailure({ attempts, isFinal: false, retryDelaysMs: delays });
          expect(state).toBe(attempts <= delays.length ? 'waiting' : 'failed');
          if (hasUsedUpItsAttempts(attempts, delays)) expect(state).toBe('failed');
        },
      ),
    );
  });

  it('is not sent after its expiry (NOT-M5)', () => {
    const end = new Date('2026-11-21T10:00:00Z');
    expect(isTooLate(end, new Date('2026-11-21T09:59:59Z'))).toBe(false);
    expect(isTooLate(end, end)).toBe(true);
    expect(isTooLate(null, end)).toBe(false);
  });
});
