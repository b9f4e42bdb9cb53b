import { isDuplicateKeyError, type WireEvent } from '@kinmel/service-kit';
import mongoose from 'mongoose';
import {
  createRequestsStore,
  type InsertOptions,
  type ReplaceOptions,
  type RequestsOptions,
  requestModel,
  stateFields,
} from '../requests/requests.store.ts';
import { holdsSeat, type RepairBooking } from './repair-booking.rules.ts';
import { repairBooking } from './repair-booking-kind.ts';
import type { Slot } from './slot.rules.ts';
import { refuseSlotNotAhead, slotTaken } from './slots.ts';

const isTakenSeat = (error: unknown): boolean =>
  isDuplicateKeyError(error) && error.message.includes('index: seat_');

/** Limit of the schedule, which only cancelled bookings could reach. */
const maxBookings = 1000;
const { trusted } = mongoose;

const slotKey = ({ date, time }: Slot) => `${date} ${time}`;

/**
 * Bookings with their seats. A seat is a unique key in the booking, taken and freed in the write that saves the booking.
 * `insert` and `replace` refuse a full slot with `slot-taken` and the nearest free slots.
 */
export function createRepairBookingsStore(
  connection: mongoose.Connection,
  options: RequestsOptions & { readonly now: () => Date },
) {
  const { calendar, now } = options;
  const base = createRequestsStore(connection, repairBooking, options);
  const model = requestModel(connection, repairBooking);

  async function seatsOf(slots: readonly string[]): Promise<string[]> {
    const documents = await model
      .find(
        // The type condition lets MongoDB use the partial index.
        { $or: slots.map((slot) => ({ seat: trusted({ $type: 'string', $gte: slot, $lt: `${slot}~` }) })) },
        { seat: 1, _id: 0 },
      )
      .lean<{ seat: string }[]>();
    return documents.map(({ seat }) => seat);
  }

  /** The number of taken seats by slot ("date time"), in one query. */
  async function takenSeats(days: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const slots = (await seatsOf(days)).map((seat) => seat.slice(0, seat.lastIndexOf(' ')));
    return new Map(
      Array.from(
        Map.groupBy(slots, (slot) => slot),
        ([slot, seats]) => [slot, seats.length],
      ),
    );
  }
  const slotsContext = { takenSeats, calendar, now };

  /**
   * Saves with the first free seat of a slot, and tries the next one after a conflict. Saves nothing when `isSuperseded`:
   * a duplicate of the same call took the last seat.
   */
  async function withSeat(
    { date, time }: Slot,
    save: (seat: string) => Promise<boolean>,
    isSuperseded: () => Promise<boolean>,
  ): Promise<boolean> {
    const slot = { date, time };
    for (let tries = 0; tries <= calendar.seats; tries += 1) {
      const bookedSeats = new Set(await seatsOf([slotKey(slot)]));
      const seat = Array.from({ length: calendar.seats }, (_, index) => `${slotKey(slot)} ${index + 1}`).find(
        (one) => !bookedSeats.has(one),
      );
      if (seat === undefined) break;
      try {
        return await save(seat);
      } catch (error) {
        if (!isTakenSeat(error)) throw error;
      }
    }
    if (await isSuperseded()) return false;
    throw await slotTaken(slotsContext, slot);
  }

  return {
    ...base,
    takenSeats,

    async insert(state: RepairBooking, insertOptions: InsertOptions): Promise<boolean> {
      await refuseSlotNotAhead(slotsContext, state);
      const { key } = insertOptions;
      return withSeat(
        state,
        (seat) => base.insert(state, { ...insertOptions, extraFields: { seat } }),
        async () => key !== undefined && (await base.findByKey(key.key)) !== null,
      );
    },

    async replace(
      before: RepairBooking,
      after: RepairBooking,
      tokenHash: string,
      events: readonly WireEvent[],
      { entry }: ReplaceOptions = {},
    ): Promise<boolean> {
      if (!holdsSeat(after))
        return base.replace(before, after, tokenHash, events, { remove: ['seat'], entry });
      if (holdsSeat(before) && slotKey(before) === slotKey(after))
        return base.replace(before, after, tokenHash, events, { entry });
      return withSeat(
        after,
        (seat) => base.replace(before, after, tokenHash, events, { set: { seat }, entry }),
        async () => (await base.find(before.id))?.version !== before.version,
      );
    },

    /** The bookings of these days, sorted by time, at most 1000. */
    async listDays(days: readonly string[]): Promise<RepairBooking[]> {
      const documents = await model
        .find({ deletedAt: null, date: trusted({ $in: [...days] }) }, stateFields)
        .sort({ date: 1, time: 1, createdAt: 1 })
        .limit(maxBookings)
        .lean<Parameters<typeof base.statesOf>[0]>();
      return base.statesOf(documents);
    },
  };
}
