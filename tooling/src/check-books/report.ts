/** Something that breaks an invariant. */
export interface Offender {
  /** The same at every look at the same fault, also while figures move beside it. */
  readonly key: string;
  /** One line that begins with the id. */
  readonly text: string;
}

/** What the check of one invariant found. It holds when there are no offenders. */
export interface Finding {
  readonly id: string;
  readonly title: string;
  /** How many things were looked at. */
  readonly count: number;
  readonly counted: string;
  readonly offenders: readonly Offender[];
}

/**
 * Findings without what was not wrong at an earlier look. A shop that sells while it is read always has something
 * under way; what is wrong twice, with time in between, is wrong.
 */
export function lasting(earlier: readonly Finding[], later: readonly Finding[]): Finding[] {
  const before = new Set(earlier.flatMap(({ offenders }) => offenders.map(({ key }) => key)));
  return later.map((finding) => ({
    ...finding,
    offenders: finding.offenders.filter(({ key }) => before.has(key)),
  }));
}

const mostShown = 10;

/** One line per invariant, and below it at most ten of those that break it. */
export function report(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ id, title, count, counted, offenders }) => [
    `${id.padEnd(5)} ${offenders.length === 0 ? 'holds ' : 'BROKEN'}  ${title} (${count} ${counted})`,
    ...offenders.slice(0, mostShown).map(({ text }) => `        ${text}`),
    ...(offenders.length > mostShown ? [`        … and ${offenders.length - mostShown} more`] : []),
  ]);
}

export const isBroken = (findings: readonly Finding[]): boolean =>
  findings.some(({ offenders }) => offenders.length > 0);
