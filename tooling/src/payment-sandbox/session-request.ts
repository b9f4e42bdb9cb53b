import { z } from 'zod';

const amount = z.coerce.number().int().min(0).max(99_999_999_999);
const text = z.string().min(1).max(5000);

/** The body of a request, decoded from the provider's form encoding. */
export const sessionRequestSchema = z.object({
  mode: z.literal('payment'),
  success_url: z.url(),
  cancel_url: z.url(),
  client_reference_id: text.max(200).optional(),
  customer_email: text.max(800).optional(),
  expires_at: z.coerce.number().int().optional(),
  metadata: z.record(z.string(), z.string().max(500)).default({}),
  line_items: z
    .union([
      z.array(z.unknown()),
      z.record(z.string(), z.unknown()).transform((items) => Object.values(items)),
    ])
    .pipe(
      z
        .array(
          z.object({
            quantity: amount.min(1),
            price_data: z.object({
              currency: text.max(3),
              unit_amount: amount,
              product_data: z.object({ name: text }),
            }),
          }),
        )
        .min(1)
        .max(100),
    ),
});

export const refundRequestSchema = z.object({
  payment_intent: text.max(255),
  amount: amount.min(1).optional(),
  metadata: z.record(z.string(), z.string().max(500)).default({}),
});
