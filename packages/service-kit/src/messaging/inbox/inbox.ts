import type mongoose from 'mongoose';
import { declareCollection } from '../../mongo/declare-collection.ts';
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

const inboxModel = declareCollection<InboxDocument>('inbox', [
  [{ aggregateId: 1 }],
  [{ handledAt: 1 }, { expireAfterSeconds: inboxMarksKeptMs / 1000 }],
]);
const parkedModel = declareCollection<ParkedDocument>('parked_events', [
  [{ aggregateId: 1 }],
  [{ parkedAt: 1 }, { expireAfterSeconds: parkedNotesKeptMs / 1000 }],
]);

export const inboxModels = (connection: mongoose.Connection) => ({
  inbox: inboxModel(connection),
  parked: parkedModel(connection),
});

/** Uses the native driver, because this runs for every message. */
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
