import type { EventsSlice, HeardSlice } from '../books.ts';
import { queuesOf } from '../consumers.ts';
import type { Tally } from '../findings.ts';
import { inboxMarksAreThereMs } from '../retention.ts';

/** The relay looks every second; an event that is older and not sent has been forgotten or is held up. */
const unsentGraceMs = 60_000;
/** Messages of one queue are handled in their order, give or take this much: several at a time, and a pause after a failure. */
const orderSlackMs = 60_000;
const mostMissingOfQueue = 10_000;

interface Missing {
  readonly eventId: string;
  readonly text: string;
  readonly sentAt: number;
}

/** What the events of all slices say of one consumer's queue. */
export interface QueueTally {
  /** When the last one was sent of those that its consumer has handled. */
  newestHandledAt: number;
  deliveries: number;
  isSeen: boolean;
  readonly missing: Missing[];
}

/** What the broker says of a queue that misses something. Undefined when nobody asks the broker. */
export interface QueueAtBroker {
  readonly exists: boolean;
  readonly waiting: number;
  /** Ids of the messages in its parking queue and in the retry pauses of its service. */
  readonly known: ReadonlySet<string>;
  /** Messages there that were too many to be read. */
  readonly unread: number;
}

const queueTally = (queues: Map<string, QueueTally>, queue: string): QueueTally => {
  const known = queues.get(queue);
  if (known) return known;
  const fresh: QueueTally = { newestHandledAt: 0, deliveries: 0, isSeen: false, missing: [] };
  queues.set(queue, fresh);
  return fresh;
};

/** I-17, I-19, and for I-8 which delivery of which queue is not handled; whether it is parked the broker says, where it is asked. */
export function checkEvents(
  { events, handled, parked, mailsDue, withoutMail, readAt }: EventsSlice,
  queues: Map<string, QueueTally>,
  tally: Tally,
  isBrokerAsked: boolean,
): void {
  tally.looked('I-17', events.length);
  tally.looked('I-19', mailsDue);
  for (const { eventId, type, aggregateId, occurredAt, sentAt } of events) {
    const wanted = queuesOf(type);
    if (sentAt === null) {
      if (wanted.length > 0 && readAt.getTime() - occurredAt.getTime() > unsentGraceMs)
        tally.offend('I-17', `${aggregateId}: ${type} ${eventId} waits since ${occurredAt.toISOString()}`);
      continue;
    }
    if (withoutMail.has(eventId)) tally.offend('I-19', `${aggregateId}: no mail for ${type} ${eventId}`);
    // Marks of inboxes go by their age; an event that a busy document kept for longer cannot be judged by them.
    if (readAt.getTime() - sentAt.getTime() > inboxMarksAreThereMs) continue;
    for (const queue of wanted) {
      const ofQueue = queueTally(queues, queue);
      ofQueue.deliveries += 1;
      const key = `${queue}:${eventId}`;
      if (handled.has(key)) {
        ofQueue.isSeen = true;
        ofQueue.newestHandledAt = Math.max(ofQueue.newestHandledAt, sentAt.getTime());
      } else if (isBrokerAsked || !parked.has(key)) {
        const text = `${aggregateId}: ${queue} never had ${type} ${eventId}`;
        if (ofQueue.missing.length < mostMissingOfQueue)
          ofQueue.missing.push({ eventId, text, sentAt: sentAt.getTime() });
      }
    }
  }
}

/**
 * I-8: every message that the broker confirmed was handled, is parked, or still waits. A parked message, and one in a
 * retry pause, stands for itself only. One that waits in the queue has no name, but its place: what was sent well before
 * something that was handled already cannot be waiting. A queue that is not there and never was belongs to a consumer
 * that this shop does not run yet.
 */
export function checkQueue(
  queue: string,
  { deliveries, missing, isSeen, newestHandledAt }: QueueTally,
  atBroker: QueueAtBroker | undefined,
  tally: Tally,
): void {
  if (atBroker?.exists === false && !isSeen) {
    tally.note('I-8', `without ${queue}, which this shop does not have`);
    return;
  }
  tally.looked('I-8', deliveries);
  const { waiting = 0, unread = 0, known = new Set<string>() } = atBroker ?? {};
  const nowhere = missing
    .filter(({ eventId }) => !known.has(eventId))
    .sort((left, right) => right.sentAt - left.sentAt);
  const mayWait = nowhere.filter(({ sentAt }) => sentAt > newestHandledAt - orderSlackMs).slice(0, waiting);
  const lost = nowhere.filter((one) => !mayWait.includes(one)).slice(unread);
  for (const { text } of lost) tally.offend('I-8', text);
}

/** I-2, I-7, I-9: nobody knows of an order, or of a version, that its owner has lost, or keeps a copy of what is gone. */
export function checkHeard({ heard, versions, abandoned }: HeardSlice, tally: Tally): void {
  tally.looked('I-7', heard.length);
  for (const { aggregateId, version, type, isCopy } of heard) {
    const own = versions.get(aggregateId);
    if (own !== undefined && version > own)
      tally.offend(
        'I-7',
        `${aggregateId} is of version ${own}, others have heard of ${version}`,
        `${aggregateId} v${version}`,
      );
    if (isCopy && own === undefined) tally.offend('I-9', `${aggregateId}: it is gone, and order has a copy`);
    if (!type?.startsWith('order.')) continue;
    tally.looked('I-2', 1);
    // Products and offers that left the shop are purged after a day; an order never is.
    if (own === undefined)
      tally.offend(
        'I-2',
        `${aggregateId} has ${type} and ${abandoned.has(aggregateId) ? 'was abandoned' : 'is no order'}`,
      );
  }
}
