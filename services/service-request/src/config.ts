import {
  closedDaysSchema,
  keySchema,
  objectsConfigShape,
  portOf,
  serviceConfigShape,
  shopDays,
  urlOf,
  wholeNumber,
} from '@kinmel/service-kit';
import { z } from 'zod';
import type { SlotCalendar } from './repair-bookings/slot.rules.ts';
import type { Retention } from './requests/forget.rules.ts';

const perHour = (count: number) => wholeNumber(count, 1, 10_000);

/** The environment of this service, described in README.md. */
export const serviceRequestConfigSchema = z.object({
  ...serviceConfigShape,
  ...objectsConfigShape,
  CATALOG_URL: urlOf('catalog'),
  ORDER_URL: urlOf('order'),
  DEVICE_URL: urlOf('device'),
  SERVICE_REQUEST_PORT: portOf('service-request'),
  /** Encrypts the tokens of tracking links for notification. */
  MAIL_SEAL_KEY: keySchema,
  /** Tracking tokens are derived from it; a new key invalidates all links. */
  TRACKING_KEY: keySchema,
  /** Encrypts IMEIs for device. */
  DEVICE_KEY: keySchema,
  REQUEST_PHOTOS_FOLDER: z.string().default('.kinmel/request-photos'),
  SELL_QUOTE_DAYS: wholeNumber(7, 1, 90),
  REQUEST_DAYS: wholeNumber(730, 1, 36_500),
  PHOTO_DAYS: wholeNumber(180, 1, 36_500),
  /** Closed days in addition to weekends, `2026-12-25,2027-01-01`. */
  SHOP_CLOSED_DAYS: closedDaysSchema,
  SLOT_SEATS: wholeNumber(3, 1, 100),
  SLOT_DAYS_AHEAD: wholeNumber(90, 1, 366),
  SLOT_LEAD_MINUTES: wholeNumber(0, 0, 10_080),
  SELL_REQUESTS_PER_HOUR: perHour(20),
  REPAIR_BOOKINGS_PER_HOUR: perHour(10),
  PHONE_ORDERS_PER_HOUR: perHour(10),
  RETURNS_PER_HOUR: perHour(10),
  RETURN_PHOTOS_PER_HOUR: perHour(60),
  REPAIR_MOVES_PER_HOUR: perHour(10),
  MOVES_OF_ONE_REPAIR_PER_HOUR: perHour(5),
  ANSWERS_OF_ONE_REQUEST_PER_HOUR: perHour(5),
});

export type ServiceRequestConfig = z.output<typeof serviceRequestConfigSchema>;

export const slotCalendarOf = (config: ServiceRequestConfig): SlotCalendar => ({
  timeZone: config.SHOP_TIME_ZONE,
  dayOf: shopDays(config.SHOP_TIME_ZONE),
  closedDays: new Set(config.SHOP_CLOSED_DAYS),
  seats: config.SLOT_SEATS,
  daysAhead: config.SLOT_DAYS_AHEAD,
  leadMinutes: config.SLOT_LEAD_MINUTES,
});

export const retentionOf = (config: ServiceRequestConfig): Retention => ({
  requestDays: config.REQUEST_DAYS,
  photoDays: config.PHOTO_DAYS,
});
