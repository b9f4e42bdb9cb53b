import { portSchema, serviceConfigShape } from '@kinmel/service-kit';
import { z } from 'zod';

/** The environment of this service; README.md explains each variable. */
export const deviceConfigSchema = z.object({
  ...serviceConfigShape,
  DEVICE_PORT: portSchema.default(4106),
});
