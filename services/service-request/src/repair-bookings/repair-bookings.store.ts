import type { WireEvent } from '@kinmel/service-kit';
import mongoose from 'mongoose';
import {
  createRequestsStore,
  type InsertOptions,
  type ReplaceOptions,
  type RequestTimes,
  requestModel,
} from '../requests/requests.store.ts';
import { type RepairBooking, stands } from './repair-booking.rules.ts';
import { repairBooking } from './repair-booking-kind.ts';
import type { Slot } from './slot.rules.ts';
import { refuseSlotNotAhead, slotTaken } from './slots.ts';

const isTakenSeat = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 11000 && error.message.includes('index: seat_');

/** Of some days together; seats are few, so only cancelled bookings could ever come near it. */
const mostOfDays = 1000;
const maxTimeMS = 2_000;
const { trusted } = mongoose;

const slotKey = ({ date, time }: Slot) => `${date} ${time}`;

/**
 * Bookings with their seats. A seat is a unique key within the booking itself: booking takes it, moving takes the new and frees the
 * old, cancelling frees it, each in the one write that saves the booking. `insert` and `replace` refuse a taken half hour with
 * `slot-taken` and the nearest free ones.
 */
export function createRepairBookingsStore(
  connection: mongoose.Connection,
  options: RequestTimes & { readonly now: () => Date },
) {
  const { calendar, now } = options;
  const base = createRequestsStore(connection, repairBooking, options);
  const model = requestModel(connection, repairBooking);

  async function seatsOf(slots: readonly string[]): Promise<string[]> {
    const found = await model
      .find(
        // The type is what lets a partial index answer.
        { $or: slots.map((slot) => ({ seat: trusted({ $type: 'string', $gte: slot, $lt: `${slot}~` }) })) },
        { seat: 1, _id: 0 },
      )
      .maxTimeMS(maxTimeMS)
      .lean<{ seat: string }[]>();
    return found.map(({ seat }) => seat);
  }

  /** How many seats of each half hour of these days are taken, by "day time"; one call. */
  async function takenSeats(days: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const slots = (await seatsOf(days)).map((seat) => seat.slice(0, seat.lastIndexOf(' ')));
    return new Map(
      Array.from(
        Map.groupBy(slots, (slot) => slot),
        ([slot, seats]) => [slot, seats.length],
      ),
    );
  }
  const slots = { takenSeats, calendar, now };

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
    for (let tries = 0; tries <= calendar.seats; tries += 1) {
      const taken = new Set(await seatsOf([slotKey(slot)]));
      const seat = Array.from({ length: calendar.seats }, (_, index) => `${slotKey(slot)} ${index + 1}`).find(
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
    throw await slotTaken(slots, slot);
  }

  return {
    ...base,
    takenSeats,

    async insert(state: RepairBooking, insertOptions: InsertOptions): Promise<boolean> {
      await refuseSlotNotAhead(slots, state);
      const { key } = insertOptions;
      return withSeat(
        state,
        (seat) => base.insert(state, { ...insertOptions, besides: { seat } }),
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
      if (!stands(after)) return base.replace(before, after, tokenHash, events, { remove: ['seat'], entry });
      if (stands(before) && slotKey(before) === slotKey(after))
        return base.replace(before, after, tokenHash, events, { entry });
      return withSeat(
        after,
        (seat) => base.replace(before, after, tokenHash, events, { set: { seat }, entry }),
        async () => (await base.find(before.id))?.version !== before.version,
      );
    },

    /** Every booking of these days, by time; at most a thousand. */
    async listDays(days: readonly string[]): Promise<RepairBooking[]> {
      const found = await model
        .find({ deletedAt: null, date: trusted({ $in: [...days] }) }, { outbox: 0 })
        .sort({ date: 1, time: 1, createdAt: 1 })
        .limit(mostOfDays)
        .maxTimeMS(maxTimeMS)
        .lean<Parameters<typeof base.toState>[0][]>();
      return found.map(base.toState);
    },
  };
}
