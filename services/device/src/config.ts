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
  /** Called to sell devices. */
  CATALOG_URL: urlOf('catalog'),
  /** Called to read the policy. */
  ORDER_URL: urlOf('order'),
  /** Called to read the sell request of a received phone. */
  SERVICE_REQUEST_URL: urlOf('service-request'),
  /** Encrypts identifiers; shared with service-request. */
  DEVICE_KEY: keySchema,
  /** The previous key, while messages encrypted with it may be in flight. */
  DEVICE_KEY_OTHER: keySchema.optional(),
  /** Address of the register of stolen phones. */
  BLOCKLIST_URL: z.url().optional(),
  SHOP_CLOSED_DAYS: closedDaysSchema,
  DEVICE_PHOTOS_FOLDER: z.string().default('.kinmel/device-photos'),
});
