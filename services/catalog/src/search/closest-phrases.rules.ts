/** As many typing mistakes as a text of this length may hold: none in the shortest, where they make another word. */
const typosIn = (text: string) => (text.length < 4 ? 0 : text.length < 6 ? 1 : 2);

/**
 * How many letters have to be changed, added, left out or swapped until the typed text is the beginning of the
 * phrase; undefined above the limit. Digits name models, so a wrong one is another phrase and no typing mistake.
 */
export function typosToBeginning(typed: string, phrase: string, limit: number): number | undefined {
  const tooMany = limit + 1;
  const costOf = (letter = '') => (letter >= '0' && letter <= '9' ? tooMany : 1);
  const width = Math.min(phrase.length, typed.length + limit);
  let before: number[] = [];
  let last = [0];
  for (let place = 1; place <= width; place += 1)
    last.push(Math.min(tooMany, (last[place - 1] ?? 0) + costOf(phrase[place - 1])));

  for (let row = 1; row <= typed.length; row += 1) {
    const letter = typed[row - 1];
    const now = last.map(() => tooMany);
    const from = Math.max(0, row - limit);
    const to = Math.min(width, row + limit);
    let least = tooMany;
    for (let place = from; place <= to; place += 1) {
      const other = phrase[place - 1];
      let cost = (last[place] ?? tooMany) + costOf(letter);
      if (place > 0) {
        const change = letter === other ? 0 : Math.max(costOf(letter), costOf(other));
        cost = Math.min(
          cost,
          (last[place - 1] ?? tooMany) + change,
          (now[place - 1] ?? tooMany) + costOf(other),
        );
        const isSwapped = letter !== other && letter === phrase[place - 2] && typed[row - 2] === other;
        if (isSwapped)
          cost = Math.min(cost, (before[place - 2] ?? tooMany) + Math.max(costOf(letter), costOf(other)));
      }
      now[place] = Math.min(tooMany, cost);
      least = Math.min(least, now[place] ?? tooMany);
    }
    if (least > limit) return undefined;
    before = last;
    last = now;
  }
  const typos = Math.min(...last);
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
