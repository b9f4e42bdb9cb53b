import { repairBookingStatuses, repairModels, repairUrgencies } from '@kinmel/contracts';
import type mongoose from 'mongoose';
import {
  createRequestsStore,
  type RequestsStore,
  type RequestTimes,
  requestFields,
  requestSchema,
  type StoredRequest,
} from '../requests/requests.store.ts';
import { type RepairBooking, stands } from './repair-booking.rules.ts';
import type { Slot } from './slot.rules.ts';

type StoredBooking = StoredRequest &
  Omit<RepairBooking, keyof StoredRequest | 'id'> &
  Pick<RepairBooking, 'status'> & {
    /** Day, half hour and number: its unique index is what makes seats few (B4). Absent on cancelled bookings. */
    seat?: string;
  };

const text = { type: String, required: true };

const bookingSchema = requestSchema(repairBookingStatuses, {
  model: { ...text, enum: repairModels },
  urgency: { ...text, enum: repairUrgencies },
  message: { type: String, default: '' },
  date: text,
  time: text,
  seat: String,
});
bookingSchema.index({ seat: 1 }, { unique: true, partialFilterExpression: { seat: { $type: 'string' } } });

// The days that staff look at.
bookingSchema.index({ deletedAt: 1, date: 1, time: 1 });

export type RepairBookingModel = mongoose.Model<StoredBooking>;

export const createRepairBookingModel = (connection: mongoose.Connection): RepairBookingModel =>
  connection.model<StoredBooking>('repair-booking', bookingSchema as never, 'repair_bookings');

/** All seats of a half hour are taken. */
export class SlotTakenError extends Error {
  readonly slot: Slot;

  constructor(slot: Slot) {
    super('This half hour is taken.');
    this.slot = slot;
  }
}

export interface RepairBookingsStore extends RequestsStore<RepairBooking> {
  /** How many seats of each half hour of these days are taken, by "day time"; one call. */
  takenSeats(days: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Every booking of these days, by time; at most a thousand. */
  listDays(days: readonly string[]): Promise<RepairBooking[]>;
}

const isTakenSeat = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 11000 && error.message.includes('index: seat_');

/** Of some days together; seats are few, so only cancelled bookings could ever come near it. */
const mostOfDays = 1000;

const slotKey = ({ date, time }: Slot) => `${date} ${time}`;

/**
 * Bookings with their seats. A seat is a unique key within the booking itself: booking takes it, moving takes the new and frees the
 * old, cancelling frees it, each in the one write that saves the booking. `insert` and `replace` reject with `SlotTakenError`.
 */
export function createRepairBookingsStore(
  model: RepairBookingModel,
  seats: number,
  times: RequestTimes<RepairBooking>,
): RepairBookingsStore {
  const bookings = model.collection;
  const toState = (stored: StoredBooking): RepairBooking => {
    const { seat: _seat, ...fields } = requestFields(stored);
    return fields;
  };
  const base = createRequestsStore(
    model,
    toState,
    ({ name, email, phone, model: device }) => [name, email, phone, device].join('\n'),
    times,
  );

  async function seatsOf(slots: readonly string[]): Promise<string[]> {
    const found = await bookings
      .find(
        // The type is what lets a partial index answer.
        { $or: slots.map((slot) => ({ seat: { $type: 'string', $gte: slot, $lt: `${slot}~` } })) },
        { projection: { seat: 1, _id: 0 }, maxTimeMS: 2_000 },
      )
      .toArray();
    return found.map(({ seat }) => String(seat));
  }

  /**
   * Saves with the first free seat of the half hour; tries the next when somebody was faster. The last seat may have been taken by
   * the same request sent twice at once: then `isSuperseded`, and nothing is saved.
   */
  async function withSeat(
    { date, time }: Slot,
    save: (seat: string) => Promise<boolean>,
    isSuperseded: () => Promise<boolean>,
  ): Promise<boolean> {
    const slot = { date, time };
    for (let tries = 0; tries <= seats; tries += 1) {
      const taken = new Set(await seatsOf([slotKey(slot)]));
      const seat = Array.from({ length: seats }, (_, index) => `${slotKey(slot)} ${index + 1}`).find(
        (one) => !taken.has(one),
      );
      if (seat === undefined) break;
      try {
        return await save(seat);
      } catch (error) {
        if (!isTakenSeat(error)) throw error;
      }
    }
    if (await isSuperseded()) return false;
    throw new SlotTakenError(slot);
  }

  return {
    ...base,

    insert: (state, options) =>
      withSeat(
        state,
        (seat) => base.insert(state, { ...options, besides: { seat } }),
        async () => options.key !== undefined && (await base.findByKey(options.key.key)) !== undefined,
      ),

    replace: (before, after, tokenHash, events, { entry } = {}) => {
      if (!stands(after)) return base.replace(before, after, tokenHash, events, { remove: ['seat'], entry });
      if (stands(before) && slotKey(before) === slotKey(after))
        return base.replace(before, after, tokenHash, events, { entry });
      return withSeat(
        after,
        (seat) => base.replace(before, after, tokenHash, events, { set: { seat }, entry }),
        async () => (await base.find(before.id))?.version !== before.version,
      );
    },

    async takenSeats(days) {
      const counts = new Map<string, number>();
      for (const seat of await seatsOf(days)) {
        const slot = seat.slice(0, seat.lastIndexOf(' '));
        counts.set(slot, (counts.get(slot) ?? 0) + 1);
      }
      return counts;
    },

    async listDays(days) {
      const found: unknown[] = await bookings
        .find(
          { deletedAt: null, date: { $in: [...days] } },
          {
            projection: { outbox: 0 },
            sort: { date: 1, time: 1, createdAt: 1 },
            limit: mostOfDays,
            maxTimeMS: 2_000,
          },
        )
        .toArray();
      return found.map((stored) => toState(stored as StoredBooking));
    },
  };
}
