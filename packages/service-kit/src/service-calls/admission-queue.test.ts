import { type AdmissionQueue, createAdmissionQueue } from './admission-queue.ts';

let time = 0;
let queue: AdmissionQueue;
let begun: number[];
let ends: (() => void)[];

beforeEach(() => {
  jest.useFakeTimers();
  time = 0;
  begun = [];
  ends = [];
  queue = createAdmissionQueue({
    atOnce: 2,
    burstWaitMs: 1_000,
    overloadWaitMs: 50,
    standingAfterMs: 200,
    refusal: () => new Error('busy'),
    now: () => time,
  });
});

afterEach(() => jest.useRealTimers());

/** The state of a task: `waiting`, `begun`, `done` or `busy`. */
function work(number: number): { state: string } {
  const outcome = { state: 'waiting' };
  const follow = async () => {
    try {
      await queue.run(async () => {
        begun.push(number);
        outcome.state = 'begun';
        await new Promise<void>((resolve) => ends.push(resolve));
      });
      outcome.state = 'done';
    } catch (error) {
      outcome.state = (error as Error).message;
    }
  };
  void follow();
  return outcome;
}

const pass = async (ms: number) => {
  time += ms;
  await jest.advanceTimersByTimeAsync(ms);
};

const endFirst = async () => {
  ends.shift()?.();
  await pass(0);
};

describe('an admission queue', () => {
  it('queues a burst and runs it in order', async () => {
    const all = [1, 2, 3, 4].map(work);
    await pass(900);
    expect(begun).toEqual([1, 2]);
    while (ends.length > 0) await endFirst();
    expect(begun).toEqual([1, 2, 3, 4]);
    expect(all.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done']);
  });

  it('refuses a task that waits too long, without running it', async () => {
    const [, , late] = [1, 2, 3].map(work);
    await pass(1_000);
    expect([late?.state, begun]).toEqual(['busy', [1, 2]]);
  });

  it('refuses sooner while the queue never empties, and waits longer again afterwards', async () => {
    const first = [1, 2, 3].map(work);
    await pass(201);
    const hurried = work(4);
    await pass(50);
    expect([hurried.state, first[2]?.state]).toEqual(['busy', 'waiting']);
    while (ends.length > 0) await endFirst();
    const [, , patient] = [5, 6, 7].map(work);
    await pass(500);
    expect(patient?.state).toBe('waiting');
    await endFirst();
    expect(patient?.state).toBe('begun');
  });

  it('frees the slot of a failed task', async () => {
    const failed = queue.run(() => Promise.reject(new Error('broken')));
    await expect(failed).rejects.toThrow('broken');
    const [one, other] = [work(1), work(2)];
    await pass(0);
    expect([one?.state, other?.state]).toEqual(['begun', 'begun']);
  });
});
