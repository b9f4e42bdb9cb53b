import { ProblemError } from '@kinmel/service-kit';
import type { UserState } from './user.ts';

/** For concurrent changes of several tabs. */
const maxTries = 10;

/**
 * Runs a conditional write, and again on the account that `readAgain` resolves with while concurrent changes win. `write`
 * resolves with undefined when it did not happen.
 */
export async function writeAccount<Result>(
  account: UserState,
  write: (current: UserState) => Promise<Result | undefined>,
  readAgain: () => Promise<UserState | undefined>,
): Promise<Result> {
  let current: UserState | undefined = account;
  for (let tries = 0; current && tries < maxTries; tries += 1) {
    const result = await write(current);
    if (result !== undefined) return result;
    current = await readAgain();
  }
  throw new ProblemError('conflict', 'Your account was changed somewhere else. Please try again.');
}
