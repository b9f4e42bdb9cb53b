import { deprecated, type Facts } from './facts.ts';

/** A fact that instances of the released version and of this one, side by side, do not agree on. */
export interface Breach {
  readonly name: string;
  readonly why: string;
}

const withoutMark = (words: string) =>
  words.endsWith(deprecated) ? words.slice(0, -deprecated.length) : words;

/** `event order.placed lines[].name` is in `… lines[]`, `… lines`, `event order.placed` and `event`. */
const wholesOf = (name: string): string[] =>
  [...name.matchAll(/[ .[{|]/g)]
    .map(({ index }) => name.slice(0, index))
    // `event order.placed.v2` is in no `event order.placed`.
    .filter((whole) => name[whole.length] !== '.' || whole.split(' ').length > 2)
    .toReversed();

/** Why a fact that the released version does not have is a breach; undefined when it is none. */
function faultOfNew(name: string, words: string, released: Facts, head: Facts): string | undefined {
  if (name.startsWith('index '))
    return words === 'unique' && released.has(`stored ${name.split(' ')[1]}`)
      ? 'is a new unique index: the released version may write what it refuses. Limit it to documents with a new field (partialFilterExpression)'
      : undefined;
  const wholes = wholesOf(name);
  const isNewWhole = wholes.some((whole) => head.has(whole) && !released.has(whole));
  const whole = wholes.find((each) => released.has(each));
  if (isNewWhole || whole === undefined) return undefined;
  if (released.get(whole)?.includes('without other fields'))
    return `is new in ${whole}, where the released version refuses fields that it does not know`;
  return words.startsWith('optional')
    ? undefined
    : 'is new and required: the released version neither sends nor stores it. Make it optional';
}

/**
 * What two releases may not do in one: the released version reads and requires all that it has, so that a release adds
 * (expand), and a later one removes what the release between them has marked as deprecated (contract).
 */
export function breachesOf(released: Facts, head: Facts): Breach[] {
  const isDeprecated = (name: string) =>
    [name, ...wholesOf(name)].some((each) => released.get(each)?.endsWith(deprecated));
  const breaches: Breach[] = [];
  for (const [name, words] of released) {
    const now = head.get(name);
    // An index that is no longer declared stays in the database until it is retired.
    if (isDeprecated(name) || (now === undefined && name.startsWith('index '))) continue;
    if (now === undefined)
      breaches.push({ name, why: 'is gone: mark it as deprecated, and remove it in the release after' });
    else if (withoutMark(now) !== words)
      breaches.push({ name, why: `was "${words}" and is "${withoutMark(now)}"` });
  }
  for (const [name, words] of head) {
    const why = released.has(name) ? undefined : faultOfNew(name, words, released, head);
    if (why !== undefined) breaches.push({ name, why });
  }
  return breaches;
}
