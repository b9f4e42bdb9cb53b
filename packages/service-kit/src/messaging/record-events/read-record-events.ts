import {
  eventConsumers,
  type eventsOfRecord,
  type PublishedEvent,
  type ReceivedEvent,
  routingKeyOf,
} from '@kinmel/contracts';
import mongoose from 'mongoose';
import type { ContentOf } from '../../http/route.ts';
import { queueNameOf } from '../bus/bus.ts';
import { inboxCollections } from '../inbox/inbox.ts';
import { type OutboxRow, outboxOf } from '../outbox/outbox.ts';
import { withoutData } from '../parked-messages.routes.ts';

/** Reads the events that a service published and received about a record. */
export type ReadRecordEvents = (record: string) => Promise<ContentOf<(typeof eventsOfRecord)['order']>>;

const maxTimeMS = 2_000;
/** More than any order has. For frequently changed products only the newest are shown. */
const maxShown = 200;

/** An inbox mark or a note of a parked message. */
interface Mark {
  readonly _id: string;
  readonly handledAt?: Date;
  readonly parkedAt?: Date;
  readonly reason?: string;
}

/**
 * Reads the status of a record's events from the outbox, and from the inbox with its parked notes. Always two queries.
 * Returns no event data.
 */
export function createRecordEventsReader(service: string, connection: mongoose.Connection): ReadRecordEvents {
  const typeOfQueue = new Map(Object.keys(eventConsumers).map((type) => [queueNameOf(service, type), type]));

  const readPublished = (record: string) =>
    outboxOf(connection)
      .find(
        { record },
        { projection: { 'event.data': 0 }, sort: { 'event.occurredAt': -1 }, limit: maxShown, maxTimeMS },
      )
      .toArray();

  async function readReceived(record: string): Promise<ReceivedEvent[]> {
    const matchRecord = [{ $match: { aggregateId: record } }];
    const marks = await inboxCollections(connection)
      .inbox.aggregate<Mark>(
        [
          ...matchRecord,
          { $unionWith: { coll: 'parked_events', pipeline: matchRecord } },
          { $sort: { handledAt: -1, parkedAt: -1 } },
          { $limit: maxShown },
        ],
        { maxTimeMS },
      )
      .toArray();
    const handledIds = new Set(marks.flatMap(({ _id, handledAt }) => (handledAt ? [_id] : [])));
    // Omits parked messages that have been handled since.
    return marks.filter(({ _id, handledAt }) => handledAt || !handledIds.has(_id)).flatMap(receivedEvent);
  }

  function receivedEvent({ _id, handledAt, parkedAt, reason }: Mark): ReceivedEvent[] {
    const separator = _id.lastIndexOf(':');
    const queue = _id.slice(0, separator);
    const at = handledAt ?? parkedAt;
    if (at === undefined) return [];
    return [
      {
        eventId: _id.slice(separator + 1),
        // Falls back to the queue name for a subscription that no longer exists.
        eventType: typeOfQueue.get(queue) ?? queue,
        state: handledAt ? 'taken-up' : 'parked',
        at: at.toISOString(),
        reason: reason === undefined ? null : withoutData(reason),
      },
    ];
  }

  return async (record) => {
    const [rows, received] = await Promise.all([readPublished(record), readReceived(record)]);
    const published = rows.map(publishedEvent).reverse();
    received.sort((a, b) => a.at.localeCompare(b.at));
    return { published, received };
  };
}

function publishedEvent({ _id, event, sentAt }: OutboxRow): PublishedEvent {
  const eventType = routingKeyOf(event);
  return {
    eventId: _id,
    eventType,
    state: sentAt === null ? 'waiting' : 'sent',
    occurredAt: event.occurredAt,
    sentAt: sentAt?.toISOString() ?? null,
    consumers: [...(eventConsumers[eventType] ?? [])],
  };
}
