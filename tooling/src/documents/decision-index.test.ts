import { testFolder } from '@kinmel/testing/folder';
import { decisionIndex } from './decision-index.ts';

const { root: repository, ...files } = testFolder();
const write = (file: string, text: string) => files.write(`docs/decisions/${file}`, text);
beforeEach(() => {
  files.clear();
  write(
    '0002-b.md',
    '# 2. Second\n\nDate: 2026-01-02. State: superseded by [decision 3](0003-c.md).\n\nText.',
  );
  write('0001-a.md', '# 1. First\n\nDate: 2026-01-01. State: in force.\n');
});

describe('the index of decisions', () => {
  it('lists decisions in order with their state', () => {
    expect(decisionIndex(repository).trimEnd().split('\n').slice(-2)).toEqual([
      '| [1. First](0001-a.md) | 2026-01-01 | in force |',
      '| [2. Second](0002-b.md) | 2026-01-02 | superseded by [decision 3](0003-c.md) |',
    ]);
  });

  it('refuses a page without a state', () => {
    write('0003-c.md', '# 3. Third\n\nDate: 2026-01-03.\n');
    expect(() => decisionIndex(repository)).toThrow(
      'docs/decisions/0003-c.md begins with no title, date and state',
    );
  });

  it('refuses two pages with one number', () => {
    write('0002-c.md', '# 2. Other\n\nDate: 2026-01-03. State: in force.\n');
    expect(() => decisionIndex(repository)).toThrow(
      'docs/decisions/0002-c.md has the number of another decision',
    );
  });
});
