import type { noSlotReasons } from '@kinmel/contracts';
import { type Day, ProblemError } from '@kinmel/service-kit';
import { noSlotReasonOf, openSlots, type Slot, type SlotCalendar, shopDaysFrom } from './slot.rules.ts';

export interface SlotsContext {
  /** The number of taken seats by slot ("date time"). */
  readonly takenSeats: (days: readonly Day[]) => Promise<ReadonlyMap<string, number>>;
  readonly calendar: SlotCalendar;
  readonly now: () => Date;
}

const maxDays = 5;

/** The slots of a day; without slots, the reason and the next free day. */
interface SlotsOfDay {
  readonly slots: { time: string; free: number }[];
  readonly reason: (typeof noSlotReasons)[number] | null;
  readonly nextDay: Day | null;
}

/** The future slots of a day with their free seats. One query, or two when none is free. */
export async function slotsOfDay(
  { takenSeats, calendar, now }: SlotsContext,
  date: Day,
): Promise<SlotsOfDay> {
  const moment = now();
  const freeSeatsOf = (day: Day, seatsBySlot: ReadonlyMap<string, number>) =>
    openSlots(day, moment, calendar).map((time) => ({
      time,
      free: Math.max(0, calendar.seats - (seatsBySlot.get(`${day} ${time}`) ?? 0)),
    }));
  const isFree = ({ free }: { free: number }) => free > 0;
  const reason = noSlotReasonOf(date, moment, calendar);
  const slots = reason === null ? freeSeatsOf(date, await takenSeats([date])) : [];
  if (slots.some(isFree)) return { slots, reason, nextDay: null };
  const days = shopDaysFrom(date, moment, calendar, maxDays);
  if (days.length === 0) return { slots, reason, nextDay: null };
  const seatsBySlot = await takenSeats(days);
  return { slots, reason, nextDay: days.find((day) => freeSeatsOf(day, seatsBySlot).some(isFree)) ?? null };
}

const maxNearest = 3;

const minutesOf = ({ date, time }: Slot) => Date.parse(`${date}T${time}:00Z`) / 60_000;

/** The free slots nearest to a taken one, from its day on. */
async function nearestFree(
  { takenSeats, calendar, now }: SlotsContext,
  requestedSlot: Slot,
): Promise<Slot[]> {
  const moment = now();
  const days = shopDaysFrom(requestedSlot.date, moment, calendar, maxDays);
  const seatsBySlot = await takenSeats(days);
  const freeSlots = days.flatMap((date) =>
    openSlots(date, moment, calendar)
      .filter((time) => (seatsBySlot.get(`${date} ${time}`) ?? 0) < calendar.seats)
      .map((time) => ({ date, time })),
  );
  const distance = (slot: Slot) => Math.abs(minutesOf(slot) - minutesOf(requestedSlot));
  return freeSlots.toSorted((one, two) => distance(one) - distance(two)).slice(0, maxNearest);
}

/** The refusal of a taken or past slot, with the nearest free slots (SR-B4). */
export async function slotTaken(context: SlotsContext, slot: Slot): Promise<ProblemError> {
  const message = isAhead(context, slot)
    ? 'This time is taken. Please choose another one.'
    : 'This time can no longer be booked. Please choose another one.';
  const nearest = await nearestFree(context, slot);
  return new ProblemError('slot-taken', message, [
    { path: 'time', message },
    ...nearest.map(({ date, time }) => ({ path: 'nearest', message: `${date} ${time}` })),
  ]);
}

const isAhead = ({ now, calendar }: SlotsContext, { date, time }: Slot) =>
  openSlots(date, now(), calendar).includes(time);

/** SR-B2: refuses a slot that has started or is within the lead time, with the nearest free slots. */
export async function refuseSlotNotAhead(context: SlotsContext, slot: Slot): Promise<void> {
  if (!isAhead(context, slot)) throw await slotTaken(context, slot);
}
