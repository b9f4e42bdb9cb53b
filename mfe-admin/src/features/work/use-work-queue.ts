import type { WorkItem, WorkOwner } from '@kinmel/contracts';
import { useAppDispatch } from '@kinmel/web-kit';
import { mergePages, type OwnerPage } from '../../lists/owners/merge-pages.rules.ts';
import { ownerOf, type WorkView, workCursorOf, workOwners } from './work.rules.ts';
import { workApi, workPerPage } from './work-api.ts';

/** An owner whose part of the queue did not come. */
export interface MissingPart {
  readonly owner: WorkOwner;
  readonly part: string;
  readonly isFetching: boolean;
  readonly retry: () => void;
}

interface WorkQueue {
  readonly page: OwnerPage<WorkItem>;
  readonly isLoading: boolean;
  readonly isFetching: boolean;
  readonly missing: readonly MissingPart[];
  /** Nobody has answered. */
  readonly hasFailed: boolean;
  readonly refresh: () => void;
  /** Shows a record otherwise than it was answered, where it stands. */
  readonly patch: (item: WorkItem) => void;
}

/** The queue of all owners as one page; what one of them does not answer is missing, and the rest is shown. */
export function useWorkQueue(view: WorkView): WorkQueue {
  const dispatch = useAppDispatch();
  const asked = workOwners.filter(({ owner }) => view.kind === undefined || ownerOf(view.kind) === owner);
  const isAsked = (owner: WorkOwner) => asked.some((one) => one.owner === owner);
  const options = (owner: WorkOwner) => ({ skip: !isAsked(owner), refetchOnMountOrArgChange: true });
  const answers = {
    order: workApi.useListWorkQuery({ ...view, owner: 'order' }, options('order')),
    'service-request': workApi.useListWorkQuery(
      { ...view, owner: 'service-request' },
      options('service-request'),
    ),
  };
  const failed = asked.filter(({ owner }) => answers[owner].error !== undefined);
  const pages = asked.flatMap(({ owner }) => {
    const { currentData, error } = answers[owner];
    return currentData && error === undefined ? [currentData] : [];
  });
  return {
    page: mergePages(pages, workPerPage, workCursorOf),
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
    patch: (item) => {
      const query = { ...view, owner: ownerOf(item.kind) };
      dispatch(
        workApi.util.updateQueryData('listWork', query, (before) => ({
          ...before,
          rows: before.rows.map((row) => (row.id === item.id ? item : row)),
        })),
      );
    },
  };
}
