import { changeRecord, ProblemError } from '@kinmel/service-kit';
import type { UserState } from './user.ts';

const changedElsewhere = () =>
  new ProblemError('conflict', 'Your account was changed somewhere else. Please try again.');

/**
 * Runs a conditional write, and again on the account that `readAgain` resolves with while concurrent changes win. `write`
 * resolves with undefined when it did not happen.
 */
export async function writeAccount<Result>(
  account: UserState,
  write: (current: UserState) => Promise<Result | undefined>,
  readAgain: () => Promise<UserState | undefined>,
): Promise<Result> {
  let known: UserState | undefined = account;
  let result: Result | undefined;
  await changeRecord({
    async read() {
      const current = known ?? (await readAgain());
      if (!current) throw changedElsewhere();
      known = undefined;
      return current;
    },
    decide: (current) => current,
    async save(current) {
      result = await write(current);
      return result !== undefined;
    },
    busy: changedElsewhere,
  });
  return result as Result;
}
