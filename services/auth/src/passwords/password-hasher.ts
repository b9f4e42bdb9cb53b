import { ProblemError } from '@kinmel/service-kit';
import { hash, type Options, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

/** argon2id (the library's default kind) with the smallest cost that OWASP recommends: 19 MiB, two passes, one lane. */
const cost: Options = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

export interface PasswordHasherOptions {
  /** How many hashes are computed at once; more make each slower and none more. */
  readonly atOnce?: number;
  /** How many wait at most; who comes after them is told to come again. */
  readonly queue?: number;
}

export interface PasswordHasher {
  /** Throws 503 with `Retry-After` when too many wait: before anything is spent on a caller who would be sent away. */
  refuseWhenFull(): void;
  /** Waits for its turn; rejects with 503 and `Retry-After` when too many wait. */
  hash(password: string): Promise<string>;
  /**
   * True when the password fits. Without a hash (nobody has this account) it takes as long and answers false. Attempts are
   * counted, and forgotten after a right password, while it is this caller's turn: so many who ask at once neither get past a
   * limit, nor meet it by right passwords alone.
   */
  verify(
    passwordHash: string | undefined,
    password: string,
    attempts?: { count(): Promise<void>; forget(): Promise<void> },
  ): Promise<boolean>;
}

/** The one place that hashes passwords, with a bound on its share of the processor and memory. */
export async function createPasswordHasher({
  atOnce = 2,
  queue = 50,
}: PasswordHasherOptions = {}): Promise<PasswordHasher> {
  const limit = pLimit(atOnce);
  const nobody = await hash('nobody has this password', cost);

  function refuseWhenFull(): void {
    if (limit.pendingCount < queue) return;
    throw new ProblemError(
      'service-unavailable',
      'Many people sign in right now. Please try again in a moment.',
      undefined,
      { retryAfterSeconds: 2 },
    );
  }

  function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    refuseWhenFull();
    return limit(task);
  }

  return {
    refuseWhenFull,
    hash: async (password) => inTurn(() => hash(password, cost)),
    verify: async (passwordHash, password, attempts) =>
      inTurn(async () => {
        await attempts?.count();
        const exists = passwordHash !== undefined && passwordHash !== '';
        const fits = (await verify(exists ? passwordHash : nobody, password)) && exists;
        if (fits) await attempts?.forget();
        return fits;
      }),
  };
}
