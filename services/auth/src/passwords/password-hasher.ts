import { ProblemError } from '@kinmel/service-kit';
import { hash, type Options, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

/** argon2id (the library's default) with OWASP's minimum cost: 19 MiB, two passes, one lane. */
const cost: Options = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/**
 * Keyboards write "é" as one character or as two, so passwords are compared in NFC. Older hashes are of the text as
 * typed.
 */
const normalizePassword = (password: string): string => password.normalize('NFC');

export interface PasswordHasherOptions {
  /** Concurrent hashes; more would only make each one slower. */
  readonly atOnce?: number;
  /** Waiting callers; further ones are refused. */
  readonly queue?: number;
}

/** Hashes all passwords, with limits on processor and memory use. */
export async function createPasswordHasher({ atOnce = 2, queue = 50 }: PasswordHasherOptions = {}) {
  const limit = pLimit(atOnce);
  const lastTaskByKey = new Map<string, Promise<void>>();
  let taskCount = 0;
  const unmatchedHash = await hash('no account has this password', cost);

  /** Throws 503 with `Retry-After` when the queue is full. */
  function refuseWhenFull(): void {
    if (taskCount < atOnce + queue) return;
    throw new ProblemError(
      'service-unavailable',
      'Many people sign in right now. Please try again in a moment.',
      undefined,
      { retryAfterSeconds: 2 },
    );
  }

  async function enqueue<Result>(task: () => Promise<Result>): Promise<Result> {
    refuseWhenFull();
    taskCount += 1;
    try {
      return await task();
    } finally {
      taskCount -= 1;
    }
  }

  async function runAfterSameKey<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const previous = lastTaskByKey.get(key);
    const result = previous ? previous.then(task) : task();
    const settled = result.then(ignore, ignore);
    lastTaskByKey.set(key, settled);
    try {
      return await result;
    } finally {
      if (lastTaskByKey.get(key) === settled) lastTaskByKey.delete(key);
    }
  }

  async function matches(passwordHash: string | undefined, password: string): Promise<boolean> {
    const exists = passwordHash !== undefined && passwordHash !== '';
    const comparedHash = exists ? passwordHash : unmatchedHash;
    for (const spelling of new Set([normalizePassword(password), password]))
      if (await verify(comparedHash, spelling)) return exists;
    return false;
  }

  return {
    refuseWhenFull,
    /** Waits in the queue. Rejects with 503 and `Retry-After` when the queue is full. */
    hash: (password: string): Promise<string> =>
      enqueue(() => limit(() => hash(normalizePassword(password), cost))),
    /** Without a hash (no account) it takes the same time and resolves with false. */
    verify: (passwordHash: string | undefined, password: string): Promise<boolean> =>
      enqueue(() => limit(() => matches(passwordHash, password))),
    /**
     * Runs a password check with its database calls as one queued task: reads account and counter, verifies,
     * counts a wrong password or saves the session. Tasks with the same key run sequentially, so that
     * concurrent requests cannot exceed a limit. The task must use the given `check`, which does not queue
     * again.
     */
    runQueued: <Result>(key: string, task: (check: typeof matches) => Promise<Result>) =>
      enqueue(() => runAfterSameKey(key, () => limit(() => task(matches)))),
  };
}

export type PasswordHasher = Awaited<ReturnType<typeof createPasswordHasher>>;

const ignore = () => undefined;
