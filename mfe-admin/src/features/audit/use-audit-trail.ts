import type { AuditEntryAnswer } from '@kinmel/contracts';
import { mergePages, type OwnerPage } from '../../lists/owners/merge-pages.rules.ts';
import { type AuditOwner, type AuditView, auditCursorOf, ownersOf } from './audit.rules.ts';
import { auditApi, entriesPerPage } from './audit-api.ts';

/** An owner whose entries did not come. */
export interface MissingPart {
  readonly owner: AuditOwner;
  readonly part: string;
  readonly isFetching: boolean;
  readonly retry: () => void;
}

interface AuditTrail {
  readonly page: OwnerPage<AuditEntryAnswer>;
  readonly isLoading: boolean;
  readonly isFetching: boolean;
  readonly missing: readonly MissingPart[];
  /** Nobody has answered. */
  readonly hasFailed: boolean;
  readonly refresh: () => void;
}

/** The entries of all owners as one page; what one of them does not answer is missing, and the rest is shown. */
export function useAuditTrail(view: AuditView): AuditTrail {
  const asked = ownersOf(view.kind);
  const options = (owner: AuditOwner) => ({
    skip: !asked.some((one) => one.owner === owner),
    refetchOnMountOrArgChange: true,
  });
  const { useListAuditEntriesQuery: useEntries } = auditApi;
  const answers = {
    catalog: useEntries({ owner: 'catalog', view }, options('catalog')),
    offer: useEntries({ owner: 'offer', view }, options('offer')),
    order: useEntries({ owner: 'order', view }, options('order')),
    'service-request': useEntries({ owner: 'service-request', view }, options('service-request')),
    notification: useEntries({ owner: 'notification', view }, options('notification')),
  };
  const failed = asked.filter(({ owner }) => answers[owner].error !== undefined);
  const pages = asked.flatMap(({ owner }) => {
    const { currentData, error } = answers[owner];
    return currentData && error === undefined ? [currentData] : [];
  });
  return {
    page: mergePages(pages, entriesPerPage, auditCursorOf, 'descending'),
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
