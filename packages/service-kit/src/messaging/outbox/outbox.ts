import type mongoose from 'mongoose';
import { declareCollection } from '../../mongo/declare-collection.ts';
import { serviceData } from '../../personal-data/data-keys.ts';
import { personalDataOf } from '../../personal-data/personal-data.ts';
import type { WireEvent } from '../bus/bus.ts';
import { outboxRowsKeptMs } from '../retention.ts';

/** An event, saved in the transaction of the change that it reports. */
export interface OutboxRow {
  /** The event's id. */
  readonly _id: string;
  /** Id of the changed record. */
  readonly record: string;
  /** Its personal data are sealed, and all data removed `sentEventsKeptMs` after the event was sent. */
  readonly event: WireEvent;
  /** Null until the broker has confirmed the event. */
  readonly sentAt: Date | null;
  /** Queues that refused the event when all others accepted it. */
  readonly waitingFor?: readonly string[];
  /** Replaces `event` after it was sent: the same event without personal data. */
  readonly keptAs?: WireEvent;
}

export const outboxModel = declareCollection<OutboxRow>('outbox', [
  [{ record: 1 }],
  [{ sentAt: 1 }, { expireAfterSeconds: outboxRowsKeptMs / 1000 }],
  [{ sentAt: 1 }, { name: 'outbox_with_data', partialFilterExpression: { 'event.data': { $exists: true } } }],
]);

/** Uses the native driver, because events are stored as they are sent, without casting. */
export const outboxOf = (connection: mongoose.Connection) =>
  connection.getClient().db(connection.name).collection<OutboxRow>('outbox');

/** Fields with personal data, in events of any type. */
const personalFields: readonly string[] = [
  'customer',
  'fullName',
  'name',
  'email',
  'phone',
  'address',
  'deliverTo',
  'account',
  'payment',
  'note',
  'reason',
  'subject',
];

function sealData(connection: mongoose.Connection, { data }: WireEvent): unknown {
  if (typeof data !== 'object' || data === null) return data;
  return personalDataOf(connection).seal(serviceData, { ...data }, personalFields as never[]);
}

/**
 * Saves events in the transaction of the change that they report.
 * @param record id to store them under, if it is not the aggregate of each event
 */
export async function saveEvents(
  connection: mongoose.Connection,
  events: readonly WireEvent[],
  session: mongoose.ClientSession,
  record?: string,
): Promise<void> {
  if (events.length === 0) return;
  const rows = await Promise.all(
    events.map(async (event) => ({
      _id: event.eventId,
      record: record ?? event.aggregateId,
      event: { ...event, data: await sealData(connection, event) },
      sentAt: null,
    })),
  );
  // A missing field must not become null, which no consumer could read.
  await outboxOf(connection).insertMany(rows, { session, ignoreUndefined: true });
}

/** Removes personal data from the stored events of a record; waiting ones are still sent unchanged. */
export async function redactEvents(
  connection: mongoose.Connection,
  record: string,
  redact: (event: WireEvent) => WireEvent,
  session: mongoose.ClientSession,
): Promise<void> {
  const outbox = outboxOf(connection);
  const { openAll } = personalDataOf(connection);
  const rows = await outbox.find({ record, 'event.data': { $exists: true } }, { session }).toArray();
  for (const { _id, event, sentAt } of await openAll(rows)) {
    const redacted = redact(event);
    const $set = sentAt === null ? { keptAs: redacted } : { event: redacted };
    await outbox.updateOne({ _id }, { $set }, { session });
  }
}
