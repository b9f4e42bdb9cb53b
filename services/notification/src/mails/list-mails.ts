import type { AnswerOf, listMails as endpoint, QueryOf } from '@kinmel/contracts';
import { maskContact } from '@kinmel/service-kit';
import type { MailsContext } from './write-mail.ts';

/** Mails by their outcome, newest first, without content and with masked addresses. */
export async function listMails(
  { mails }: Pick<MailsContext, 'mails'>,
  { state, to, record, page, limit }: QueryOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const found = await mails.list({ state, to, record, page, limit });
  const totalPages = Math.ceil(found.total / limit);
  return {
    success: true,
    data: found.mails.map((mail) => ({ ...mail, to: maskContact(mail.to) })),
    pagination: {
      page,
      limit,
      total: found.total,
      totalPages,
      hasPrev: page > 1,
      hasNext: page < totalPages,
    },
  };
}
