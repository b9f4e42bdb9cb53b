import type { Mail } from '@kinmel/contracts';
import { injectEndpoints, reading } from '@kinmel/web-kit';
import { readMails } from './mail-answers.rules.ts';

/** What became of mails; asked for by the details of orders and by the page that follows one. */
export const mailsApi = injectEndpoints((build) => ({
  /** Those that tell of one order or request, newest first. */
  listMailsAbout: build.query<readonly Mail[], string>({
    queryFn: (record, _api, _extra, send) =>
      reading(send({ url: '/api/admin/mails', params: { record, limit: 100 } }), readMails),
    // A mail is sent some time after the change that it tells of.
    keepUnusedDataFor: 0,
  }),
  /** A failed mail waits for the next attempt again. */
  retryMail: build.mutation<true, string>({
    queryFn: (mailId, _api, _extra, send) =>
      reading(
        send({ url: `/api/admin/mails/${encodeURIComponent(mailId)}/retry`, method: 'POST' }),
        () => true as const,
      ),
  }),
}));
