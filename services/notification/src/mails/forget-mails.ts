import type { ClientSession } from 'mongoose';
import type { MailsContext } from './write-mail.ts';

/** Forgets every mail to a person, sent or not: nobody is written to after they are gone (M8). */
export async function forgetMails(
  { mails }: Pick<MailsContext, 'mails'>,
  personId: string,
  session: ClientSession,
): Promise<number> {
  return await mails.forget(personId, session);
}
