import type { mongo } from 'mongoose';
import type { BookedPhoneOrder, BookedRepair, SharedSeat } from '../books.ts';
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
