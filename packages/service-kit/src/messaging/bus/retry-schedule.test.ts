import fc from 'fast-check';
import { defaultRetryDelaysMs, nextStep } from './retry-schedule.ts';

const failure = { kind: 'retry', reason: 'x', counted: true } as const;

describe('the step after a delivery', () => {
  it('is a growing delay after each failure, and parking after the sixth (R-21)', () => {
    const noJitter = () => 0.5;
    const steps = [1, 2, 3, 4, 5, 6].map((attempt) =>
      nextStep(failure, attempt, defaultRetryDelaysMs, noJitter),
    );
    expect(steps.map((step) => (step.kind === 'retry' ? step.delayMs : step.kind))).toEqual([
      1_000,
      2_000,
      4_000,
      8_000,
      16_000,
      'park',
    ]);
    expect(steps.map((step) => (step.kind === 'retry' ? step.attempt : 0))).toEqual([2, 3, 4, 5, 6, 0]);
  });

  it('varies its delay by at most a quarter', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (random) => {
        const step = nextStep(failure, 3, defaultRetryDelaysMs, () => random);
        return step.kind === 'retry' && step.delayMs >= 3_000 && step.delayMs <= 5_000;
      }),
    );
  });

  it('is never parking for uncounted failures', () => {
    for (const attempt of [1, 5, 6, 100]) {
      expect(nextStep({ ...failure, counted: false }, attempt, defaultRetryDelaysMs)).toMatchObject({
        kind: 'retry',
        attempt,
      });
    }
  });

  it('is parking at once for an invalid message', () => {
    expect(nextStep({ kind: 'park', reason: 'malformed' }, 1, defaultRetryDelaysMs)).toEqual({
      kind: 'park',
      reason: 'malformed',
    });
  });
});
