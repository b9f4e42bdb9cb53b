import { z } from 'zod';

/** The shape of every refusal. `message` and `error` are the same sentence; `code` is stable, for programs. */
export const problemSchema = z.object({
  success: z.literal(false),
  message: z.string(),
  error: z.string(),
  code: z.string().regex(/^[a-z-]+$/),
  /** One entry per wrong field or item. */
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  requestId: z.string().optional(),
});

export type Problem = z.output<typeof problemSchema>;

/** Every problem code with its HTTP status and its default text. */
export const problemCodes = {
  'invalid-request': { status: 400, text: 'The request is not valid.' },
  'invalid-json': { status: 400, text: 'The request body is not valid JSON.' },
  'not-signed-in': { status: 401, text: 'Please sign in first.' },
  'not-allowed': { status: 403, text: 'You are not allowed to do this.' },
  'proof-needed': { status: 403, text: 'Please confirm with your password that it is you.' },
  'passkey-needed': { status: 403, text: 'Please use a passkey.' },
  'not-found': { status: 404, text: 'Nothing was found at this address.' },
  'method-not-allowed': { status: 405, text: 'This address does not take that method.' },
  'request-timeout': { status: 408, text: 'The request took too long to arrive.' },
  'wrong-password': { status: 400, text: 'The password is wrong.' },
  'passkey-refused': { status: 400, text: 'This passkey was not accepted. Please try again.' },
  'reset-link-invalid': { status: 400, text: 'This link does not work any more.' },
  'promo-code-invalid': { status: 400, text: 'This promo code is not valid.' },
  'signed-out': { status: 401, text: 'You were signed out. Please sign in again.' },
  'session-expired': { status: 401, text: 'Your session has ended. Please sign in again.' },
  'wrong-credentials': { status: 401, text: 'Invalid email or password.' },
  conflict: { status: 409, text: 'The request does not fit the current state.' },
  'needs-confirmation': { status: 409, text: 'This is unusual. Please confirm it.' },
  'email-taken': { status: 409, text: 'An account with this e-mail exists already.' },
  'key-in-progress': { status: 409, text: 'The same request is being worked on.' },
  'not-enough-credit': { status: 409, text: 'There is not enough credit.' },
  'offer-not-available': { status: 409, text: 'This offer is not available any more.' },
  'not-cancellable': { status: 409, text: 'This order cannot be cancelled any more.' },
  'payment-pending': { status: 409, text: 'The payment is being processed.' },
  'payment-failed': { status: 409, text: 'The payment did not work.' },
  'slot-taken': { status: 409, text: 'This time is taken. Please choose another one.' },
  'version-conflict': { status: 409, text: 'Somebody else changed this in the meantime.' },
  'out-of-stock': { status: 409, text: 'This is out of stock.' },
  'order-limit': { status: 409, text: 'This order is larger than the shop takes.' },
  'price-changed': { status: 409, text: 'The price has changed.' },
  'too-large': { status: 413, text: 'The request is too large.' },
  'address-too-long': { status: 414, text: 'The address is too long.' },
  'unsupported-type': { status: 415, text: 'This content type is not accepted here.' },
  'key-reused': { status: 422, text: 'This key was used for another request.' },
  'too-many-requests': { status: 429, text: 'Too many requests. Please wait a moment and try again.' },
  'headers-too-large': { status: 431, text: 'The request headers are too large.' },
  'unexpected-error': { status: 500, text: 'Something went wrong. Please try again.' },
  'service-unavailable': {
    status: 503,
    text: 'This part of the shop is not available right now. Please try again in a moment.',
  },
  'service-timeout': {
    status: 504,
    text: 'This part of the shop takes too long to answer. Please try again.',
  },
  'storage-full': { status: 507, text: 'There is no room for more files.' },
} as const satisfies Record<string, { readonly status: number; readonly text: string }>;

export type ProblemCode = keyof typeof problemCodes;

/** Another version of a service may send an unknown code. */
export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problemCodes, code);
