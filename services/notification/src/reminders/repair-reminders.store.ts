import {
  declareCollection,
  dueDocuments,
  hasMatched,
  nativeCollection,
  personalDataOf,
} from '@kinmel/service-kit';
import type mongoose from 'mongoose';
import type { RepairReminder } from './reminder.rules.ts';

interface ReminderDocument {
  /** The booking's id. */
  _id: string;
  version: number;
  personId: string;
  startsAt: Date;
  /** Null when no reminder is scheduled. */
  remindAt: Date | null;
  /** Sealed. */
  reminder: Omit<RepairReminder, 'requestId' | 'version' | 'personId' | 'startsAt' | 'remindAt'> | null;
  /** In database time. */
  claimedUntil?: Date;
}

/** Retention after the repair, so that late events are recognised as older. */
const retentionSeconds = 7 * 24 * 60 * 60;
const earliestDate = new Date(0);

export const createRepairReminderModel = declareCollection<ReminderDocument>('repair_reminders', [
  [{ claimedUntil: 1, remindAt: 1 }, { partialFilterExpression: { remindAt: { $gt: earliestDate } } }],
  [{ personId: 1 }],
  [{ startsAt: 1 }, { expireAfterSeconds: retentionSeconds }],
]);

/** A booking without a reminder. */
export type NoReminder = Pick<RepairReminder, 'requestId' | 'version' | 'personId' | 'startsAt'>;

export function createRepairRemindersStore(model: ReturnType<typeof createRepairReminderModel>) {
  const reminders = dueDocuments(nativeCollection(model), {
    isDue: (now) => ({ remindAt: { $gt: earliestDate, $lte: now } }),
    claimField: 'claimedUntil',
    order: { remindAt: 1 },
  });
  const personal = personalDataOf(model.db);
  return {
    /** Replaces the reminder of a booking unless its version is older. */
    async keep(
      { requestId, version, personId, startsAt, ...schedule }: RepairReminder | NoReminder,
      session: mongoose.ClientSession,
    ) {
      const document = await model.findById(requestId).session(session).lean();
      if (document !== null && document.version >= version) return;
      const { remindAt = null, ...reminder } = 'remindAt' in schedule ? schedule : {};
      const fields = { version, personId, startsAt, remindAt, reminder: remindAt && reminder };
      const sealed = await personal.seal(personId, { _id: requestId, ...fields }, ['reminder']);
      await model.replaceOne({ _id: requestId }, sealed, { upsert: true, session });
    },
    /** Same as `Swept.due`. */
    due: reminders.due,
    /** Same as `Swept.claim`. */
    async claim(requestId: string, now: Date, claimMs: number): Promise<RepairReminder | undefined> {
      const document = await personal.open(await reminders.claim(requestId, now, claimMs));
      if (!document?.reminder || document.remindAt === null) return undefined;
      const { version, personId, startsAt, remindAt, reminder } = document;
      return { requestId, version, personId, startsAt, remindAt, ...reminder };
    },
    /**
     * Ends a reminder in the transaction that writes its mail. False when the booking has changed: no mail may be
     * written.
     */
    end: ({ requestId: _id, version, remindAt }: RepairReminder, session: mongoose.ClientSession) =>
      hasMatched(
        model.updateOne(
          { _id, version, remindAt },
          { $set: { remindAt: null, reminder: null } },
          { session },
        ),
      ),
    async forget(personId: string, session: mongoose.ClientSession): Promise<number> {
      const { deletedCount } = await model.deleteMany({ personId }, { session });
      return deletedCount;
    },
  };
}

export type RepairRemindersStore = ReturnType<typeof createRepairRemindersStore>;
