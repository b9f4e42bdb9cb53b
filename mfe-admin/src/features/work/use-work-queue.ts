import type { WorkItem, WorkOwner } from '@kinmel/contracts';
import { useAppDispatch } from '@kinmel/web-kit';
import { mergePages } from '../../lists/owners/merge-pages.rules.ts';
import { type PagesOfOwners, pagesOfOwners } from '../../lists/owners/pages-of-owners.rules.ts';
import { ownerOf, type WorkView, workCursorOf, workOwners } from './work.rules.ts';
import { workApi, workPerPage } from './work-api.ts';

interface WorkQueue extends PagesOfOwners<WorkOwner, WorkItem> {
  /** Shows a record otherwise than it was answered, where it stands. */
  readonly patch: (item: WorkItem) => void;
}

/** The queue of all owners as one page. */
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
  return {
    ...pagesOfOwners(asked, answers, (pages) => mergePages(pages, workPerPage, workCursorOf)),
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
