import { mergePages, type OwnerPage } from './pages-of-owners.rules.ts';

const cursorOf = (row: string) => row;
/** The answer of a service with these rows. */
const pageOf = (rows: readonly string[], after: string | null, size: number): OwnerPage<string> => {
  const followingRows = rows.filter((row) => after === null || row > after);
  return {
    rows: followingRows.slice(0, size),
    next: followingRows.length > size ? (followingRows[size - 1] ?? null) : null,
  };
};

it('merges the pages of several services in order, each row once', () => {
  const owners = [['a', 'd', 'e', 'f', 'g'], ['b', 'c'], []];
  const pagesRead: string[][] = [];
  let after: string | null = null;
  do {
    const from: string | null = after;
    const page: OwnerPage<string> = mergePages(
      owners.map((rows) => pageOf(rows, from, 2)),
      2,
      cursorOf,
    );
    pagesRead.push([...page.rows]);
    after = page.next;
  } while (after !== null);
  expect(pagesRead).toEqual([['a', 'b'], ['c', 'd'], ['e', 'f'], ['g']]);
});

it('merges newest-first pages in reverse', () => {
  const pages = [
    { rows: ['e', 'b'], next: null },
    { rows: ['d', 'c'], next: 'c' },
  ];
  expect(mergePages(pages, 3, cursorOf, 'descending')).toEqual({ rows: ['e', 'd', 'c'], next: 'c' });
});

it('merges empty pages into an empty last page', () => {
  expect(mergePages([pageOf([], null, 2)], 2, cursorOf)).toEqual({ rows: [], next: null });
  expect(mergePages([], 2, cursorOf)).toEqual({ rows: [], next: null });
});
