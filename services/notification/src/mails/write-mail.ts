import type { MailData, MailName } from '@kinmel/mail-templates';
import type { ClientSession } from 'mongoose';
import type { AddresseesStore } from './addressees.store.ts';
import { type MailsStore, type NewMail, priorityOf } from './mails.store.ts';
import type { DrawMail } from './sending/draw-mail.ts';

export interface MailsContext {
  readonly mails: MailsStore;
  readonly addressees: AddresseesStore;
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
  /** What `news` is about unless it says otherwise. */
  readonly record?: string;
  readonly sendBefore?: Date;
}

/** What an event says in its mail. */
export type MailContent<Name extends MailName> = Pick<MailToWrite<Name>, 'data' | 'sealed' | 'sendBefore'>;

/** Decides on a mail as `writeMails` does, unless a mail about a later event of the same thing is kept already (M6). */
export async function writeMail<Name extends MailName>(
  context: MailsContext,
  mail: MailToWrite<Name>,
  session: ClientSession,
): Promise<void> {
  const { news = null } = mail;
  if (news !== null && (await context.mails.hasLaterMail(news, session))) return;
  await writeMails(context, [mail], session);
}

/** Decides on a mail about an account as `writeMail` does, unless the account is gone (M8). */
export async function writeAccountMail<Name extends MailName>(
  context: MailsContext,
  mail: MailToWrite<Name>,
  session: ClientSession,
): Promise<void> {
  if (!(await context.addressees.mayBeWrittenTo(mail.personId, context.now(), session))) return;
  await writeMails(context, [mail], session);
}

/**
 * Decides on mails: they are kept in the caller's transaction, with one write, and sent later. Each is drawn once here,
 * so that a template or a key that cannot work fails now, where the event is still at hand to be parked and replayed (M3).
 */
export async function writeMails<Name extends MailName>(
  { mails, drawMail, now }: Pick<MailsContext, 'mails' | 'drawMail' | 'now'>,
  written: readonly MailToWrite<Name>[],
  session: ClientSession,
): Promise<void> {
  // An order that has lost its buyer is still told of; there is nobody to write to.
  const addressed = written.filter(({ to }) => to !== '');
  if (addressed.length === 0) return;
  await mails.add(
    addressed.map(
      ({ template, cause, data, sealed, to, personId, news = null, sendBefore = null, ...about }) => {
        const mailId = `${template}-${cause}`;
        const { subject } = drawMail({ mailId, template, data, sealed });
        const priority = priorityOf(template);
        const record = about.record ?? news?.aggregateId ?? null;
        return { mailId, template, priority, to, subject, data, sealed, personId, news, record, sendBefore };
      },
    ),
    now(),
    session,
  );
}
