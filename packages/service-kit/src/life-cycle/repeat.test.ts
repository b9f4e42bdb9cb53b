import { repeat } from './repeat.ts';

describe('repeat', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('runs at the interval, never concurrently, and continues after a failure', async () => {
    const errors: unknown[] = [];
    const roundEnds: (() => void)[] = [];
    const round = jest.fn(
      () =>
        new Promise<void>((resolve, reject) => {
          roundEnds.push(round.mock.calls.length === 2 ? () => reject(new Error('broken')) : resolve);
        }),
    );
    const work = repeat(1000, round, (error) => errors.push(error));
    work.start();
    work.start();
    expect(round).toHaveBeenCalledTimes(0);
    await jest.advanceTimersByTimeAsync(3000);
    expect(round).toHaveBeenCalledTimes(1);
    roundEnds[0]?.();
    await jest.advanceTimersByTimeAsync(1000);
    expect(round).toHaveBeenCalledTimes(2);
    roundEnds[1]?.();
    await jest.advanceTimersByTimeAsync(1000);
    expect(errors).toEqual([new Error('broken')]);
    expect(round).toHaveBeenCalledTimes(3);

    let isStopped = false;
    const stopped = work.stop().then(() => {
      isStopped = true;
    });
    await jest.advanceTimersByTimeAsync(5000);
    expect(isStopped).toBe(false);
    roundEnds[2]?.();
    await stopped;
    await jest.advanceTimersByTimeAsync(5000);
    expect(round).toHaveBeenCalledTimes(3);
  });

  it('signals a long round to end on stop, and can be started again', async () => {
    const signals: AbortSignal[] = [];
    const work = repeat(
      1000,
      (stopping) => {
        signals.push(stopping);
        return new Promise<void>((resolve) => stopping.addEventListener('abort', () => resolve()));
      },
      () => undefined,
    );
    work.start();
    await jest.advanceTimersByTimeAsync(1000);
    await work.stop();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    work.start();
    await jest.advanceTimersByTimeAsync(1000);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    await work.stop();
  });

  it('limits how long stop waits', async () => {
    const work = repeat(
      1000,
      () => new Promise(() => undefined),
      () => undefined,
      { stopWithinMs: 50 },
    );
    work.start();
    await jest.advanceTimersByTimeAsync(1000);
    let isStopped = false;
    const stopped = work.stop().then(() => {
      isStopped = true;
    });
    await jest.advanceTimersByTimeAsync(49);
    expect(isStopped).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(isStopped).toBe(true);
    await stopped;
  });
});
