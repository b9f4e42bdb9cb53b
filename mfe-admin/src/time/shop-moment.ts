import { formatTime, shopDayOf } from '@kinmel/web-kit';

/** Converts a local time in the shop's time zone, `YYYY-MM-DDTHH:MM`, to a Date. */
export function parseShopTime(localTime: string): Date {
  const target = Date.parse(`${localTime}Z`);
  let moment = new Date(target);
  if (Number.isNaN(target)) return moment;
  // Two passes, because the first result may lie across a daylight-saving change.
  for (let round = 0; round < 2; round += 1) {
    const displayedTime = Date.parse(`${shopDayOf(moment)}T${formatTime(moment.toISOString())}Z`);
    moment = new Date(moment.getTime() + target - displayedTime);
  }
  return moment;
}
