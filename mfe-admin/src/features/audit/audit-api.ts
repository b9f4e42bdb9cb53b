import type { AuditEntryAnswer } from '@kinmel/contracts';
import { injectEndpoints, reading } from '@kinmel/web-kit';
import type { OwnerPage } from '../../lists/owners/pages-of-owners.rules.ts';
import { type AuditOwner, type AuditView, auditFilterOf, readAuditPage } from './audit.rules.ts';

export const entriesPerPage = 25;

export const auditAddress = (owner: AuditOwner) => `/api/admin/services/${owner}/audit`;

/** What each service answers of who did what; each keeps its own. */
export const auditApi = injectEndpoints((build) => ({
  listAuditEntries: build.query<
    OwnerPage<AuditEntryAnswer>,
    { readonly owner: AuditOwner; readonly view: AuditView }
  >({
    queryFn: ({ owner, view }, _api, _extra, send) =>
      reading(
        send({
          url: auditAddress(owner),
          params: { ...auditFilterOf(view), cursor: view.after, limit: entriesPerPage },
        }),
        readAuditPage,
      ),
    // It grows with every step of everybody.
    keepUnusedDataFor: 0,
  }),
}));
