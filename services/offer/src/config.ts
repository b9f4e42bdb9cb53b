import { isTimeZone, portSchema, serviceConfigShape } from '@kinmel/service-kit';
import { z } from 'zod';

/** The environment of this service; README.md explains each variable. */
export const offerConfigSchema = z.object({
  ...serviceConfigShape,
  OFFER_PORT: portSchema.default(4103),
  /** Whom to ask what became of an order whose redemptions are held for too long. */
  ORDER_URL: z.url().default('http://127.0.0.1:4102'),
  /** Where pictures lie; the folder that catalog uses too. */
  UPLOADS_FOLDER: z.string().default('.kinmel/uploads'),
  /** Offers begin and end with the days of this place (O3). */
  SHOP_TIME_ZONE: z.string().refine(isTimeZone, 'expected a time zone').default('Asia/Kathmandu'),
  /** How long an order may take to come about before it is asked for, in seconds (R7). */
  REDEMPTION_HOLD_SECONDS: z.coerce.number().int().min(1).max(3600).default(60),
  /** So often one address may ask about promo codes (C4). */
  PROMO_CHECKS_PER_MINUTE: z.coerce.number().int().min(1).max(10_000).default(20),
});

export type OfferConfig = z.output<typeof offerConfigSchema>;
