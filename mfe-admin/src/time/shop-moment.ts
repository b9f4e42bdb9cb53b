import { formatTime, shopDayOf } from '@kinmel/web-kit';

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
