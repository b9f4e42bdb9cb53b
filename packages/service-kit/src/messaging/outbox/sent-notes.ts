import { routingKeyOf } from '@kinmel/contracts';
import mongoose from 'mongoose';
import type { WireEvent } from '../bus/bus.ts';
import { sentNotesKeptMs } from '../retention.ts';

/** Records that an event was sent, after its row was removed from the outbox; contains no event data. */
export interface SentNote {
  /** The event's id, so that storing a note twice is idempotent. */
  _id: string;
  /** Id of the document that had the outbox row. */
  record: string;
  /** The routing key. */
  type: string;
  occurredAt: Date;
  sentAt: Date;
}

const sentNoteSchema = new mongoose.Schema<SentNote>(
  {
    _id: { type: String, required: true },
    record: { type: String, required: true },
    type: { type: String, required: true },
    occurredAt: { type: Date, required: true },
    sentAt: { type: Date, required: true },
  },
  { collection: 'sent_events', versionKey: false },
);
sentNoteSchema.index({ record: 1 });
sentNoteSchema.index({ sentAt: 1 }, { expireAfterSeconds: sentNotesKeptMs / 1000 });

/** Declares the collection and its indexes; every service with an outbox needs it. */
export const sentNoteModel = (connection: mongoose.Connection) =>
  connection.model<SentNote>('kitSentNote', sentNoteSchema);

/** Stores notes of sent events; existing notes stay unchanged. */
export async function noteSent(
  connection: mongoose.Connection,
  sent: readonly {
    readonly record: string;
    readonly event: Pick<WireEvent, 'eventId' | 'type' | 'version' | 'occurredAt'>;
    readonly sentAt: Date;
  }[],
): Promise<void> {
  if (sent.length === 0) return;
  const notes = connection.getClient().db(connection.name).collection<SentNote>('sent_events');
  await notes.bulkWrite(
    sent.map(({ record, event, sentAt }) => ({
      updateOne: {
        filter: { _id: event.eventId },
        update: {
          $setOnInsert: {
            record,
            type: routingKeyOf(event),
            occurredAt: new Date(event.occurredAt),
            sentAt,
          },
        },
        upsert: true,
      },
    })),
    { ordered: false, maxTimeMS: 5_000 },
  );
}
