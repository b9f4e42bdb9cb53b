import { objectsConfigShape, portOf, serviceConfigShape, urlOf, wholeNumber } from '@kinmel/service-kit';
import { z } from 'zod';

/** README.md explains each variable. */
export const offerConfigSchema = z.object({
  ...serviceConfigShape,
  ...objectsConfigShape,
  OFFER_PORT: portOf('offer'),
  /** Called to settle overdue redemptions. */
  ORDER_URL: urlOf('order'),
  /** Shared with catalog. */
  UPLOADS_FOLDER: z.string().default('.kinmel/uploads'),
  /** How long a redemption is held before the order service is asked whether the order exists (OFF-R7). */
  REDEMPTION_HOLD_SECONDS: wholeNumber(60, 1, 3600),
  /** Promo checks per client address (OFF-C4). */
  PROMO_CHECKS_PER_MINUTE: wholeNumber(20, 1, 10_000),
});
