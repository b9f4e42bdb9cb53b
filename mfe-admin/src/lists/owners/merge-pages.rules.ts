/** A page of one owner; `next` is null on its last. */
export interface OwnerPage<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/**
 * One page of several owners that each have answered a page from the same cursor on, in the same order. A cursor names a place in that
 * order and not a row, so that it means the same to every owner, also to one that was down before.
 * @param cursorOf the place of a row; cursors compare as text, in the order of the list or, of a list that is newest first, against it
 */
export function mergePages<Row>(
  pages: readonly OwnerPage<Row>[],
  pageSize: number,
  cursorOf: (row: Row) => string,
  order: 'ascending' | 'descending' = 'ascending',
): OwnerPage<Row> {
  const sign = order === 'ascending' ? 1 : -1;
  const all = pages
    .flatMap(({ rows }) => rows)
    .map((row) => ({ row, cursor: cursorOf(row) }))
    .sort((a, b) => sign * (a.cursor < b.cursor ? -1 : a.cursor > b.cursor ? 1 : 0));
  const shown = all.slice(0, pageSize);
  const hasMore = all.length > shown.length || pages.some(({ next }) => next !== null);
  return { rows: shown.map(({ row }) => row), next: hasMore ? (shown.at(-1)?.cursor ?? null) : null };
}
