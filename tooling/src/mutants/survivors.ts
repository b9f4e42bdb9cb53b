/** A mutant that no test notices, and why none should. */
export interface Survivor {
  readonly file: string;
  /** Name of the mutator, as the report of StrykerJS gives it. */
  readonly mutator: string;
  /** The source text that was replaced; runs of white space count as one space. */
  readonly replaced: string;
  /** What it was replaced by. */
  readonly by: string;
  readonly reason: string;
}

export const survivors: readonly Survivor[] = [];
