import type { RepeatedRequest } from '@kinmel/ui';
import type { ListReply } from '../list-declaration.ts';

/** A page of one service; `next` is null on the last. */
export interface OwnerPage<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/** Cursor of a row: a position by time, valid for every service. */
export const cursorAt = (at: string, id: string): string => `${at}_${id}`;

/** The format of `cursorAt`. */
export const timeCursorPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[0-9a-f]{24}$/;

interface OwnerAnswer<Row> extends RepeatedRequest {
  readonly currentData?: OwnerPage<Row> | undefined;
  readonly error?: unknown;
}

/**
 * Merges the pages of several services that start at the same cursor. A cursor is a position in the sort order, not a
 * row, so it is valid for every service.
 * @param cursorOf cursors compare as text in the order of the list, or in reverse when it is newest first
 */
export function mergePages<Row>(
  pages: readonly OwnerPage<Row>[],
  pageSize: number,
  cursorOf: (row: Row) => string,
  order: 'ascending' | 'descending' = 'ascending',
): OwnerPage<Row> {
  const sign = order === 'ascending' ? 1 : -1;
  const sorted = pages
    .flatMap(({ rows }) => rows)
    .map((row) => ({ row, cursor: cursorOf(row) }))
    .sort((a, b) => sign * (a.cursor < b.cursor ? -1 : a.cursor > b.cursor ? 1 : 0));
  const page = sorted.slice(0, pageSize);
  const hasMore = sorted.length > page.length || pages.some(({ next }) => next !== null);
  return { rows: page.map(({ row }) => row), next: hasMore ? (page.at(-1)?.cursor ?? null) : null };
}

/** Joins the answers of the requested services. A failed part is reported as missing. */
export function pagesOfOwners<Owner extends string, Row>(
  owners: readonly { readonly owner: Owner; readonly part: string }[],
  answers: Readonly<Record<Owner, OwnerAnswer<Row>>>,
  merge: (pages: readonly OwnerPage<Row>[]) => OwnerPage<Row>,
): ListReply<Row> {
  const parts = owners.map(({ owner, part }) => ({ owner, part, ...answers[owner] }));
  const failed = parts.filter(({ error }) => error !== undefined);
  // In a partial page, rows would move when the missing ones arrive.
  const isLoading = parts.some(({ currentData, error }) => !currentData && error === undefined);
  const data = isLoading
    ? undefined
    : merge(
        parts.flatMap(({ currentData, error }) => (currentData && error === undefined ? [currentData] : [])),
      );
  return {
    data,
    currentData: data,
    error: failed.length === owners.length ? failed[0]?.error : undefined,
    isFetching: parts.some(({ isFetching }) => isFetching),
    missing: failed,
    refetch: () => {
      for (const { refetch } of parts) void refetch();
    },
  };
}
