/** As many typing mistakes as a text of this length may hold: none in the shortest, where they make another word. */
const typosIn = (text: string) => (text.length < 4 ? 0 : text.length < 6 ? 1 : 2);

/** Digits name models, so a wrong one is another phrase and no typing mistake. */
const costOf = (letter: number, tooMany: number) => (letter >= 48 && letter <= 57 ? tooMany : 1);

/** Three rows of the table below, used again for each phrase: there are thousands for each letter that is typed. */
let rows = [new Uint8Array(0), new Uint8Array(0), new Uint8Array(0)] as const;

/**
 * How many letters have to be changed, added, left out or swapped until the typed text is the beginning of the
 * phrase; undefined above the limit.
 */
export function typosToBeginning(typed: string, phrase: string, limit: number): number | undefined {
  const tooMany = limit + 1;
  const width = Math.min(phrase.length, typed.length + limit);
  if (rows[0].length <= width) {
    const size = 2 * width + 16;
    rows = [new Uint8Array(size), new Uint8Array(size), new Uint8Array(size)];
  }
  let [before, last, now] = rows;
  last[0] = 0;
  for (let position = 1; position <= width; position += 1)
    last[position] = Math.min(
      tooMany,
      (last[position - 1] ?? 0) + costOf(phrase.charCodeAt(position - 1), tooMany),
    );

  for (let row = 1; row <= typed.length; row += 1) {
    const letter = typed.charCodeAt(row - 1);
    const ownCost = costOf(letter, tooMany);
    now.fill(tooMany, 0, width + 1);
    const from = Math.max(0, row - limit);
    const to = Math.min(width, row + limit);
    let least = tooMany;
    for (let position = from; position <= to; position += 1) {
      let cost = (last[position] ?? tooMany) + ownCost;
      if (position > 0) {
        const other = phrase.charCodeAt(position - 1);
        const otherCost = costOf(other, tooMany);
        const change = letter === other ? 0 : Math.max(ownCost, otherCost);
        cost = Math.min(
          cost,
          (last[position - 1] ?? tooMany) + change,
          (now[position - 1] ?? tooMany) + otherCost,
        );
        const isSwapped =
          letter !== other &&
          row > 1 &&
          position > 1 &&
          letter === phrase.charCodeAt(position - 2) &&
          typed.charCodeAt(row - 2) === other;
        if (isSwapped)
          cost = Math.min(cost, (before[position - 2] ?? tooMany) + Math.max(ownCost, otherCost));
      }
      now[position] = Math.min(tooMany, cost);
      least = Math.min(least, cost);
    }
    if (least > limit) return undefined;
    [before, last, now] = [last, now, before];
  }
  let typos = tooMany;
  for (let position = 0; position <= width; position += 1) typos = Math.min(typos, last[position] ?? tooMany);
  return typos > limit ? undefined : typos;
}

/**
 * The phrases that the typed text, with as few typing mistakes as possible, begins. Keys are in lower case, as
 * typed; the order is that of the given phrases.
 */
export function closestPhrases<Phrase extends { readonly key: string }>(
  typed: string,
  phrases: readonly Phrase[],
): Phrase[] {
  let limit = typosIn(typed);
  let closest: Phrase[] = [];
  if (limit === 0) return closest;
  for (const phrase of phrases) {
    const typos = typosToBeginning(typed, phrase.key, limit);
    if (typos === undefined) continue;
    if (typos < limit) closest = [];
    limit = typos;
    closest.push(phrase);
  }
  return closest;
}
