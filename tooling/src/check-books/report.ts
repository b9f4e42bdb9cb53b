import type { Books } from './books.ts';

/** A line that begins with an id. `key` identifies the offence even if figures in its text change. */
export type Offence = string | { readonly text: string; readonly key: string };

/** An invariant of the stored data of a shop (`docs/requirements/hard-cases.md`). */
export interface Invariant {
  readonly id: string;
  readonly sentence: string;
  /** Plural noun for the checked records. */
  readonly counted: string;
  readonly count: (books: Books) => number;
  /** @param note a remark after the count */
  readonly offences: (
    books: Books,
    note: (text: string) => void,
  ) => Iterable<Offence> | AsyncIterable<Offence>;
}

/** The result for one invariant, which holds when there are no offences. */
export interface Finding extends Pick<Invariant, 'id' | 'sentence' | 'counted'> {
  readonly count: number;
  readonly offences: readonly { readonly text: string; readonly key: string }[];
}

export async function judge(
  { id, sentence, counted, count, offences }: Invariant,
  books: Books,
): Promise<Finding> {
  const notes = new Set<string>();
  const offencesByKey = new Map<string, { text: string; key: string }>();
  for await (const offence of offences(books, (text) => void notes.add(text))) {
    const { text, key } = typeof offence === 'string' ? { text: offence, key: offence } : offence;
    offencesByKey.set(key, { text, key });
  }
  return {
    id,
    sentence,
    count: count(books),
    counted: [counted, ...notes].join(', '),
    offences: [...offencesByKey.values()],
  };
}

/** The offences that both checks found; others were work in progress. */
export function lastingFindings(earlier: readonly Finding[], laterFindings: readonly Finding[]): Finding[] {
  const keysOf = ({ id, offences }: Finding) => offences.map(({ key }) => `${id} ${key}`);
  const earlierKeys = new Set(earlier.flatMap(keysOf));
  return laterFindings.map((finding) => ({
    ...finding,
    offences: finding.offences.filter(({ key }) => earlierKeys.has(`${finding.id} ${key}`)),
  }));
}

const maxShown = 10;

export function report(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ id, sentence, count, counted, offences }) => [
    `${id.padEnd(5)} ${offences.length === 0 ? 'holds ' : 'BROKEN'}  ${sentence} (${count} ${counted})`,
    ...offences.slice(0, maxShown).map(({ text }) => `        ${text}`),
    ...(offences.length > maxShown ? [`        … and ${offences.length - maxShown} more`] : []),
  ]);
}

export const isBroken = (findings: readonly Finding[]): boolean =>
  findings.some(({ offences }) => offences.length > 0);
