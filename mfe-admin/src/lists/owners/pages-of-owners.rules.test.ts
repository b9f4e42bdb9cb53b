import { mergePages, type OwnerPage } from './pages-of-owners.rules.ts';

const cursorOf = (row: string) => row;
/** What an owner that has these rows answers. */
const pageOf = (rows: readonly string[], after: string | null, size: number): OwnerPage<string> => {
  const rest = rows.filter((row) => after === null || row > after);
  return { rows: rest.slice(0, size), next: rest.length > size ? (rest[size - 1] ?? null) : null };
};

it('the pages of several owners are one list in their order, each row once', () => {
  const owners = [['a', 'd', 'e', 'f', 'g'], ['b', 'c'], []];
  const seen: string[][] = [];
  let after: string | null = null;
  do {
    const from: string | null = after;
    const page: OwnerPage<string> = mergePages(
      owners.map((rows) => pageOf(rows, from, 2)),
      2,
      cursorOf,
    );
    seen.push([...page.rows]);
    after = page.next;
  } while (after !== null);
  expect(seen).toEqual([['a', 'b'], ['c', 'd'], ['e', 'f'], ['g']]);
});

it('a list that is newest first is merged the other way round', () => {
  const pages = [
    { rows: ['e', 'b'], next: null },
    { rows: ['d', 'c'], next: 'c' },
  ];
  expect(mergePages(pages, 3, cursorOf, 'descending')).toEqual({ rows: ['e', 'd', 'c'], next: 'c' });
});

it('nothing of anybody is an empty last page', () => {
  expect(mergePages([pageOf([], null, 2)], 2, cursorOf)).toEqual({ rows: [], next: null });
  expect(mergePages([], 2, cursorOf)).toEqual({ rows: [], next: null });
});
