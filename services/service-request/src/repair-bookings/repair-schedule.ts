import type { RepairSchedule } from '@kinmel/contracts';
import { type Day, dayAfter, isShopDay } from '@kinmel/service-kit';
import type { KindsContext } from '../request-stores.ts';
import { staffAnswer } from '../requests/request-answer.ts';
import { holdsSeat } from './repair-booking.rules.ts';
import { repairBooking } from './repair-booking-kind.ts';
import { openSlots, slotTimes } from './slot.rules.ts';

/** SR-B9: the slots of some days with free seats and all bookings, in one query. */
export async function repairSchedule(
  { requests, calendar, now }: KindsContext,
  from: Day,
  dayCount: number,
): Promise<RepairSchedule> {
  const dates = [from];
  while (dates.length < dayCount) dates.push(dayAfter(dates.at(-1) ?? from));
  const moment = now();
  const bookings = await requests['repair-booking'].listDays(dates);
  return {
    timeZone: calendar.timeZone,
    today: calendar.dayOf(moment),
    seats: calendar.seats,
    days: dates.map((date) => {
      const bookingsOfDay = bookings.filter((booking) => booking.date === date);
      const futureSlots = new Set(openSlots(date, moment, calendar));
      const countBookings = (time: string) =>
        bookingsOfDay.filter((one) => one.time === time && holdsSeat(one)).length;
      const times = isShopDay(date, calendar) ? slotTimes : [];
      return {
        date,
        slots: times.map((time) => ({
          time,
          free: Math.max(0, calendar.seats - countBookings(time)),
          isAhead: futureSlots.has(time),
        })),
        bookings: bookingsOfDay.map((booking) => staffAnswer(repairBooking, booking)),
      };
    }),
  };
}
