import type { EventOf } from '@kinmel/contracts';
import type { MailName } from '@kinmel/mail-templates';
import { onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import { type MailsContext, type MailToWrite, writeMail } from './write-mail.ts';

export type EventMail<Name extends MailName> = Omit<MailToWrite<Name>, 'template' | 'cause'> & {
  /** Not sent when the account `personId` was deleted (NOT-M8). */
  readonly needsAccount?: boolean;
};

/** Declares a mail on an event: its template, recipient and data. */
export const mailsOnEvents =
  (context: MailsContext) =>
  <Definition extends Parameters<typeof onEvent>[0], Name extends MailName>(
    definition: Definition,
    template: Name,
    /** Undefined when this event causes no mail. */
    mailOf: (event: EventOf<Definition>) => EventMail<Name> | undefined,
    afterMail: (event: EventOf<Definition>, session: ClientSession) => Promise<void> = async () => undefined,
  ): SubscriptionDefinition =>
    onEvent(definition, async (event, { session }) => {
      const eventMail = mailOf(event);
      if (!eventMail) return;
      const { needsAccount = false, ...mail } = eventMail;
      const { eventId: cause, traceparent } = event;
      const { addressees, now } = context;
      if (needsAccount && !(await addressees.mayBeWrittenTo(mail.personId, now(), session))) return;
      await writeMail(context, { template, cause, traceparent, ...mail }, session);
      await afterMail(event, session);
    });
