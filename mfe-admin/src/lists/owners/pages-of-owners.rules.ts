import type { ListReply } from '../list-declaration.ts';

/** A page of one owner; `next` is null on its last. */
export interface OwnerPage<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/** An owner that is asked for its part of a list, and what that part is called. */
interface AskedOwner<Owner extends string> {
  readonly owner: Owner;
  readonly part: string;
}

/** What a query says of one owner's page. */
interface OwnerAnswer<Row> {
  readonly currentData?: OwnerPage<Row> | undefined;
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
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

/** Joins the answers of all owners that are asked; the part of one that fails is missing, and the rest is shown. */
export function pagesOfOwners<Owner extends string, Row>(
  asked: readonly AskedOwner<Owner>[],
  answers: Readonly<Record<Owner, OwnerAnswer<Row>>>,
  merge: (pages: readonly OwnerPage<Row>[]) => OwnerPage<Row>,
): ListReply<Row> {
  const all = asked.map(({ owner, part }) => ({ owner, part, ...answers[owner] }));
  const failed = all.filter(({ error }) => error !== undefined);
  // A page without the part of an owner that is still loading would move under the pointer.
  const isLoading = all.some(({ currentData, error }) => !currentData && error === undefined);
  const data = isLoading
    ? undefined
    : merge(
        all.flatMap(({ currentData, error }) => (currentData && error === undefined ? [currentData] : [])),
      );
  return {
    data,
    currentData: data,
    error: failed.length === asked.length ? failed[0]?.error : undefined,
    isFetching: all.some(({ isFetching }) => isFetching),
    missing: failed.map(({ owner, part, isFetching, refetch }) => ({
      owner,
      part,
      isFetching,
      retry: () => void refetch(),
    })),
    refetch: () => {
      for (const { refetch } of all) void refetch();
    },
  };
}
