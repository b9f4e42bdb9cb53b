import { type AdmissionQueue, createAdmissionQueue } from './admission-queue.ts';

let time = 0;
let queue: AdmissionQueue;
let startedTasks: number[];
let finishers: (() => void)[];

beforeEach(() => {
  jest.useFakeTimers();
  time = 0;
  startedTasks = [];
  finishers = [];
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
        startedTasks.push(number);
        outcome.state = 'begun';
        await new Promise<void>((resolve) => finishers.push(resolve));
      });
      outcome.state = 'done';
    } catch (error) {
      outcome.state = (error as Error).message;
    }
  };
  void follow();
  return outcome;
}

const advance = async (ms: number) => {
  time += ms;
  await jest.advanceTimersByTimeAsync(ms);
};

const endFirst = async () => {
  finishers.shift()?.();
  await advance(0);
};

describe('an admission queue', () => {
  it('queues a burst and runs it in order', async () => {
    const tasks = [1, 2, 3, 4].map(work);
    await advance(900);
    expect(startedTasks).toEqual([1, 2]);
    while (finishers.length > 0) await endFirst();
    expect(startedTasks).toEqual([1, 2, 3, 4]);
    expect(tasks.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done']);
  });

  it('refuses a task that waits too long, without running it', async () => {
    const [, , lateTask] = [1, 2, 3].map(work);
    await advance(1_000);
    expect([lateTask?.state, startedTasks]).toEqual(['busy', [1, 2]]);
  });

  it('refuses sooner while the queue never empties, and waits longer again afterwards', async () => {
    const firstTasks = [1, 2, 3].map(work);
    await advance(201);
    const refusedTask = work(4);
    await advance(50);
    expect([refusedTask.state, firstTasks[2]?.state]).toEqual(['busy', 'waiting']);
    while (finishers.length > 0) await endFirst();
    const [, , waitingTask] = [5, 6, 7].map(work);
    await advance(500);
    expect(waitingTask?.state).toBe('waiting');
    await endFirst();
    expect(waitingTask?.state).toBe('begun');
  });

  it('frees the slot of a failed task', async () => {
    const failed = queue.run(() => Promise.reject(new Error('broken')));
    await expect(failed).rejects.toThrow('broken');
    const [one, other] = [work(1), work(2)];
    await advance(0);
    expect([one?.state, other?.state]).toEqual(['begun', 'begun']);
  });
});
