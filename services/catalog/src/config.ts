import { portSchema, serviceConfigShape } from '@kinmel/service-kit';
import { z } from 'zod';

/** The environment of this service; README.md explains each variable. */
export const catalogConfigSchema = z.object({
  ...serviceConfigShape,
  CATALOG_PORT: portSchema.default(4101),
  /** Whom to ask what became of an order whose pieces are held for too long. */
  ORDER_URL: z.url().default('http://127.0.0.1:4102'),
  /** How long an order may take to come about before it is asked for, in seconds (C12). */
  STOCK_HOLD_SECONDS: z.coerce.number().int().min(1).max(3600).default(60),
  /** Where pictures lie; the same folder for all instances. */
  UPLOADS_FOLDER: z.string().default('.kinmel/uploads'),
  /** How much all pictures together may take on the disk, in megabytes. */
  UPLOADS_MEGABYTES: z.coerce.number().int().min(1).max(100_000_000).default(20_000),
});

export type CatalogConfig = z.output<typeof catalogConfigSchema>;
