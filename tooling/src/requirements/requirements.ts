/** One row of the requirements checklist. */
export interface RequirementRow {
  /** `AREA-nn`, as tests and `docs/coverage.md` quote it. */
  id: string;
  area: string;
  statement: string;
}

/** What is known about one area: each row is in exactly one of the three lists. */
export interface AreaCoverage {
  area: string;
  /** Rows that the name of a test quotes. */
  tested: string[];
  /** Rows that `docs/coverage.md` explains: it says where they are checked. */
  explained: string[];
  open: string[];
}

/** Reads the rows `| AREA-nn | statement | …` of the checklist, leaving the conflicts and silences out. */
export function readRows(checklist: string): RequirementRow[] {
  const rows: RequirementRow[] = [];
  for (const [, id = '', statement = ''] of checklist.matchAll(/^\| ([A-Z]+-\d+) \| (.+?) \|/gm)) {
    const area = id.slice(0, id.indexOf('-'));
    if (area !== 'CONF' && area !== 'SIL') rows.push({ id, area, statement });
  }
  return rows;
}

/**
 * Finds every row id that a text quotes: `CARD-05`, lists (`CARD-11, 12`, `CARD-11/12`, `CARD-05 and 06`) and
 * ranges (`LIST-05 to 07`, `LIST-05 to LIST-07`).
 */
export function quotedIds(text: string): Set<string> {
  const ids = new Set<string>();
  const chain = /\b([A-Z]{2,6})-(\d{2,3})((?:(?:\s*(?:,|\/|–|\bto\b|\band\b)\s*)+(?:\1-)?\d{2,3}\b)*)/g;
  for (const [, area = '', first = '', rest = ''] of text.matchAll(chain)) {
    const width = first.length;
    const idOf = (number: number) => `${area}-${String(number).padStart(width, '0')}`;
    let previous = Number(first);
    ids.add(idOf(previous));
    for (const [, joint = '', digits = ''] of rest.matchAll(
      /((?:\s*(?:,|\/|–|\bto\b|\band\b)\s*)+)(?:[A-Z]+-)?(\d{2,3})/g,
    )) {
      const number = Number(digits);
      const isRange = /to|–/.test(joint);
      for (let next = isRange ? previous + 1 : number; next <= number; next += 1) ids.add(idOf(next));
      previous = number;
    }
  }
  return ids;
}

/**
 * The names that a test file gives to its tests and groups; ids in comments or data prove nothing. The table of an
 * `each` counts when the name is made from it.
 */
export function testNames(source: string): string[] {
  const calls = source.matchAll(
    /\b(?:it|test|describe)(?:\.(?:each|for)\(([\s\S]*?)\)(?=\s*\()|\.[a-z]+)*\s*\(\s*(['"`])((?:\\.|(?!\2)[\s\S])*?)\2/g,
  );
  return [...calls].map(([, table = '', , name = '']) => (/[%$]/.test(name) ? `${name}\n${table}` : name));
}

/**
 * The rows that `docs/coverage.md` explains: those that begin an entry of its section "Rows without a test that names
 * them", when the text of that entry names where they are checked (a file in backticks or a link). Ids inside the
 * text claim nothing.
 */
export function explainedRows(
  coverageDocument: string,
  isFile: (path: string) => boolean,
): { rows: Set<string>; withoutPlace: string[] } {
  const section = coverageDocument.split(/^## /m).find((part) => part.startsWith('Rows without')) ?? '';
  const rows = new Set<string>();
  const withoutPlace: string[] = [];
  for (const [, head = '', text = ''] of section.matchAll(/^- ([^:\n]+):((?:.|\n(?!\n|- ))*)/gm)) {
    const places = [...text.matchAll(/`([^`\s]+)`|\]\(([^)\s]+)\)/g)].map(
      ([, path, link]) => path ?? `docs/${link}`,
    );
    if (places.some(isFile)) for (const id of quotedIds(head)) rows.add(id);
    else withoutPlace.push(head);
  }
  return { rows, withoutPlace };
}

/** Sorts every row into tested, explained or open. */
export function coverageByArea(
  rows: readonly RequirementRow[],
  tested: ReadonlySet<string>,
  explained: ReadonlySet<string>,
): AreaCoverage[] {
  const areas = new Map<string, AreaCoverage>();
  for (const { id, area } of rows) {
    const coverage = areas.get(area) ?? { area, tested: [], explained: [], open: [] };
    areas.set(area, coverage);
    if (tested.has(id)) coverage.tested.push(id);
    else if (explained.has(id)) coverage.explained.push(id);
    else coverage.open.push(id);
  }
  return [...areas.values()];
}

/** The areas that `docs/coverage.md` marks as done with the number of rows each had then: `| HOME | 12 |`. */
export function doneAreas(coverageDocument: string): Map<string, number> {
  const section = coverageDocument.split(/^## /m).find((part) => part.startsWith('Areas done')) ?? '';
  return new Map(
    [...section.matchAll(/^\| ([A-Z]+) \| (\d+) \|/gm)].map(([, area = '', count = '']) => [
      area,
      Number(count),
    ]),
  );
}

/** What is wrong with the areas that are marked as done; empty when they hold. */
export function brokenPromises(areas: readonly AreaCoverage[], done: ReadonlyMap<string, number>): string[] {
  const faults: string[] = [];
  for (const [name, count] of done) {
    const area = areas.find((candidate) => candidate.area === name);
    if (!area) {
      faults.push(`${name} is marked as done and has no rows`);
      continue;
    }
    const rows = area.tested.length + area.explained.length + area.open.length;
    if (rows < count) faults.push(`${name} had ${count} rows when it was done and has ${rows} now`);
    if (area.open.length > 0)
      faults.push(`${name} is marked as done and has open rows: ${area.open.join(', ')}`);
  }
  return faults;
}
