import { listMails as listMailsEndpoint, retryMail as retryMailEndpoint } from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import { listMails } from './list-mails.ts';
import { retryMail } from './retry-mail.ts';
import type { MailsContext } from './write-mail.ts';

export const mailsRoutes = (context: MailsContext): Route[] => [
  route(listMailsEndpoint, ({ query }) => listMails(context, query)),
  route(retryMailEndpoint, ({ params, staff }) => retryMail(context, params.mailId, staff)),
];
