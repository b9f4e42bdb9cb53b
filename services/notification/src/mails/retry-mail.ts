import type { AnswerOf, retryMail as endpoint } from '@kinmel/contracts';
import { auditEntry, maskContact, ProblemError, type StaffCall } from '@kinmel/service-kit';
import type { MailsContext } from './write-mail.ts';

/** Retries a failed mail with all its attempts (M4). */
export async function retryMail(
  { mails, now }: Pick<MailsContext, 'mails' | 'now'>,
  mailId: string,
  by?: StaffCall,
): Promise<AnswerOf<typeof endpoint>> {
  const entry = auditEntry(
    by,
    { kind: 'mail', id: mailId },
    { before: { state: 'failed' }, after: { state: 'waiting' }, shown: 'all' },
  );
  const mail = await mails.retry(mailId, now(), entry);
  if (mail === undefined) {
    if ((await mails.find(mailId)) === undefined)
      throw new ProblemError('not-found', 'There is no such mail.');
    throw new ProblemError('conflict', 'Only a failed mail whose content is still of use can be sent again.');
  }
  return { success: true, data: { ...mail, to: maskContact(mail.to) } };
}
