import { ProblemError } from '../http/problem-error.ts';

/** Attempts when other writers change the record concurrently. */
const maxTries = 8;

interface RecordChange<State, Decision> {
  /** Rejects when the record does not exist. */
  readonly read: () => Promise<State>;
  /** Decides by a rule what to save; undefined changes nothing. Throws to refuse the change. */
  readonly decide: (before: State) => Decision | Promise<Decision>;
  /**
   * Saves state, events and audit entry in one conditional write; false when another write was first, and then nothing
   * is saved.
   */
  readonly save: (before: State, decision: Exclude<Decision, undefined>) => Promise<boolean>;
  /** The error text after too many conflicts: "This product is being changed by others." */
  readonly busy: string | (() => ProblemError);
}

/**
 * Changes a stored record: reads it, decides by a rule, saves the decision, and starts over with the newer record when
 * another write was first. `decision` is undefined when nothing was saved.
 */
export async function changeRecord<State, Decision>({
  read,
  decide,
  save,
  busy,
}: RecordChange<State, Decision>): Promise<{ readonly before: State; readonly decision: Decision }> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const before = await read();
    const decision: Decision = await decide(before);
    const isSaved = decision === undefined || (await save(before, decision as Exclude<Decision, undefined>));
    if (isSaved) return { before, decision };
  }
  throw typeof busy === 'string' ? new ProblemError('conflict', `${busy} Please try again.`) : busy();
}
