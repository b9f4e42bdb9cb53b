import { type ServiceBasis, sweepDue } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import { type MailsContext, writeMail } from '../mails/write-mail.ts';
import type { RepairReminder } from './reminder.rules.ts';
import type { RepairRemindersStore } from './repair-reminders.store.ts';

export interface RemindersContext extends MailsContext, Pick<ServiceBasis, 'inTransaction' | 'logger'> {
  readonly repairReminders: RepairRemindersStore;
}

const claimMs = 30_000;

/** Writes the due reminders (NOT-M13). Instances may run it concurrently. */
export async function remindOfRepairs(context: RemindersContext, stopping?: AbortSignal): Promise<void> {
  const { repairReminders, now, logger } = context;
  await sweepDue<string, RepairReminder>(
    {
      due: (limit) => repairReminders.due(now(), limit),
      claim: (requestId) => repairReminders.claim(requestId, now(), claimMs),
      work: (reminder) => context.inTransaction((session) => remind(context, reminder, session)),
      onFailure: (error, { requestId }) =>
        logger.error({ err: error, requestId }, 'a reminder could not be written yet'),
    },
    { stopping },
  );
}

async function remind(context: RemindersContext, reminder: RepairReminder, session: ClientSession) {
  const { requestId, version, to, personId, data, sealedToken, startsAt } = reminder;
  // The booking was moved, cancelled or deleted since it was claimed.
  if (!(await context.repairReminders.end(reminder, session))) return;
  await writeMail(
    context,
    {
      template: 'repair-booking-reminder',
      cause: `${requestId}-${version}`,
      to,
      personId,
      data,
      sealed: { token: sealedToken },
      news: { aggregateId: requestId, aggregateVersion: version },
      sendBefore: startsAt,
    },
    session,
  );
}
