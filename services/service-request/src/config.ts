import { portSchema, serviceConfigShape } from '@kinmel/service-kit';
import { z } from 'zod';

const perHour = (count: number) => z.coerce.number().int().min(1).max(10_000).default(count);

/** The environment of this service; README.md explains each variable. */
export const serviceRequestConfigSchema = z.object({
  ...serviceConfigShape,
  SERVICE_REQUEST_PORT: portSchema.default(4104),
  /** What the mailer opens: the links of requests travel sealed. */
  MAIL_SEAL_KEY: serviceConfigShape.MAIL_SEAL_KEY.unwrap(),
  /** What the links of requests are made from; with another one, all that were sent are dead. */
  TRACKING_KEY: serviceConfigShape.MAIL_SEAL_KEY.unwrap(),
  REQUEST_PHOTOS_FOLDER: z.string().default('.kinmel/request-photos'),
  /** How long a quote can be accepted (S3). */
  SELL_QUOTE_DAYS: z.coerce.number().int().min(1).max(90).default(7),
  SELL_REQUESTS_PER_HOUR: perHour(20),
  REPAIR_BOOKINGS_PER_HOUR: perHour(10),
  PHONE_ORDERS_PER_HOUR: perHour(10),
});

export type ServiceRequestConfig = z.output<typeof serviceRequestConfigSchema>;
