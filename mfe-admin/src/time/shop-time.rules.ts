import { dayMs } from '@kinmel/contracts/browser';
import { formatTime, shopDayOf } from '@kinmel/web-kit';

/** Days are texts like "2026-11-23"; their calculations use UTC, whose clocks never change. */
export const timeOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);

export const addDays = (day: string, count: number): string =>
  new Date(timeOfDay(day) + count * dayMs).toISOString().slice(0, 10);

/** The moment at which a clock of the shop shows `YYYY-MM-DDTHH:MM`. */
export function shopMoment(clock: string): Date {
  const target = Date.parse(`${clock}Z`);
  let moment = new Date(target);
  if (Number.isNaN(target)) return moment;
  // Twice, as the offset of the first result can be another one: clocks change.
  for (let round = 0; round < 2; round += 1) {
    const display = Date.parse(`${shopDayOf(moment)}T${formatTime(moment.toISOString())}Z`);
    moment = new Date(moment.getTime() + target - display);
  }
  return moment;
}
