import type { OwnerPage } from './merge-pages.rules.ts';

/** An owner that is asked for its part of a list, and what that part is called. */
export interface AskedOwner<Owner extends string> {
  readonly owner: Owner;
  readonly part: string;
}

/** What a query says of one owner's page. */
export interface OwnerAnswer<Row> {
  readonly currentData?: OwnerPage<Row> | undefined;
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** An owner whose part did not come. */
interface MissingPart<Owner extends string> extends AskedOwner<Owner> {
  readonly isFetching: boolean;
  readonly retry: () => void;
}

/** The pages of several owners as one. */
export interface PagesOfOwners<Owner extends string, Row> {
  readonly page: OwnerPage<Row>;
  readonly isLoading: boolean;
  readonly isFetching: boolean;
  readonly missing: readonly MissingPart<Owner>[];
  /** Nobody has answered. */
  readonly hasFailed: boolean;
  readonly refresh: () => void;
}

/** Joins the answers of all owners that are asked; what one of them does not answer is missing, and the rest is shown. */
export function pagesOfOwners<Owner extends string, Row>(
  asked: readonly AskedOwner<Owner>[],
  answers: Readonly<Record<Owner, OwnerAnswer<Row>>>,
  merge: (pages: readonly OwnerPage<Row>[]) => OwnerPage<Row>,
): PagesOfOwners<Owner, Row> {
  const failed = asked.filter(({ owner }) => answers[owner].error !== undefined);
  const pages = asked.flatMap(({ owner }) => {
    const { currentData, error } = answers[owner];
    return currentData && error === undefined ? [currentData] : [];
  });
  return {
    page: merge(pages),
    // A page that lacks the part of an owner that is still on its way would move under the pointer.
    isLoading: asked.some(({ owner }) => !answers[owner].currentData && answers[owner].error === undefined),
    isFetching: asked.some(({ owner }) => answers[owner].isFetching),
    hasFailed: failed.length === asked.length,
    missing: failed.map(({ owner, part }) => ({
      owner,
      part,
      isFetching: answers[owner].isFetching,
      retry: () => void answers[owner].refetch(),
    })),
    refresh: () => {
      for (const { owner } of asked) void answers[owner].refetch();
    },
  };
}
