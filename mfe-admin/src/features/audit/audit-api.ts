import type { AuditEntryAnswer } from '@kinmel/contracts';
import { listOf, textOrEmpty } from '@kinmel/contracts/browser';
import { injectEndpoints } from '@kinmel/web-kit';
import * as z from 'zod/mini';
import { ownerPageAnswer, recordOf } from '../../answers.ts';
import { type RecordOwner, recordKinds } from '../../lists/records/record-kinds.rules.ts';
import type { AuditView } from './audit.rules.ts';
import { auditFilterOf } from './audit-filter.ts';

export const entriesPerPage = 25;

const auditEntry = recordOf<AuditEntryAnswer>({
  id: z.string(),
  at: z.string(),
  person: z.object({ id: textOrEmpty, name: textOrEmpty }),
  action: textOrEmpty,
  record: z.object({ kind: z.enum(recordKinds), id: z.catch(z.nullable(z.string()), null) }),
  changes: listOf(z.looseObject({ field: z.string() })),
});

export const auditPageAnswer = ownerPageAnswer(auditEntry);

export const auditAddress = (owner: RecordOwner) => `/api/admin/services/${owner}/audit`;

export const auditApi = injectEndpoints((build) => ({
  listAuditEntries: build.query({
    query: ({ owner, view }: { readonly owner: RecordOwner; readonly view: AuditView }) => ({
      url: auditAddress(owner),
      params: { ...auditFilterOf(view), cursor: view.after, limit: entriesPerPage },
    }),
    responseSchema: auditPageAnswer,
    keepUnusedDataFor: 0,
  }),
}));
