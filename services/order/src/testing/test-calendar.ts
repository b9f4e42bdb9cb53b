import { type ShopCalendar, shopDays } from '@kinmel/service-kit';

/** The days of a shop in Kathmandu that is closed on one Friday, 25 December 2026. */
export const testCalendar: ShopCalendar = {
  dayOf: shopDays('Asia/Kathmandu'),
  closedDays: new Set(['2026-12-25']),
};
