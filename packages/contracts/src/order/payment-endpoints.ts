import { z } from 'zod';
import { forAccount, ownedBy } from '../endpoint.ts';
import { answerWith, objectIdSchema, plainText, shopCurrencySchema } from '../primitives.ts';

const defineEndpoint = ownedBy('order');

/** The payment page. */
export const paymentPageSchema = z.object({
  sessionId: z.string(),
  url: z.string(),
  /** Fields of a form that the browser posts to `url`; absent when the page is opened as a link. */
  form: z.record(z.string(), z.string()).optional(),
});

/** In the shape of Stripe's session. Amounts in minor units. */
export const paymentSessionSchema = answerWith({
  customer_details: z.object({ name: z.string() }),
  line_items: z.object({
    data: z.array(
      z.object({
        quantity: z.int().min(1),
        description: z.string(),
        /** Negative for the credit that was used. */
        amount_total: z.int(),
      }),
    ),
  }),
  amount_total: z.int().min(0),
  currency: shopCurrencySchema,
  /** The state at the provider. */
  payment_status: z.enum(['paid', 'unpaid', 'expired']),
  /** A delayed payment was declined: the session stays `unpaid`. */
  declined: z.boolean(),
  /** The payment is refunded, because the order had been cancelled or paid before; absent otherwise. */
  goesBack: z.boolean().optional(),
  /** The payment was not completed, and its order can still be paid on another page. */
  canPayAgain: z.boolean(),
  orderId: objectIdSchema,
  orderNumber: z.string(),
});

export const getPaymentSession = defineEndpoint('getPaymentSession', 'GET /api/payment/checkout-session', {
  role: 'public',
  isPersonal: true,
  summary:
    'An online payment by its session id, which only the payer knows, or by the query with which its provider sent the payer back.',
  query: z
    .strictObject({
      sessionId: plainText(z.string('Missing session ID').min(1, 'Missing session ID').max(255)).optional(),
      returned: plainText(z.string().min(1).max(4096)).optional(),
    })
    .refine(({ sessionId, returned }) => (sessionId === undefined) !== (returned === undefined), {
      message: 'Missing session ID',
      path: ['sessionId'],
    }),
  answer: paymentSessionSchema,
  /** Refused after too many unknown ids. */
  problems: ['not-found', 'too-many-requests'],
});

export const createPaymentSession = defineEndpoint(
  'createPaymentSession',
  'POST /api/payment/checkout-session',
  {
    ...forAccount,
    summary:
      'A payment page for an unpaid online order of the caller, after a decline or a return from the page.',
    body: z.object({ orderId: objectIdSchema }),
    status: 201,
    answer: paymentPageSchema.extend({ success: z.literal(true) }),
    problems: ['not-found', 'conflict', 'payment-pending', 'payment-failed', 'service-unavailable'],
  },
);

export const receivePaymentEvent = defineEndpoint('receivePaymentEvent', 'POST /api/payment/webhook', {
  role: 'public',
  summary: 'The webhook of the payment provider. The signature is verified over the unparsed bytes.',
  bodyFormat: 'raw',
  body: z.unknown(),
  answer: answerWith({}),
});
