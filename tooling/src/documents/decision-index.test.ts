import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { testFolder } from '@kinmel/testing/folder';
import { decisionIndex } from './decision-index.ts';

const { root: repository, ...files } = testFolder();
const write = (file: string, text: string) => files.write(`docs/decisions/${file}`, text);
beforeEach(() => {
  files.clear();
  write(
    '0002-b.md',
    '# 2. Second\n\nArea: Pages. Date: 2026-01-02. State: superseded by [decision 3](0003-c.md).\n\nText.',
  );
  write('0001-a.md', '# 1. First\n\nArea: Pages. Date: 2026-01-01. State: in force.\n');
  write('0004-d.md', '# 4. Fourth\n\nArea: Mails. Date: 2026-01-04. State: in force.\n');
});

describe('the index of decisions', () => {
  it('lists decisions by area, in order, with their state', () => {
    const lines = decisionIndex(repository).split('\n');
    expect(lines.filter((line) => /^(## |\| \[)/.test(line))).toEqual([
      '## Mails',
      '| [4. Fourth](0004-d.md) | 2026-01-04 | in force |',
      '## Pages',
      '| [1. First](0001-a.md) | 2026-01-01 | in force |',
      '| [2. Second](0002-b.md) | 2026-01-02 | superseded by [decision 3](0003-c.md) |',
    ]);
  });

  it('refuses a page without an area', () => {
    write('0003-c.md', '# 3. Third\n\nDate: 2026-01-03. State: in force.\n');
    expect(() => decisionIndex(repository)).toThrow(
      'docs/decisions/0003-c.md begins with no title, area, date and state',
    );
  });

  it('refuses two pages with one number', () => {
    write('0002-c.md', '# 2. Other\n\nArea: Pages. Date: 2026-01-03. State: in force.\n');
    expect(() => decisionIndex(repository)).toThrow(
      'docs/decisions/0002-c.md has the number of another decision',
    );
  });

  it('has each decision that code and documents name', () => {
    const root = join(__dirname, '../../..');
    const recorded = new Set(
      readdirSync(join(root, 'docs/decisions')).map((file) => Number.parseInt(file, 10)),
    );
    // Decisions name those that they replace; requirements, generated files and this test contain other numbers.
    const excludedPaths = [
      'docs/api',
      'docs/decisions',
      'docs/how-to/record-a-decision.md',
      'docs/requirements',
      'tooling/src/documents/decision-index.test.ts',
    ];
    const matches = execFileSync(
      'git',
      ['grep', '-IhoE', '[Dd]ecisions? [0-9]+', '--', '.', ...excludedPaths.map((path) => `:!${path}`)],
      { cwd: root, encoding: 'utf8' },
    );
    const numbers = matches
      .trim()
      .split('\n')
      .map((text) => Number(text.split(' ')[1]));
    expect(numbers.filter((number) => !recorded.has(number))).toEqual([]);
  });
});
