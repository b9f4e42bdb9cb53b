import type { mongo } from 'mongoose';
import type { BookedEvent, EventsSlice, HeardSlice } from '../books.ts';
import { consumersOf, consumingServices, queueOf } from '../consumers.ts';
import { asObjectIds } from './read-orders.ts';
import { batchSize, type Databases, type Snapshot } from './snapshot.ts';

type ObjectId = mongo.ObjectId;

interface OutboxDocument {
  outbox: {
    event: {
      eventId: string;
      type: string;
      aggregateId: string;
      aggregateVersion: number;
      occurredAt: string;
      data?: { userId?: string; customer?: { email?: string } };
    };
    sentAt: Date | null;
  }[];
}

interface InboxDocument {
  _id: string;
  type: string;
  aggregateId: string;
  aggregateVersion: number;
}

/** Collections whose documents hold an outbox, by service. A test holds them against the models. */
export const outboxes: readonly (readonly [service: string, collection: string])[] = [
  ['auth', 'users'],
  ['auth', 'sessions'],
  ['catalog', 'products'],
  ['offer', 'offers'],
  ['offer', 'redemptions'],
  ['order', 'orders'],
  ['service-request', 'sell_requests'],
  ['service-request', 'repair_bookings'],
  ['service-request', 'phone_orders'],
];

const takenTypes = Object.keys(consumersOf);

/** Events that a customer gets a mail about, and the template of that mail: all that notification takes of orders and requests. */
const mailOf: Readonly<Record<string, string>> = Object.fromEntries(
  takenTypes
    .filter((type) => /^(order|sell-request|repair-booking|phone-order)\./.test(type))
    .map((type) => [type, type.replace('.', '-')]),
);

/** How many documents have events that somebody takes and that still wait for the broker. */
export async function countWaiting({ database }: Databases): Promise<number> {
  const filter = { outbox: { $elemMatch: { sentAt: { $type: 10 }, 'event.type': { $in: takenTypes } } } };
  const counts = await Promise.all(
    outboxes.map(([service, collection]) =>
      database(service).collection(collection).countDocuments(filter, { maxTimeMS: 60_000 }),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

const rowFields = ['eventId', 'type', 'aggregateId', 'aggregateVersion', 'occurredAt'];
const eventFields = Object.fromEntries(
  [...rowFields, 'data.userId', 'data.customer.email'].map((field) => [`outbox.event.${field}`, 1]),
);

/** All events that lie in outboxes, with what their consumers have of them. */
export async function* readEvents(snapshot: Snapshot): AsyncGenerator<EventsSlice> {
  for (const [service, collection] of outboxes) {
    let rows: OutboxDocument['outbox'] = [];
    const documents = snapshot.stream<OutboxDocument & mongo.Document>(
      service,
      collection,
      { ...eventFields, 'outbox.sentAt': 1 },
      { 'outbox.0': { $exists: true } },
    );
    for await (const { outbox } of documents) {
      rows.push(...outbox);
      if (rows.length < batchSize) continue;
      yield await sliceOf(snapshot, rows);
      rows = [];
    }
    if (rows.length > 0) yield await sliceOf(snapshot, rows);
  }
}

async function sliceOf(snapshot: Snapshot, rows: OutboxDocument['outbox']): Promise<EventsSlice> {
  const handled = new Set<string>();
  const parked = new Set<string>();
  for (const service of consumingServices) {
    const keys = rows
      .filter(({ event }) => consumersOf[event.type]?.includes(service))
      .map(({ event }) => `${queueOf(service, event.type)}:${event.eventId}`);
    for (const [collection, known] of [
      ['inbox', handled],
      ['parked_events', parked],
    ] as const)
      for (const { _id } of await snapshot.those<{ _id: string }, string>(service, collection, keys, {
        _id: 1,
      }))
        known.add(_id);
  }
  return {
    events: rows.map(
      ({ event: { eventId, type, aggregateId, occurredAt }, sentAt }): BookedEvent => ({
        eventId,
        type,
        aggregateId,
        occurredAt: new Date(occurredAt),
        sentAt,
      }),
    ),
    handled,
    parked,
    ...(await readMails(snapshot, rows, handled)),
    readAt: snapshot.readAt,
  };
}

/**
 * Which events notification should have written a mail for, having handled them, and has not. None is due to somebody who was
 * forgotten, nor when there was a mail about a later event of the same thing already (M6).
 */
async function readMails(
  snapshot: Snapshot,
  rows: OutboxDocument['outbox'],
  handled: ReadonlySet<string>,
): Promise<Pick<EventsSlice, 'mailsDue' | 'withoutMail'>> {
  const due = rows
    .map(({ event }) => event)
    .filter(({ type, eventId }) => mailOf[type] && handled.has(`${queueOf('notification', type)}:${eventId}`))
    .filter(({ data }) => data?.customer?.email !== '');
  const idOf = ({ type, eventId }: (typeof due)[number]) => `${mailOf[type]}-${eventId}`;
  const mails = await snapshot.those<{ _id: string }, string>('notification', 'mails', due.map(idOf), {
    _id: 1,
  });
  const written = new Set(mails.map(({ _id }) => _id));
  const missing = due.filter((event) => !written.has(idOf(event)));
  const gone = await snapshot.those<{ _id: string; isGone: boolean }, string>(
    'notification',
    'addressees',
    missing.flatMap(({ data }) => data?.userId ?? []),
    { isGone: 1 },
  );
  const isGone = new Set(gone.filter((person) => person.isGone).map(({ _id }) => _id));
  const later = await snapshot.those<
    { news: { aggregateId: string; aggregateVersion: number } } & mongo.Document,
    string
  >(
    'notification',
    'mails',
    missing.map(({ aggregateId }) => aggregateId),
    { news: 1 },
    'news.aggregateId',
  );
  const hasLater = ({ type, aggregateId, aggregateVersion }: (typeof due)[number]) =>
    !/^order\.(placed|refunded)$/.test(type) &&
    later.some(({ news }) => news.aggregateId === aggregateId && news.aggregateVersion > aggregateVersion);
  const owed = missing.filter((event) => !isGone.has(event.data?.userId ?? '') && !hasLater(event));
  return { mailsDue: due.length, withoutMail: new Set(owed.map(({ eventId }) => eventId)) };
}

/** What inboxes and order's copies have heard, with the versions that the owners have. */
export async function* readHeard(snapshot: Snapshot): AsyncGenerator<HeardSlice> {
  for (const service of consumingServices)
    for await (const rows of snapshot.batches<InboxDocument>(
      service,
      'inbox',
      { type: 1, aggregateId: 1, aggregateVersion: 1 },
      { type: { $in: takenTypes } },
    ))
      yield await withVersions(
        snapshot,
        rows
          // Redemptions tell of an offer without a version of their own.
          .filter(({ type }) => type !== 'offer.redeemed')
          .map(({ _id, type, aggregateId, aggregateVersion }) => ({
            aggregateId,
            version: aggregateVersion,
            type,
            queue: _id.slice(0, _id.lastIndexOf(':')),
          })),
      );
  const copyFields = { version: 1, 'snapshot.version': 1, 'stock.version': 1, isThere: 1 };
  for (const [collection, content] of [
    ['product_copies', 'snapshot.product'],
    ['offer_copies', 'offer'],
  ] as const)
    for await (const copies of snapshot.batches<
      { _id: string; version?: number; snapshot?: { version: number }; stock?: { version: number } } & {
        isThere?: boolean;
      }
    >('order', collection, { ...copyFields, isThere: { $ne: [{ $type: `$${content}` }, 'null'] } }))
      yield await withVersions(
        snapshot,
        copies.map(({ _id, version = 0, snapshot: ofSnapshot, stock, isThere = false }) => ({
          aggregateId: _id,
          version: Math.max(version, ofSnapshot?.version ?? 0, stock?.version ?? 0),
          isCopy: isThere,
        })),
      );
}

const owners = [
  ['order', 'orders'],
  ['catalog', 'products'],
  ['offer', 'offers'],
  ['service-request', 'sell_requests'],
  ['service-request', 'repair_bookings'],
  ['service-request', 'phone_orders'],
] as const;

async function withVersions(snapshot: Snapshot, heard: HeardSlice['heard']): Promise<HeardSlice> {
  const ids = asObjectIds([...new Set(heard.map(({ aggregateId }) => aggregateId))]);
  const versions = new Map<string, number>();
  const abandoned = new Set<string>();
  for (const [service, collection] of owners)
    for (const { _id, version, state } of await snapshot.those<
      { _id: ObjectId; version: number; state?: string },
      ObjectId
    >(service, collection, ids, { version: 1, state: 1 })) {
      if (state === 'abandoned') abandoned.add(_id.toHexString());
      else versions.set(_id.toHexString(), version);
    }
  return { heard, versions, abandoned };
}
