import {
  keySchema,
  objectsConfigShape,
  portOf,
  serviceConfigShape,
  urlOf,
  wholeNumber,
} from '@kinmel/service-kit';
import { z } from 'zod';

/** README.md explains each variable. */
export const catalogConfigSchema = z.object({
  ...serviceConfigShape,
  ...objectsConfigShape,
  // Required: the links of alerts depend on it.
  MAIL_SEAL_KEY: keySchema,
  CATALOG_PORT: portOf('catalog'),
  /** Called to settle overdue reservations. */
  ORDER_URL: urlOf('order'),
  /** Called to settle withdrawals of devices. */
  DEVICE_URL: urlOf('device'),
  /** How long stock is held before order is asked whether the order exists (CAT-C12). */
  STOCK_HOLD_SECONDS: wholeNumber(60, 1, 3600),
  /** Shared by all instances. */
  UPLOADS_FOLDER: z.string().default('.kinmel/uploads'),
  /** Limit of disk space for pictures. */
  UPLOADS_MEGABYTES: wholeNumber(20_000, 1, 100_000_000),
  /** Alerts per network and hour (CAT-A3). */
  ALERTS_PER_HOUR: wholeNumber(20, 1, 10_000),
});
