const limit = 5;
const windowMs = 60_000;

/** Ends the restarts of a process that crashes again and again. */
export function restartLimit() {
  let crashes: number[] = [];
  return {
    /** Counts a crash. Returns what follows it, in words, and whether the process is to be started again. */
    crashed(how: string): { readonly isRestarted: boolean; readonly text: string } {
      crashes = [...crashes.filter((at) => at > Date.now() - windowMs), Date.now()];
      return crashes.length > limit
        ? { isRestarted: false, text: `${how}, ${limit} times within a minute: left stopped` }
        : { isRestarted: true, text: `${how}: starting it again` };
    },
  };
}
