import { z } from 'zod';

/**
 * The one shape of every refusal. `message` and `error` hold the same sentence (decision CONF-42),
 * `code` is stable and is what programs branch on.
 */
export const problemSchema = z.object({
  success: z.literal(false),
  message: z.string(),
  error: z.string(),
  code: z.string().regex(/^[a-z-]+$/),
  /** One line per wrong field or item, for forms and for support. */
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  requestId: z.string().optional(),
});

export type Problem = z.output<typeof problemSchema>;

/** Why one of several that were asked for together was refused; the others were not. */
export const refusalSchema = problemSchema.pick({ code: true, message: true, details: true });

export type Refusal = z.output<typeof refusalSchema>;

/** What became of things that were asked for together: one refusal each, in their order, or null for what was done. */
export const refusalsAnswerSchema = z.object({
  success: z.literal(true),
  refusals: z.array(refusalSchema.nullable()),
});

/** Every problem code with its HTTP status: a new refusal starts with a row here. */
export const problemStatus = {
  'invalid-request': 400,
  'invalid-json': 400,
  'not-signed-in': 401,
  'not-allowed': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'request-timeout': 408,
  'wrong-password': 400,
  'reset-link-invalid': 400,
  'promo-code-invalid': 400,
  'signed-out': 401,
  'wrong-credentials': 401,
  conflict: 409,
  'email-taken': 409,
  'key-in-progress': 409,
  'offer-not-available': 409,
  'not-cancellable': 409,
  'payment-failed': 409,
  'slot-taken': 409,
  'version-conflict': 409,
  'out-of-stock': 409,
  'order-limit': 409,
  'price-changed': 409,
  'too-large': 413,
  'address-too-long': 414,
  'unsupported-type': 415,
  'key-reused': 422,
  'too-many-requests': 429,
  'headers-too-large': 431,
  'unexpected-error': 500,
  'service-unavailable': 503,
  'service-timeout': 504,
  'storage-full': 507,
} as const satisfies Record<string, number>;

export type ProblemCode = keyof typeof problemStatus;
