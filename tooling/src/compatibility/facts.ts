/**
 * What services exchange and store: facts by name, such as `integer minimum 1` by
 * `event order.placed lines[].quantity`. The name of a part starts with the name of its container.
 */
export type Facts = ReadonlyMap<string, string>;

/** Suffix of a fact that this release no longer reads, so that the next release may remove it. */
export const deprecated = ' deprecated';

/** One line for each fact, sorted by name. */
export const factsText = (facts: Facts): string =>
  [...facts]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, words]) => `${name}: ${words}\n`)
    .join('');

/** Lines that begin with `#` are comments. */
export const parseFacts = (text: string): Facts =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const end = line.indexOf(': ');
        return [line.slice(0, end), line.slice(end + 2)] as const;
      }),
  );
