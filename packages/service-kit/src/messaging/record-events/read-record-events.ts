import { eventConsumers, type PublishedEvent, type ReceivedEvent, routingKeyOf } from '@kinmel/contracts';
import mongoose from 'mongoose';
import { queueNameOf } from '../bus/queue-name.ts';
import { inboxCollections } from '../inbox/inbox.ts';
import type { OutboxModel } from '../outbox/outbox-relay.ts';
import type { SentNote } from '../outbox/sent-notes.ts';
import { withoutData } from '../parking/parked-messages.routes.ts';

/** The events that a service published and received about a record. */
export interface RecordEvents {
  readonly published: PublishedEvent[];
  readonly received: ReceivedEvent[];
}

export type ReadRecordEvents = (record: string) => Promise<RecordEvents>;

const maxTimeMS = 2_000;
/** More than any order has; for frequently changed products only the newest are shown. */
const mostShown = 200;

interface PublishedRow {
  readonly _id: string;
  readonly type: string;
  /** Missing in a note, whose type is already the routing key. */
  readonly version?: number;
  readonly occurredAt: Date;
  readonly sentAt: Date | null;
}

/** An inbox mark or a note of a parked message. */
interface Mark {
  readonly _id: string;
  readonly handledAt?: Date;
  readonly parkedAt?: Date;
  readonly reason?: string;
}

/**
 * Reads the status of a record's events from the outboxes with their sent notes, and from the inbox with its parked
 * notes. Always two queries. Returns no event data.
 */
export function createRecordEventsReader(
  service: string,
  connection: mongoose.Connection,
  models: readonly OutboxModel[],
): ReadRecordEvents {
  const typeOfQueue = new Map(Object.keys(eventConsumers).map((type) => [queueNameOf(service, type), type]));
  const database = connection.getClient().db(connection.name);
  const outboxes = models.map(({ collection }) => collection.collectionName);

  async function readPublished(record: string): Promise<PublishedEvent[]> {
    const ids: unknown[] = [record];
    if (mongoose.isObjectIdOrHexString(record)) ids.push(new mongoose.Types.ObjectId(record));
    const ofRecord = [
      { $match: { _id: { $in: ids } } },
      { $unwind: '$outbox' },
      {
        $project: {
          _id: '$outbox.event.eventId',
          type: '$outbox.event.type',
          version: '$outbox.event.version',
          occurredAt: { $toDate: '$outbox.event.occurredAt' },
          sentAt: '$outbox.sentAt',
        },
      },
    ];
    const found = await database
      .collection<SentNote>('sent_events')
      .aggregate<PublishedRow>(
        [
          { $match: { record } },
          ...outboxes.map((coll) => ({ $unionWith: { coll, pipeline: ofRecord } })),
          { $sort: { occurredAt: -1 } },
          { $limit: mostShown },
        ],
        { maxTimeMS },
      )
      .toArray();
    // While a row is being replaced by its note, both are found.
    return [...new Map(found.map((event) => [event._id, event])).values()].map(publishedEvent);
  }

  async function readReceived(record: string): Promise<ReceivedEvent[]> {
    const ofRecord = [{ $match: { aggregateId: record } }];
    const found = await inboxCollections(connection)
      .inbox.aggregate<Mark>(
        [
          ...ofRecord,
          { $unionWith: { coll: 'parked_events', pipeline: ofRecord } },
          { $sort: { handledAt: -1, parkedAt: -1 } },
          { $limit: mostShown },
        ],
        { maxTimeMS },
      )
      .toArray();
    const handled = new Set(found.flatMap(({ _id, handledAt }) => (handledAt ? [_id] : [])));
    // Omits parked messages that have been handled since.
    return found.filter(({ _id, handledAt }) => handledAt || !handled.has(_id)).flatMap(receivedEvent);
  }

  function receivedEvent({ _id, handledAt, parkedAt, reason }: Mark): ReceivedEvent[] {
    const end = _id.lastIndexOf(':');
    const queue = _id.slice(0, end);
    const at = handledAt ?? parkedAt;
    if (at === undefined) return [];
    return [
      {
        eventId: _id.slice(end + 1),
        // Falls back to the queue name for a subscription that no longer exists.
        eventType: typeOfQueue.get(queue) ?? queue,
        state: handledAt ? 'taken-up' : 'parked',
        at: at.toISOString(),
        reason: reason === undefined ? null : withoutData(reason),
      },
    ];
  }

  return async (record) => {
    const [published, received] = await Promise.all([
      outboxes.length === 0 ? [] : readPublished(record),
      readReceived(record),
    ]);
    published.sort((a, b) => a.occurredAt.localeCompare(b.occurredAt));
    received.sort((a, b) => a.at.localeCompare(b.at));
    return { published, received };
  };
}

function publishedEvent({ _id, type, version = 1, occurredAt, sentAt }: PublishedRow): PublishedEvent {
  const eventType = routingKeyOf({ type, version });
  return {
    eventId: _id,
    eventType,
    state: sentAt === null ? 'waiting' : 'sent',
    occurredAt: occurredAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
    consumers: [...(eventConsumers[eventType] ?? [])],
  };
}
