import { type ShopCalendar, shopDays } from '@kinmel/service-kit';

/** Closed on Friday, 25 December 2026. */
export const testCalendar: ShopCalendar = {
  dayOf: shopDays('Asia/Kathmandu'),
  closedDays: new Set(['2026-12-25']),
};
