import type { MailData, MailName } from '@kinmel/mail-templates';
import type { ClientSession } from 'mongoose';
import type { DrawMail } from './draw-mail.ts';
import type { MailsStore, NewMail } from './mails.store.ts';

export interface MailsContext {
  readonly mails: MailsStore;
  readonly drawMail: DrawMail;
  readonly now: () => Date;
}

/** The secrets of a mail travel and wait sealed; everything else is plain. */
type SecretName = 'token' | 'confirmToken' | 'unsubscribeToken';
type SecretsOf<Name extends MailName> = Extract<keyof MailData<Name>, SecretName>;

export interface MailToWrite<Name extends MailName> extends Pick<NewMail, 'to' | 'personId'> {
  readonly template: Name;
  /** The event, or whatever else leads to exactly one mail of this template. */
  readonly cause: string;
  readonly data: Omit<MailData<Name>, SecretsOf<Name>>;
  readonly sealed: { readonly [Secret in SecretsOf<Name>]: string };
  readonly news?: NewMail['news'];
  readonly sendBefore?: Date;
}

/**
 * Decides on a mail: it is kept in the caller's transaction and sent later. It is drawn once here, so that a template
 * or a key that cannot work fails now, where the event is still at hand to be parked and replayed (M3).
 */
export async function writeMail<Name extends MailName>(
  { mails, drawMail, now }: MailsContext,
  { template, cause, data, sealed, to, personId, news = null, sendBefore }: MailToWrite<Name>,
  session: ClientSession,
): Promise<void> {
  if (news !== null && (await mails.hasLaterNews(news, session))) return;
  const { subject } = drawMail({ template, data, sealed });
  const mailId = `${template}-${cause}`;
  await mails.add(
    { mailId, template, to, subject, data, sealed, personId, news, sendBefore: sendBefore ?? null },
    now(),
    session,
  );
}
