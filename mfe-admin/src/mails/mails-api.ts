import type { Mail } from '@kinmel/contracts';
import { listOf } from '@kinmel/contracts/browser';
import { injectEndpoints } from '@kinmel/web-kit';
import * as z from 'zod/mini';
import { jsonRequest } from '../admin-api.ts';
import { doneAnswer, recordOf, valueAnswer } from '../answers.ts';

const mail = recordOf<Mail>({ mailId: z.string(), subject: z.string() });

export const mailsApi = injectEndpoints((build) => ({
  /** The mails about one order or request, newest first. */
  listMailsAbout: build.query({
    query: (record: string) => ({ url: '/api/admin/mails', params: { record, limit: 100 } }),
    responseSchema: valueAnswer(listOf(mail)),
    // Mails are queued some time after the change that they are about.
    keepUnusedDataFor: 0,
  }),
  /** Queues a failed mail for another attempt. */
  retryMail: build.mutation({
    query: (mailId: string) => jsonRequest('POST', `/api/admin/mails/${encodeURIComponent(mailId)}/retry`),
    responseSchema: doneAnswer,
  }),
}));
