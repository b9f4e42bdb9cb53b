import { objectsConfigShape, portSchema, serviceConfigShape, wholeNumber } from '@kinmel/service-kit';
import { z } from 'zod';

/** README.md explains each variable. */
export const offerConfigSchema = z.object({
  ...serviceConfigShape,
  ...objectsConfigShape,
  OFFER_PORT: portSchema.default(4103),
  /** Where overdue redemptions are settled. */
  ORDER_URL: z.url().default('http://127.0.0.1:4102'),
  /** Shared with catalog. */
  UPLOADS_FOLDER: z.string().default('.kinmel/uploads'),
  /** How long a redemption is held before the order service is asked about its order (OFF-R7). */
  REDEMPTION_HOLD_SECONDS: wholeNumber(60, 1, 3600),
  /** Promo checks per client address (OFF-C4). */
  PROMO_CHECKS_PER_MINUTE: wholeNumber(20, 1, 10_000),
});
