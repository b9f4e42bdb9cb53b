import { hash } from 'node:crypto';
import { declareCollection, emailKeysOf, nativeCollection, personalDataOf } from '@kinmel/service-kit';
import type mongoose from 'mongoose';

interface MailboxDocument {
  /** Keyed hash of the address in any spelling. */
  _id: string;
  mails: number;
  endsAt: Date;
}

const hourMs = 60 * 60_000;

export const createMailboxModel = declareCollection<MailboxDocument>('mailboxes', [
  [{ endsAt: 1 }, { expireAfterSeconds: 0 }],
]);

/** Counts the mails that strangers can cause, by mailbox (NOT-M17). */
export function createMailboxesStore(model: ReturnType<typeof createMailboxModel>) {
  return {
    /** Counts a mail in the hour of its mailbox, which begins with its first mail. */
    async count(address: string, now: Date, session: mongoose.ClientSession): Promise<MailboxDocument> {
      const [key] = await emailKeysOf(personalDataOf(model.db), address);
      const _id = hash('sha256', key, 'base64url');
      const isOver = { $lte: [{ $ifNull: ['$endsAt', now] }, now] };
      const mails = { $cond: [isOver, 1, { $add: ['$mails', 1] }] };
      const endsAt = { $cond: [isOver, new Date(now.getTime() + hourMs), '$endsAt'] };
      const options = { upsert: true, returnDocument: 'after', session } as const;
      const mailbox = await nativeCollection(model).findOneAndUpdate(
        { _id },
        [{ $set: { mails, endsAt } }],
        options,
      );
      if (!mailbox) throw new Error('The upsert returned no document.');
      return mailbox;
    },
  };
}

export type MailboxesStore = ReturnType<typeof createMailboxesStore>;
