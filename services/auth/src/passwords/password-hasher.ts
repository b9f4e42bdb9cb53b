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
  /** True when the password fits. Without a hash (nobody has this account) it takes as long and answers false. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
  /**
   * What belongs to one check of a password, in one turn: counting the attempt and reading the account before it, forgetting
   * the attempts and saving the session after it. So many who ask at once neither get past a limit, nor meet it by right
   * passwords alone. The task is given the check; it waits for no second turn.
   */
  inTurn<Result>(task: (fits: PasswordHasher['verify']) => Promise<Result>): Promise<Result>;
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

  async function turn<Result>(task: () => Promise<Result>): Promise<Result> {
    refuseWhenFull();
    return limit(task);
  }

  async function fits(passwordHash: string | undefined, password: string): Promise<boolean> {
    const exists = passwordHash !== undefined && passwordHash !== '';
    return (await verify(exists ? passwordHash : nobody, password)) && exists;
  }

  return {
    refuseWhenFull,
    hash: (password) => turn(() => hash(password, cost)),
    verify: (passwordHash, password) => turn(() => fits(passwordHash, password)),
    inTurn: (task) => turn(() => task(fits)),
  };
}
