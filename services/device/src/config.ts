import {
  closedDaysSchema,
  keySchema,
  objectsConfigShape,
  portOf,
  serviceConfigShape,
  urlOf,
} from '@kinmel/service-kit';
import { z } from 'zod';

/** The environment of this service; README.md explains each variable. */
export const deviceConfigSchema = z.object({
  ...serviceConfigShape,
  ...objectsConfigShape,
  DEVICE_PORT: portOf('device'),
  /** Where devices are sold. */
  CATALOG_URL: urlOf('catalog'),
  /** Where the policy is read. */
  ORDER_URL: urlOf('order'),
  /** Where the sell request of a received phone is read. */
  SERVICE_REQUEST_URL: urlOf('service-request'),
  /** Seals identifiers; shared with service-request. */
  DEVICE_KEY: keySchema,
  /** The register of stolen phones. */
  BLOCKLIST_URL: z.url().optional(),
  SHOP_CLOSED_DAYS: closedDaysSchema,
  DEVICE_PHOTOS_FOLDER: z.string().default('.kinmel/device-photos'),
});
