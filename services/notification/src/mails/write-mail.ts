import type { MailData, MailName } from '@kinmel/mail-templates';
import { pick } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import type { AddresseesStore } from './addressees.store.ts';
import { canBeCausedByStranger } from './mail.rules.ts';
import type { MailboxesStore } from './mailboxes.store.ts';
import { accountPriorityOf, type MailsStore, type NewMail, priorityOf } from './mails.store.ts';
import type { RenderStoredMail } from './sending/render-stored-mail.ts';

export interface MailsContext {
  readonly mails: MailsStore;
  readonly addressees: AddresseesStore;
  readonly mailboxes: MailboxesStore;
  /** How many mails per hour strangers can cause for a mailbox; a digest lists the others (NOT-M17). */
  readonly mailsPerMailbox: number;
  readonly renderStoredMail: RenderStoredMail;
  readonly now: () => Date;
}

/** Secrets are encrypted in events and in storage. */
type SecretName = 'token' | 'confirmToken' | 'unsubscribeToken' | 'alertToken';
type SecretsOf<Name extends MailName> = Extract<keyof MailData<Name>, SecretName>;

export interface MailToWrite<Name extends MailName> extends Pick<NewMail, 'to' | 'personId' | 'traceparent'> {
  readonly template: Name;
  /** The event or other cause; each causes one mail of this template. */
  readonly cause: string;
  readonly data: Omit<MailData<Name>, SecretsOf<Name>>;
  readonly sealed: { readonly [Secret in SecretsOf<Name>]: string };
  readonly news?: NewMail['news'];
  /** Defaults to the aggregate of `news`. */
  readonly record?: string;
  readonly sendBefore?: Date;
  /** `only`: sent to the account `personId`, and not to `to`. `copied`: also to the account (NOT-M18). */
  readonly account?: 'only' | 'copied';
}

/** Writes a mail as `writeMails` does, unless there is one about a later event of the same record (NOT-M6). */
export async function writeMail<Name extends MailName>(
  context: MailsContext,
  mail: MailToWrite<Name>,
  session: ClientSession,
): Promise<void> {
  const { news = null } = mail;
  if (news !== null && (await context.mails.hasLaterMail(news, session))) return;
  await writeMails(context, [mail], session);
}

/**
 * Stores mails in the caller's transaction, to be sent later. Each is rendered once here, so that a faulty template or
 * key parks the event, which can be replayed (NOT-M3).
 */
export async function writeMails<Name extends MailName>(
  { mails, mailboxes, mailsPerMailbox, renderStoredMail, now }: Omit<MailsContext, 'addressees'>,
  mailsToWrite: readonly MailToWrite<Name>[],
  session: ClientSession,
): Promise<void> {
  // Events of a deleted account have no address.
  const mailsToStore = mailsToWrite.filter(({ to }) => to !== '');
  const newMails: NewMail[] = [];
  for (const mailToWrite of mailsToStore) {
    const { template, cause, data, to, account, news = null, sendBefore = null, traceparent } = mailToWrite;
    const mailId = `${template}-${cause}`;
    const { subject } = renderStoredMail(mailToWrite);
    const mail = {
      ...pick(mailToWrite, 'template', 'to', 'data', 'sealed', 'personId'),
      mailId,
      subject,
      priority: priorityOf(template),
      news,
      record: mailToWrite.record ?? news?.aggregateId ?? null,
      sendBefore,
      ...(traceparent === undefined ? {} : { traceparent }),
    };
    // A stranger cannot choose the address of an account, so mails to accounts are not counted (NOT-M17).
    const accountMail = { ...mail, priority: accountPriorityOf(template) };
    if (account === 'copied')
      newMails.push({ ...accountMail, mailId: `${mailId}-to-account`, toAccount: 'copy' });
    if (account === 'only') {
      newMails.push({ ...accountMail, to: '', toAccount: 'only' });
      continue;
    }
    const mailbox = canBeCausedByStranger(template, data)
      ? await mailboxes.count(to, now(), session)
      : undefined;
    const isInDigest =
      mailbox !== undefined &&
      mailbox.mails > mailsPerMailbox &&
      (await mails.addToDigest(mailbox, mail, now(), session));
    if (!isInDigest) newMails.push(mail);
  }
  if (newMails.length > 0) await mails.add(newMails, now(), session);
}
