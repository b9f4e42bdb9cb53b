import type { WorkItem, WorkOwner } from '@kinmel/contracts';
import { textOrEmpty } from '@kinmel/contracts/browser';
import { injectEndpoints } from '@kinmel/web-kit';
import * as z from 'zod/mini';
import { jsonRequest } from '../../admin-api.ts';
import { ownerPageAnswer, recordOf, valueAnswer } from '../../answers.ts';
import { ownerOf } from '../../lists/records/record-kinds.rules.ts';
import { type WorkView, workKinds } from './work.rules.ts';

export const workPerPage = 20;

const workItem = recordOf<WorkItem>({
  id: z.string(),
  kind: z.enum(workKinds),
  promisedAt: z.string(),
  version: z.number(),
  title: textOrEmpty,
  customer: textOrEmpty,
});

const queueOf = (owner: WorkOwner) => `/api/admin/services/${owner}/work`;

export interface Assignment {
  readonly item: Pick<WorkItem, 'kind' | 'id' | 'version'>;
  readonly assignee: 'me' | 'nobody';
}

export const workApi = injectEndpoints((build) => ({
  listWork: build.query({
    query: ({ owner, mine, kind, after }: WorkView & { readonly owner: WorkOwner }) => ({
      url: queueOf(owner),
      params: { mine: mine ? 'true' : undefined, kind, cursor: after, limit: workPerPage },
    }),
    responseSchema: ownerPageAnswer(workItem),
    keepUnusedDataFor: 0,
  }),
  assignWork: build.mutation({
    query: ({ item: { kind, id, version }, assignee }: Assignment) =>
      jsonRequest('PUT', `${queueOf(ownerOf(kind))}/${kind}/${encodeURIComponent(id)}/assignee`, {
        assignee,
        version,
      }),
    responseSchema: valueAnswer(workItem),
  }),
}));
