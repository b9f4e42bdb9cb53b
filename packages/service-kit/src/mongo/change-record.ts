import { ProblemError } from '../http/problem-error.ts';

/** For concurrent writers of one record. */
const maxTries = 8;

interface RecordChange<State, Decided> {
  /** Rejects when there is no such record. */
  readonly read: () => Promise<State>;
  /** What is saved, by a rule; undefined: nothing changes. Throws to refuse the change. */
  readonly decide: (before: State) => Decided | Promise<Decided>;
  /** State, events and audit entry in one conditional write; false, and nothing is saved, when another write was first. */
  readonly save: (before: State, decision: Exclude<Decided, undefined>) => Promise<boolean>;
  /** For a caller that loses to others each time: "This product is being changed by others." */
  readonly busy: string | (() => ProblemError);
}

/**
 * The frame of every change of a stored record: reads it, decides by a rule, saves the decision, and decides again on the
 * newer record when another write was first. `decision` is undefined when nothing was saved.
 */
export async function changeRecord<State, Decided>({
  read,
  decide,
  save,
  busy,
}: RecordChange<State, Decided>): Promise<{ readonly before: State; readonly decision: Decided }> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const before = await read();
    const decision: Decided = await decide(before);
    const isSaved = decision === undefined || (await save(before, decision as Exclude<Decided, undefined>));
    if (isSaved) return { before, decision };
  }
  throw typeof busy === 'string' ? new ProblemError('conflict', `${busy} Please try again.`) : busy();
}
