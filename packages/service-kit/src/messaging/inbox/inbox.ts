import mongoose from 'mongoose';
import { inboxMarksKeptMs, parkedNotesKeptMs } from '../retention.ts';

/** A handled event. */
interface InboxDocument {
  /** `<queue>:<eventId>`: the primary key prevents a second effect. */
  _id: string;
  type: string;
  aggregateId: string;
  aggregateVersion: number;
  handledAt: Date;
}

interface ParkedDocument {
  _id: string;
  /** Missing when the message is not an event. */
  aggregateId?: string;
  reason: string;
  parkedAt: Date;
}

const inboxSchema = new mongoose.Schema<InboxDocument>(
  {
    _id: { type: String, required: true },
    type: { type: String, required: true },
    aggregateId: { type: String, required: true },
    aggregateVersion: { type: Number, required: true },
    handledAt: { type: Date, required: true },
  },
  { collection: 'inbox', versionKey: false },
);
inboxSchema.index({ aggregateId: 1 });
inboxSchema.index({ handledAt: 1 }, { expireAfterSeconds: inboxMarksKeptMs / 1000 });

const parkedSchema = new mongoose.Schema<ParkedDocument>(
  {
    _id: { type: String, required: true },
    aggregateId: String,
    reason: { type: String, required: true },
    parkedAt: { type: Date, required: true },
  },
  { collection: 'parked_events', versionKey: false },
);
parkedSchema.index({ aggregateId: 1 });
parkedSchema.index({ parkedAt: 1 }, { expireAfterSeconds: parkedNotesKeptMs / 1000 });

export function inboxModels(connection: mongoose.Connection) {
  return {
    inbox: connection.model<InboxDocument>('kitInbox', inboxSchema),
    parked: connection.model<ParkedDocument>('kitParked', parkedSchema),
  };
}

/** The raw driver, because these run for every message. */
export function inboxCollections(connection: mongoose.Connection) {
  const database = connection.getClient().db(connection.name);
  return {
    inbox: database.collection<InboxDocument>('inbox'),
    parked: database.collection<ParkedDocument>('parked_events'),
  };
}

/** The id of an event's aggregate, from unvalidated content. */
export function aggregateIdOf(content: unknown): string | undefined {
  if (typeof content !== 'object' || content === null || !('aggregateId' in content)) return undefined;
  const { aggregateId } = content;
  return typeof aggregateId === 'string' && aggregateId.length <= 64 ? aggregateId : undefined;
}

export function inboxKey(queue: string, eventId: string): string {
  return `${queue}:${eventId}`;
}
