import { deprecated, type Facts } from './facts.ts';

/** A fact that is incompatible between instances of the released version and of this one, which run side by side. */
export interface Breach {
  readonly name: string;
  readonly why: string;
}

const withoutMark = (words: string) =>
  words.endsWith(deprecated) ? words.slice(0, -deprecated.length) : words;

/** The containers of a fact: of `event order.placed lines[].name` they are `… lines[]`, `… lines`, `event order.placed` and `event`. */
const containersOf = (name: string): string[] =>
  [...name.matchAll(/[ .[{|]/g)]
    .map(({ index }) => name.slice(0, index))
    // `event order.placed` does not contain `event order.placed.v2`.
    .filter((container) => name[container.length] !== '.' || container.split(' ').length > 2)
    .toReversed();

/** Why a fact that the released version does not have is a breach; undefined when it is none. */
function faultOfNew(name: string, words: string, released: Facts, head: Facts): string | undefined {
  if (name.startsWith('index '))
    return words === 'unique' && released.has(`stored ${name.split(' ')[1]}`)
      ? 'is a new unique index: the released version may write what it refuses. Limit it to documents with a new field (partialFilterExpression)'
      : undefined;
  const containers = containersOf(name);
  const isNewContainer = containers.some((container) => head.has(container) && !released.has(container));
  const container = containers.find((fact) => released.has(fact));
  if (isNewContainer || container === undefined) return undefined;
  if (released.get(container)?.includes('without other fields'))
    return `is new in ${container}, where the released version refuses fields that it does not know`;
  return words.startsWith('optional')
    ? undefined
    : 'is new and required: the released version neither sends nor stores it. Make it optional';
}

/**
 * The incompatible changes. The released version reads and requires all of its facts, so a release only adds (expand), and
 * a later one removes what the release between them has marked as deprecated (contract).
 */
export function breachesOf(released: Facts, head: Facts): Breach[] {
  const isDeprecated = (name: string) =>
    [name, ...containersOf(name)].some((fact) => released.get(fact)?.endsWith(deprecated));
  const breaches: Breach[] = [];
  for (const [name, words] of released) {
    const headWords = head.get(name);
    // An index that is no longer declared stays in the database until it is retired.
    if (isDeprecated(name) || (headWords === undefined && name.startsWith('index '))) continue;
    if (headWords === undefined)
      breaches.push({ name, why: 'is gone: mark it as deprecated, and remove it in the release after' });
    else if (withoutMark(headWords) !== words)
      breaches.push({ name, why: `was "${words}" and is "${withoutMark(headWords)}"` });
  }
  for (const [name, words] of head) {
    const why = released.has(name) ? undefined : faultOfNew(name, words, released, head);
    if (why !== undefined) breaches.push({ name, why });
  }
  return breaches;
}
