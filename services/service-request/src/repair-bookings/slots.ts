import type { noSlotReasons } from '@kinmel/contracts';
import { type Day, ProblemError } from '@kinmel/service-kit';
import { type RepairBookingsStore, SlotTakenError } from './repair-bookings.store.ts';
import { openSlots, type Slot, type SlotCalendar, shopDaysFrom, whyNone } from './slot.rules.ts';

export interface SlotsContext {
  readonly repairBookings: RepairBookingsStore;
  readonly calendar: SlotCalendar;
  readonly now: () => Date;
}

const mostDays = 5;

/** What of a day can be booked, and where it is nothing, why, and which day comes next. */
interface SlotsOfDay {
  readonly slots: { time: string; free: number }[];
  readonly reason: (typeof noSlotReasons)[number] | null;
  readonly nextDay: Day | null;
}

/** The half hours of a day that are still ahead, with their free seats; one call of the database, two where none is free (SIL-40). */
export async function slotsOfDay(
  { repairBookings, calendar, now }: SlotsContext,
  date: Day,
): Promise<SlotsOfDay> {
  const moment = now();
  const freeOf = (day: Day, taken: ReadonlyMap<string, number>) =>
    openSlots(day, moment, calendar).map((time) => ({
      time,
      free: Math.max(0, calendar.seats - (taken.get(`${day} ${time}`) ?? 0)),
    }));
  const isFree = ({ free }: { free: number }) => free > 0;
  const reason = whyNone(date, moment, calendar);
  const slots = reason === null ? freeOf(date, await repairBookings.takenSeats([date])) : [];
  if (slots.some(isFree)) return { slots, reason, nextDay: null };
  const days = shopDaysFrom(date, moment, calendar, mostDays);
  if (days.length === 0) return { slots, reason, nextDay: null };
  const taken = await repairBookings.takenSeats(days);
  return { slots, reason, nextDay: days.find((day) => freeOf(day, taken).some(isFree)) ?? null };
}
const mostNearest = 3;

const minutesOf = ({ date, time }: Slot) => Date.parse(`${date}T${time}:00Z`) / 60_000;

/** The free half hours that are nearest to one that is taken, from its day on. */
async function nearestFree({ repairBookings, calendar, now }: SlotsContext, wanted: Slot): Promise<Slot[]> {
  const moment = now();
  const days = shopDaysFrom(wanted.date, moment, calendar, mostDays);
  const taken = await repairBookings.takenSeats(days);
  const free = days.flatMap((date) =>
    openSlots(date, moment, calendar)
      .filter((time) => (taken.get(`${date} ${time}`) ?? 0) < calendar.seats)
      .map((time) => ({ date, time })),
  );
  const distance = (slot: Slot) => Math.abs(minutesOf(slot) - minutesOf(wanted));
  return free.toSorted((one, two) => distance(one) - distance(two)).slice(0, mostNearest);
}

/**
 * Does something that may take a seat; a half hour that is taken is refused with the nearest free ones (B4).
 * @param wanted what is asked for, which has to be ahead; undefined for a booking that keeps its half hour
 */
export async function takingSeat<Outcome>(
  context: SlotsContext,
  wanted: Slot | undefined,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const isAhead = ({ date, time }: Slot) => openSlots(date, context.now(), context.calendar).includes(time);
  try {
    if (wanted && !isAhead(wanted)) throw new SlotTakenError(wanted);
    return await work();
  } catch (error) {
    if (!(error instanceof SlotTakenError)) throw error;
    const message = isAhead(error.slot)
      ? 'This time is taken. Please choose another one.'
      : 'This time can no longer be booked. Please choose another one.';
    throw new ProblemError('slot-taken', message, [
      { path: 'time', message },
      ...(await nearestFree(context, error.slot)).map(({ date, time }) => ({
        path: 'nearest',
        message: `${date} ${time}`,
      })),
    ]);
  }
}
