import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The ids of the rows `| AREA-nn | statement | …` of the checklist, without the conflicts and silences. */
export const rowIds = (checklist: string): string[] =>
  [...checklist.matchAll(/^\| ((?!CONF-|SIL-)[A-Z]+-\d+) \| .+? \|/gm)].map(([, id = '']) => id);

/**
 * Finds every row id that a text quotes: `CARD-05`, lists (`CARD-11, 12`, `CARD-11/12`, `CARD-05 and 06`) and
 * ranges (`LIST-05 to 07`, `LIST-05 to LIST-07`).
 */
export function quotedIds(text: string): Set<string> {
  const ids = new Set<string>();
  const idList = /\b([A-Z]{2,6})-(\d{2,3})((?:(?:\s*(?:,|\/|–|\bto\b|\band\b)\s*)+(?:\1-)?\d{2,3}\b)*)/g;
  for (const [, area = '', first = '', list = ''] of text.matchAll(idList)) {
    const idOf = (number: number) => `${area}-${String(number).padStart(first.length, '0')}`;
    let previous = Number(first);
    ids.add(idOf(previous));
    for (const [, separator = '', digits = ''] of list.matchAll(/([^A-Z\d]+)(?:[A-Z]+-)?(\d{2,3})/g)) {
      const number = Number(digits);
      const isRange = /to|–/.test(separator);
      for (let next = isRange ? previous + 1 : number; next <= number; next += 1) ids.add(idOf(next));
      previous = number;
    }
  }
  return ids;
}

/**
 * The names of the tests and groups in a test file; ids in comments or data prove nothing. The table of an `each`
 * counts when it is used in the name.
 */
export function testNames(source: string): string[] {
  const calls = source.matchAll(
    /\b(?:it|test|describe)(?:\.(?:each|for)\(([\s\S]*?)\)(?=\s*\()|\.[a-z]+)*\s*\(\s*(['"`])((?:\\.|(?!\2)[\s\S])*?)\2/g,
  );
  return [...calls].map(([, table = '', , name = '']) => (/[%$]/.test(name) ? `${name}\n${table}` : name));
}

/**
 * The rows that begin an entry of the section "Rows without a test that names them" of `docs/coverage.md`, when the entry
 * names where they are checked (a file in backticks or a link). Ids inside the text do not count.
 */
export function explainedRows(
  coverageDocument: string,
  isFile: (path: string) => boolean,
): { rows: Set<string>; withoutPlace: string[] } {
  const section = coverageDocument.split(/^## /m).find((part) => part.startsWith('Rows without')) ?? '';
  const rows = new Set<string>();
  const withoutPlace: string[] = [];
  for (const [, ids = '', text = ''] of section.matchAll(/^- ([^:\n]+):((?:.|\n(?!\n|- ))*)/gm)) {
    const places = [...text.matchAll(/`([^`\s]+)`|\]\(([^)\s]+)\)/g)].map(
      ([, path, link]) => path ?? `docs/${link}`,
    );
    if (places.some(isFile)) for (const id of quotedIds(ids)) rows.add(id);
    else withoutPlace.push(ids);
  }
  return { rows, withoutPlace };
}

const repository = join(import.meta.dirname, '../../..');

const testFiles = '{packages,gateway,render,services,shell,mfe-*,tooling,e2e}/**/*.test.{ts,tsx}';

/** Coverage of the checklist by the tests and by `docs/coverage.md`: each row of an area is in exactly one of its lists. */
export async function repositoryCoverage() {
  const ids = rowIds(await readFile(join(repository, 'docs/requirements/requirements.md'), 'utf8'));
  const tested = new Set<string>();
  for await (const file of glob(testFiles, { cwd: repository, exclude: (path) => path === 'node_modules' })) {
    if (file.includes('node_modules') || file.startsWith('tooling/src/requirements/')) continue;
    for (const name of testNames(await readFile(join(repository, file), 'utf8')))
      for (const id of quotedIds(name)) tested.add(id);
  }
  const coverageDocument = await readFile(join(repository, 'docs/coverage.md'), 'utf8');
  const explained = explainedRows(coverageDocument, (path) => existsSync(join(repository, path)));
  const areas = Map.groupBy(ids, (id) => id.slice(0, id.indexOf('-')));
  return {
    areas: [...areas].map(([area, rows]) => ({
      area,
      /** Quoted in a test name. */
      tested: rows.filter((id) => tested.has(id)),
      /** `docs/coverage.md` says where they are checked. */
      explained: rows.filter((id) => !tested.has(id) && explained.rows.has(id)),
      open: rows.filter((id) => !tested.has(id) && !explained.rows.has(id)),
    })),
    withoutPlace: explained.withoutPlace,
  };
}
