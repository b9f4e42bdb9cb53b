import { closedDaysSchema, portSchema, serviceConfigShape, shopDays } from '@kinmel/service-kit';
import { z } from 'zod';
import type { SlotCalendar } from './repair-bookings/slot.rules.ts';
import type { Retention } from './requests/forget.rules.ts';

const perHour = (count: number) => z.coerce.number().int().min(1).max(10_000).default(count);

/** The environment of this service, described in README.md. */
export const serviceRequestConfigSchema = z.object({
  ...serviceConfigShape,
  CATALOG_URL: z.url().default('http://127.0.0.1:4101'),
  ORDER_URL: z.url().default('http://127.0.0.1:4102'),
  DEVICE_URL: z.url().default('http://127.0.0.1:4106'),
  SERVICE_REQUEST_PORT: portSchema.default(4104),
  /** Encrypts the tokens of tracking links for notification. */
  MAIL_SEAL_KEY: serviceConfigShape.MAIL_SEAL_KEY.unwrap(),
  /** Tracking tokens are derived from it; a new key invalidates all links. */
  TRACKING_KEY: serviceConfigShape.MAIL_SEAL_KEY.unwrap(),
  /** Encrypts IMEIs for device. */
  DEVICE_KEY: serviceConfigShape.MAIL_SEAL_KEY.unwrap(),
  REQUEST_PHOTOS_FOLDER: z.string().default('.kinmel/request-photos'),
  SELL_QUOTE_DAYS: z.coerce.number().int().min(1).max(90).default(7),
  REQUEST_DAYS: z.coerce.number().int().min(1).max(36_500).default(730),
  PHOTO_DAYS: z.coerce.number().int().min(1).max(36_500).default(180),
  /** Closed days besides weekends, `2026-12-25,2027-01-01`. */
  SHOP_CLOSED_DAYS: closedDaysSchema,
  SLOT_SEATS: z.coerce.number().int().min(1).max(100).default(3),
  SLOT_DAYS_AHEAD: z.coerce.number().int().min(1).max(366).default(90),
  SLOT_LEAD_MINUTES: z.coerce.number().int().min(0).max(10_080).default(0),
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
