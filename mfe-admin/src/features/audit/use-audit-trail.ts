import type { AuditEntryAnswer } from '@kinmel/contracts';
import { mergePages } from '../../lists/owners/merge-pages.rules.ts';
import { type PagesOfOwners, pagesOfOwners } from '../../lists/owners/pages-of-owners.rules.ts';
import { type AuditOwner, type AuditView, auditCursorOf, ownersOf } from './audit.rules.ts';
import { auditApi, entriesPerPage } from './audit-api.ts';

/** The entries of all owners as one page. */
export function useAuditTrail(view: AuditView): PagesOfOwners<AuditOwner, AuditEntryAnswer> {
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
  return pagesOfOwners(asked, answers, (pages) =>
    mergePages(pages, entriesPerPage, auditCursorOf, 'descending'),
  );
}
