import { repositoryCoverage } from './repository-coverage.ts';
import {
  brokenPromises,
  coverageByArea,
  doneAreas,
  explainedRows,
  quotedIds,
  readRows,
  testNames,
} from './requirements.ts';

describe('quoted row ids', () => {
  it.each([
    ['shows the name (CARD-03)', ['CARD-03']],
    ['CARD-11/12', ['CARD-11', 'CARD-12']],
    ['(LIST-05 to 07, LIST-15)', ['LIST-05', 'LIST-06', 'LIST-07', 'LIST-15']],
    ['LIST-05 to LIST-07', ['LIST-05', 'LIST-06', 'LIST-07']],
    ['CART-27, 28 and 30', ['CART-27', 'CART-28', 'CART-30']],
    ['A-05 and UTF-8', []],
  ])('are found in %s', (text, ids) => {
    expect([...quotedIds(text)]).toEqual(ids);
  });

  it('count only in the names of tests', () => {
    const source =
      "// CARD-01\nit('shows CARD-02', () => { const id = 'CARD-03'; });\nit.each([1])(`CARD-04 %s`, f);";
    expect([...quotedIds(testNames(source).join('\n'))]).toEqual(['CARD-02', 'CARD-04']);
  });

  it('count in a table when the name is made from it', () => {
    const source = "it.each([\n['CARD-01', f(1)],\n])('links (%s)', g);\nit.each(['CARD-05'])('fixed', g);";
    expect([...quotedIds(testNames(source).join('\n'))]).toEqual(['CARD-01']);
  });
});

describe('rows explained by docs/coverage.md', () => {
  const explained = (text: string) =>
    explainedRows(
      `## Areas done\n\n| ENT | 2 |\n\n- ENT-09: \`there.ts\`\n\n## Rows without a test\n\n${text}`,
      (path) => ['there.ts', 'docs/decisions/0001-a.md'].includes(path),
    );

  it('are those that begin an entry, and no id inside its text', () => {
    const { rows, withoutPlace } = explained(
      '- ENT-01, 02: like ENT-03, held by\n  `there.ts`.\n- CONST-01: [decision](decisions/0001-a.md)\n',
    );
    expect([...rows]).toEqual(['ENT-01', 'ENT-02', 'CONST-01']);
    expect(withoutPlace).toEqual([]);
  });

  it('are none when the entry names no place, or one that is not there', () => {
    const { rows, withoutPlace } = explained('- ENT-01: is held.\n- ENT-02: in `lost.ts`.\n');
    expect([...rows]).toEqual([]);
    expect(withoutPlace).toEqual(['ENT-01', 'ENT-02']);
  });
});

describe('areas', () => {
  const rows = readRows(
    '| ID | Statement |\n| HOME-01 | A hero | ui |\n| HOME-02 | A grid | ui |\n| CONF-01 | x | y |',
  );

  it('hold the rows of the checklist and no decisions', () => {
    expect(rows.map((row) => row.id)).toEqual(['HOME-01', 'HOME-02']);
  });

  it('marked as done fail with an open row', () => {
    const areas = coverageByArea(rows, new Set(['HOME-01']), new Set());
    expect(brokenPromises(areas, doneAreas('## Areas done\n\n| HOME | 2 |\n'))).toEqual([
      'HOME is marked as done and has open rows: HOME-02',
    ]);
  });

  it('marked as done fail when a row is lost', () => {
    const areas = coverageByArea(rows.slice(0, 1), new Set(['HOME-01']), new Set());
    expect(brokenPromises(areas, new Map([['HOME', 2]]))).toHaveLength(1);
  });

  it('marked as done in this repository keep every row', async () => {
    const { areas, done, rowCount, withoutPlace } = await repositoryCoverage();
    expect(rowCount).toBe(893);
    expect(withoutPlace).toEqual([]);
    expect(brokenPromises(areas, done)).toEqual([]);
  });
});
