import {
  listMails as listMailsEndpoint,
  type QueryOf,
  retryMail as retryMailEndpoint,
} from '@kinmel/contracts';
import {
  auditEntry,
  type ContentOf,
  maskContact,
  ProblemError,
  paginationOf,
  type Route,
  route,
  type StaffCall,
} from '@kinmel/service-kit';
import type { MailsContext } from './write-mail.ts';

export const mailsRoutes = (context: MailsContext): Route[] => [
  route(listMailsEndpoint, ({ query }) => listMails(context, query)),
  route(retryMailEndpoint, ({ params, staff }) => retryMail(context, params.mailId, staff)),
];

/** Mails by their outcome, newest first, without content and with masked addresses. */
async function listMails({ mails }: Pick<MailsContext, 'mails'>, query: QueryOf<typeof listMailsEndpoint>) {
  const page = await mails.list(query);
  return {
    data: page.mails.map((mail) => ({ ...mail, to: maskContact(mail.to) })),
    pagination: paginationOf(query, page.total),
  };
}

/** Retries a failed mail with all its attempts (NOT-M4). */
async function retryMail(
  { mails, now }: Pick<MailsContext, 'mails' | 'now'>,
  mailId: string,
  by?: StaffCall,
): Promise<ContentOf<typeof retryMailEndpoint>> {
  const entry = auditEntry(
    by,
    { kind: 'mail', id: mailId },
    { before: { state: 'failed' }, after: { state: 'waiting' }, shownFields: 'all' },
  );
  const mail = await mails.retry(mailId, now(), entry);
  if (mail === undefined) {
    if ((await mails.find(mailId)) === undefined)
      throw new ProblemError('not-found', 'There is no such mail.');
    throw new ProblemError('conflict', 'Only a failed mail whose content is still of use can be sent again.');
  }
  return { ...mail, to: maskContact(mail.to) };
}
