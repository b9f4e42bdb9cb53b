import { inboxMarksAreThereMs, type OutboxEvent, readEvents, readHandled, readParked } from '../books.ts';
import { type BrokerReader, openBroker, type QueueAtBroker } from '../broker.ts';
import { consumersOf, queueOf, queuesOf } from '../consumers.ts';
import type { Invariant } from '../invariant.ts';

interface Missing {
  readonly eventId: string;
  readonly text: string;
  readonly sentAt: number;
}

/** What outboxes and inboxes say of one consumer's queue. */
interface Deliveries {
  count: number;
  isSeen: boolean;
  /** When the last one was sent of those that the consumer has handled. */
  newestHandledAt: number;
  readonly missing: Missing[];
}

/** Messages of one queue are handled in their order, give or take this much: several at a time, and a pause after a failure. */
const orderSlackMs = 60_000;

/**
 * A parked message, and one in a retry pause, excuses itself only. One that waits in the queue has no name but a place:
 * what was sent well before something that was handled already cannot be waiting.
 */
function lostOf({ missing, newestHandledAt }: Deliveries, atBroker: QueueAtBroker | undefined): Missing[] {
  const { waiting = 0, unread = 0, known = new Set<string>() } = atBroker ?? {};
  const notFound = missing
    .filter(({ eventId }) => !known.has(eventId))
    .sort((left, right) => right.sentAt - left.sentAt);
  const mayWait = notFound.filter(({ sentAt }) => sentAt > newestHandledAt - orderSlackMs).slice(0, waiting);
  return notFound.filter((one) => !mayWait.includes(one)).slice(unread);
}

const deliveries: Invariant = {
  id: 'I-8',
  title: 'every confirmed message was handled, is parked or still queued',
  counted: 'deliveries',
  async check(shop, { looked, offend, note }) {
    const { amqpUrl, queuePrefix } = shop.options;
    const handled = await readHandled(shop);
    // What a database calls parked may have been replayed since; the broker knows better.
    const parked = amqpUrl === undefined ? await readParked(shop) : new Set<string>();
    const queues = new Map<string, Deliveries>();
    for (const { eventId, type, aggregateId, sentAt } of await readEvents(shop)) {
      // Marks of inboxes go by their age; an event that a busy document kept for longer cannot be judged by them.
      if (sentAt === null || shop.readAt.getTime() - sentAt.getTime() > inboxMarksAreThereMs) continue;
      for (const queue of queuesOf(type)) {
        const ofQueue = queues.get(queue) ?? { count: 0, isSeen: false, newestHandledAt: 0, missing: [] };
        queues.set(queue, ofQueue);
        ofQueue.count += 1;
        if (handled.has(`${queue}:${eventId}`)) {
          ofQueue.isSeen = true;
          ofQueue.newestHandledAt = Math.max(ofQueue.newestHandledAt, sentAt.getTime());
        } else if (!parked.has(`${queue}:${eventId}`)) {
          const text = `${aggregateId}: ${queue} never had ${type} ${eventId}`;
          ofQueue.missing.push({ eventId, text, sentAt: sentAt.getTime() });
        }
      }
    }
    // After the databases: what was queued then and is handled now only makes the count smaller.
    let broker: BrokerReader | undefined;
    if (amqpUrl === undefined) note('queues not asked');
    else broker = await openBroker(amqpUrl, queuePrefix);
    try {
      for (const [queue, ofQueue] of queues) {
        const atBroker = ofQueue.missing.length > 0 ? await broker?.ask(queue) : undefined;
        if (atBroker?.exists === false && !ofQueue.isSeen) {
          note(`without ${queue}, which this shop does not have`);
          continue;
        }
        looked(ofQueue.count);
        for (const { text } of lostOf(ofQueue, atBroker)) offend(text);
      }
    } finally {
      await broker?.close();
    }
  },
};

/** The relay looks every second; an event that is older and not sent has been forgotten or is held up. */
const unsentGraceMs = 60_000;

const waiting: Invariant = {
  id: 'I-17',
  title: 'no event has waited for the broker for more than a minute',
  counted: 'events in outboxes',
  async check(shop, { looked, offend }) {
    const events = await readEvents(shop);
    looked(events.length);
    for (const { eventId, type, aggregateId, occurredAt, sentAt } of events) {
      const since = new Date(occurredAt);
      const isOverdue = sentAt === null && shop.readAt.getTime() - since.getTime() > unsentGraceMs;
      if (isOverdue && queuesOf(type).length > 0)
        offend(`${aggregateId}: ${type} ${eventId} waits since ${since.toISOString()}`);
    }
  },
};

/** Events that a customer gets a mail about: all that notification takes of orders and requests. */
const isMailed = (type: string) =>
  type in consumersOf && /^(order|sell-request|repair-booking|phone-order)\./.test(type);
const mailOf = ({ type, eventId }: OutboxEvent) => `${type.replace('.', '-')}-${eventId}`;

const mails: Invariant = {
  id: 'I-19',
  title: 'every order and request has its mails',
  counted: 'mails',
  async check(shop, { looked, offend }) {
    const handled = await readHandled(shop);
    const due = (await readEvents(shop))
      .filter(
        ({ type, eventId }) => isMailed(type) && handled.has(`${queueOf('notification', type)}:${eventId}`),
      )
      .filter(({ data }) => data?.customer?.email !== '');
    looked(due.length);
    const written = await shop.rows('notification', 'mails', '_id', { _id: { $in: due.map(mailOf) } });
    const ids = new Set(written.map(({ _id }) => _id));
    const missing = due.filter((event) => event.sentAt !== null && !ids.has(mailOf(event)));
    // No mail is due to a deleted account, nor when there was a mail about a later event of the same thing already.
    const users = missing.flatMap(({ data }) => data?.userId ?? []);
    const deleted = await shop.rows('notification', 'addressees', '_id', {
      _id: { $in: users },
      isGone: true,
    });
    const isDeleted = new Set(deleted.map(({ _id }) => _id));
    const later = await shop.rows<{ news: { aggregateId: string; aggregateVersion: number } }>(
      'notification',
      'mails',
      'news',
      { 'news.aggregateId': { $in: missing.map(({ aggregateId }) => aggregateId) } },
    );
    for (const { type, eventId, aggregateId, aggregateVersion, data } of missing) {
      const isOvertaken =
        !/^order\.(placed|refunded)$/.test(type) &&
        later.some(
          ({ news }) => news.aggregateId === aggregateId && news.aggregateVersion > aggregateVersion,
        );
      if (!isOvertaken && !isDeleted.has(data?.userId ?? ''))
        offend(`${aggregateId}: no mail for ${type} ${eventId}`);
    }
  },
};

export const messageInvariants = [deliveries, waiting, mails];
