import type { WorkItem, WorkOwner } from '@kinmel/contracts';
import { injectEndpoints, reading } from '@kinmel/web-kit';
import type { OwnerPage } from '../../lists/owners/pages-of-owners.rules.ts';
import { ownerOf, readWorkItem, readWorkPage, type WorkView } from './work.rules.ts';

export const workPerPage = 20;

const queueOf = (owner: WorkOwner) => `/api/admin/services/${owner}/work`;

/** What one owner is asked for. */
export type WorkQuery = WorkView & { readonly owner: WorkOwner };

export interface Assignment {
  readonly item: Pick<WorkItem, 'kind' | 'id' | 'version'>;
  readonly assignee: 'me' | 'nobody';
}

/** The requests of the work queue; each owner answers for its own. */
export const workApi = injectEndpoints((build) => ({
  listWork: build.query<OwnerPage<WorkItem>, WorkQuery>({
    queryFn: ({ owner, mine, kind, after }, _api, _extra, send) =>
      reading(
        send({
          url: queueOf(owner),
          params: { mine: mine ? 'true' : undefined, kind, cursor: after, limit: workPerPage },
        }),
        readWorkPage,
      ),
    // What waits changes with every step of everybody.
    keepUnusedDataFor: 0,
  }),
  assignWork: build.mutation<WorkItem, Assignment>({
    queryFn: ({ item: { kind, id, version }, assignee }, _api, _extra, send) =>
      reading(
        send({
          url: `${queueOf(ownerOf(kind))}/${kind}/${encodeURIComponent(id)}/assignee`,
          method: 'PUT',
          body: { assignee, version },
        }),
        readWorkItem,
      ),
  }),
}));
