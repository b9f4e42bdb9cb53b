import { closedDaysSchema, objectsConfigShape, portSchema, serviceConfigShape } from '@kinmel/service-kit';
import { z } from 'zod';

/** The environment of this service; README.md explains each variable. */
export const deviceConfigSchema = z.object({
  ...serviceConfigShape,
  ...objectsConfigShape,
  DEVICE_PORT: portSchema.default(4106),
  /** Where devices are sold. */
  CATALOG_URL: z.url().default('http://127.0.0.1:4101'),
  /** Where the policy is read. */
  ORDER_URL: z.url().default('http://127.0.0.1:4102'),
  /** Where the sell request of a received phone is read. */
  SERVICE_REQUEST_URL: z.url().default('http://127.0.0.1:4104'),
  /** Seals identifiers; shared with service-request. */
  DEVICE_KEY: serviceConfigShape.MAIL_SEAL_KEY.unwrap(),
  /** The register of stolen phones. */
  BLOCKLIST_URL: z.url().optional(),
  SHOP_CLOSED_DAYS: closedDaysSchema,
  DEVICE_PHOTOS_FOLDER: z.string().default('.kinmel/device-photos'),
});
