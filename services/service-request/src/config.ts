import { closedDaysSchema, isTimeZone, portSchema, serviceConfigShape, shopDays } from '@kinmel/service-kit';
import { z } from 'zod';
import type { SlotCalendar } from './repair-bookings/slot.rules.ts';
import type { Retention } from './requests/forget.rules.ts';

const perHour = (count: number) => z.coerce.number().int().min(1).max(10_000).default(count);

/** The environment of this service; README.md explains each variable. */
export const serviceRequestConfigSchema = z.object({
  ...serviceConfigShape,
  /** Whom to ask for the products of a shop that has run for long (C3). */
  CATALOG_URL: z.url().default('http://127.0.0.1:4101'),
  SERVICE_REQUEST_PORT: portSchema.default(4104),
  /** What the mailer opens: the links of requests travel sealed. */
  MAIL_SEAL_KEY: serviceConfigShape.MAIL_SEAL_KEY.unwrap(),
  /** What the links of requests are made from; with another one, all that were sent are dead. */
  TRACKING_KEY: serviceConfigShape.MAIL_SEAL_KEY.unwrap(),
  REQUEST_PHOTOS_FOLDER: z.string().default('.kinmel/request-photos'),
  /** How long a quote can be accepted (S3). */
  SELL_QUOTE_DAYS: z.coerce.number().int().min(1).max(90).default(7),
  /** How long personal data stay in a closed request, and a photo in any (G11). */
  REQUEST_DAYS: z.coerce.number().int().min(1).max(36_500).default(730),
  PHOTO_DAYS: z.coerce.number().int().min(1).max(36_500).default(180),
  /** The half hours of repairs are those of this place (B1). */
  SHOP_TIME_ZONE: z.string().refine(isTimeZone, 'expected a time zone').default('Asia/Kathmandu'),
  /** Days without repairs besides weekends, `2026-12-25,2027-01-01`. */
  SHOP_CLOSED_DAYS: closedDaysSchema,
  SLOT_SEATS: z.coerce.number().int().min(1).max(100).default(3),
  SLOT_DAYS_AHEAD: z.coerce.number().int().min(1).max(366).default(90),
  SLOT_LEAD_MINUTES: z.coerce.number().int().min(0).max(10_080).default(0),
  SELL_REQUESTS_PER_HOUR: perHour(20),
  REPAIR_BOOKINGS_PER_HOUR: perHour(10),
  PHONE_ORDERS_PER_HOUR: perHour(10),
  REPAIR_MOVES_PER_HOUR: perHour(10),
  MOVES_OF_ONE_REPAIR_PER_HOUR: perHour(5),
});

export type ServiceRequestConfig = z.output<typeof serviceRequestConfigSchema>;

/** The half hours of repairs as the environment says them. */
export const slotCalendarOf = (config: ServiceRequestConfig): SlotCalendar => ({
  timeZone: config.SHOP_TIME_ZONE,
  dayOf: shopDays(config.SHOP_TIME_ZONE),
  closedDays: new Set(config.SHOP_CLOSED_DAYS),
  seats: config.SLOT_SEATS,
  daysAhead: config.SLOT_DAYS_AHEAD,
  leadMinutes: config.SLOT_LEAD_MINUTES,
});

/** How long personal data stay, as the environment says it. */
export const retentionOf = (config: ServiceRequestConfig): Retention => ({
  requestDays: config.REQUEST_DAYS,
  photoDays: config.PHOTO_DAYS,
});
