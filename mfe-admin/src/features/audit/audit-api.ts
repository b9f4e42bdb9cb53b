import type { AuditEntryAnswer } from '@kinmel/contracts';
import { listOf, type Readable, textOrEmpty } from '@kinmel/contracts/browser';
import { injectEndpoints } from '@kinmel/web-kit';
import * as z from 'zod/mini';
import { ownerPageAnswer } from '../../answers.ts';
import { type RecordOwner, recordKinds } from '../../lists/records/record-kinds.rules.ts';
import { type AuditView, auditFilterOf } from './audit.rules.ts';

export const entriesPerPage = 25;

const plain = z.catch(z.nullable(z.union([z.string(), z.number(), z.boolean()])), null);

const auditEntry: Readable<AuditEntryAnswer> = z.object({
  id: z.string(),
  at: z.string(),
  person: z.object({ id: textOrEmpty, name: textOrEmpty }),
  action: textOrEmpty,
  record: z.object({ kind: z.enum(recordKinds), id: z.catch(z.nullable(z.string()), null) }),
  changes: z.catch(
    listOf(
      z.object({
        field: z.string(),
        before: plain,
        after: plain,
        isPersonal: z.catch(z.boolean(), false),
      }),
    ),
    [],
  ),
  note: textOrEmpty,
  requestId: textOrEmpty,
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
