import { explainedRows, quotedIds, repositoryCoverage, rowIds, testNames } from './requirements.ts';

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

  it('are found only in test names', () => {
    const source =
      "// CARD-01\nit('shows CARD-02', () => { const id = 'CARD-03'; });\nit.each([1])(`CARD-04 %s`, f);";
    expect([...quotedIds(testNames(source).join('\n'))]).toEqual(['CARD-02', 'CARD-04']);
  });

  it('are found in the table of an `each` whose name uses it', () => {
    const source = "it.each([\n['CARD-01', f(1)],\n])('links (%s)', g);\nit.each(['CARD-05'])('fixed', g);";
    expect([...quotedIds(testNames(source).join('\n'))]).toEqual(['CARD-01']);
  });
});

describe('rows explained by docs/coverage.md', () => {
  const explainedIn = (text: string) =>
    explainedRows(`## Other rows\n\n- ENT-09: \`there.ts\`\n\n## Rows without a test\n\n${text}`, (path) =>
      ['there.ts', 'docs/decisions/0001-a.md'].includes(path),
    );

  it('are the ids at the start of an entry', () => {
    const { rows, withoutPlace } = explainedIn(
      '- ENT-01, 02: like ENT-03, held by\n  `there.ts`.\n- CONST-01: [decision](decisions/0001-a.md)\n',
    );
    expect([...rows]).toEqual(['ENT-01', 'ENT-02', 'CONST-01']);
    expect(withoutPlace).toEqual([]);
  });

  it('are not those of an entry without an existing file', () => {
    const { rows, withoutPlace } = explainedIn('- ENT-01: is held.\n- ENT-02: in `lost.ts`.\n');
    expect([...rows]).toEqual([]);
    expect(withoutPlace).toEqual(['ENT-01', 'ENT-02']);
  });
});

it('rowIds leaves out conflicts and silences', () => {
  const checklist =
    '| ID | Statement |\n| HOME-01 | A hero | ui |\n| HOME-02 | A grid | ui |\n| CONF-01 | x | y |';
  expect(rowIds(checklist)).toEqual(['HOME-01', 'HOME-02']);
});

it('every row of the requirements is tested or explained', async () => {
  const { areas, withoutPlace } = await repositoryCoverage();
  const rows = areas.flatMap(({ tested, explained, open }) => [...tested, ...explained, ...open]);
  expect(rows).toHaveLength(893);
  expect(withoutPlace).toEqual([]);
  expect(areas.flatMap(({ open }) => open)).toEqual([]);
});
