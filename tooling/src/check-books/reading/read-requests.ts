import type { mongo } from 'mongoose';
import type { BookedPhoneOrder, BookedRepair, BookedSellRequest, SharedSeat } from '../books.ts';
import type { Snapshot } from './snapshot.ts';

type Stored<Thing> = Omit<Thing, 'id'> & { _id: mongo.ObjectId };

const thereOnly = { deletedAt: null };

/** All repair bookings with their seats. */
export async function* readRepairs(snapshot: Snapshot): AsyncGenerator<BookedRepair[]> {
  const fields = { status: 1, date: 1, time: 1, seat: 1 };
  const batches = snapshot.batches<Stored<BookedRepair>>(
    'service-request',
    'repair_bookings',
    fields,
    thereOnly,
  );
  for await (const documents of batches)
    yield documents.map(({ _id, ...booking }) => ({ ...booking, id: _id.toHexString() }));
}

/** Seats that several bookings have. */
export const readSharedSeats = (snapshot: Snapshot): Promise<SharedSeat[]> =>
  snapshot.aggregate<SharedSeat>('service-request', 'repair_bookings', [
    { $match: { seat: { $type: 'string' } } },
    { $group: { _id: '$seat', times: { $sum: 1 } } },
    { $match: { times: { $gt: 1 } } },
    { $project: { _id: 0, seat: '$_id', times: 1 } },
  ]);

/** All orders of new phones with what they cost. */
export async function* readPhoneOrders(snapshot: Snapshot): AsyncGenerator<BookedPhoneOrder[]> {
  const fields = { quantity: 1, unitPriceInMinorUnits: 1 };
  const batches = snapshot.batches<Stored<BookedPhoneOrder>>(
    'service-request',
    'phone_orders',
    fields,
    thereOnly,
  );
  for await (const documents of batches)
    yield documents.map(({ _id, ...order }) => ({ ...order, id: _id.toHexString() }));
}

/** The fields that say something about a person; of a forgotten request they are empty. */
const personalFields = [
  'email',
  'phone',
  'userId',
  'adminNotes',
  'description',
  'photoId',
  'address',
  'message',
];

type StoredRequest = Omit<Stored<BookedSellRequest>, 'toldAt' | 'personal'> & {
  outbox: { event: { occurredAt: string } }[];
} & Record<string, unknown>;

export const requestCollections = ['sell_requests', 'repair_bookings', 'phone_orders'] as const;

/** All requests of a kind with what was told of them and what is left of their person. */
export async function* readRequests(
  snapshot: Snapshot,
  collection: (typeof requestCollections)[number],
): AsyncGenerator<BookedSellRequest[]> {
  const names = [
    'status',
    'history',
    'updatedAt',
    'promisedAt',
    'forgottenAt',
    'isCustomerGone',
    ...personalFields,
  ];
  const fields = Object.fromEntries(
    [...names, 'quotedPriceInMinorUnits', 'quoteValidUntil', 'outbox.event.occurredAt'].map((name) => [
      name,
      1,
    ]),
  );
  const batches = snapshot.batches<StoredRequest>('service-request', collection, fields, thereOnly);
  for await (const documents of batches)
    yield documents.map((document) => ({
      ...document,
      id: document._id.toHexString(),
      toldAt: document.outbox.map(({ event }) => new Date(event.occurredAt)),
      personal: [
        ...personalFields.filter((name) => (document[name] ?? '') !== ''),
        ...(document.history.some(({ note }) => note !== '') ? ['history'] : []),
      ],
    }));
}
