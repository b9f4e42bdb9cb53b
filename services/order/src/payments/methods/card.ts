import { ProblemError } from '@kinmel/service-kit';
import Stripe from 'stripe';
import { z } from 'zod';
import {
  type MethodProvider,
  type PaymentEvent,
  type PaymentRequest,
  type PaymentSession,
  type RefundAtProvider,
  rejectedByProvider,
  providerUnavailable as unavailable,
  type WebhookReader,
} from '../payment-provider.ts';
import type { ConfigOf } from './ask-provider.ts';

/** Without both secrets, cards are not offered. */
export const cardConfigShape = {
  STRIPE_SECRET_KEY: z.string().min(1).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  /** Address of the local sandbox. */
  STRIPE_API_BASE: z.url().optional(),
};

const currency = 'npr';
const signatureHeader = 'stripe-signature';
/** Older signatures are rejected, so that a captured webhook cannot be replayed. */
const signatureToleranceSeconds = 300;
/** Stripe keeps a page open for at least half an hour. The shop itself closes it when the order is cancelled. */
const pageGraceMs = 31 * 60 * 1000;

/** Stripe Checkout, or the sandbox. */
export function openCard(
  {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: apiBase,
    SHOP_URL: shopUrl,
  }: ConfigOf<typeof cardConfigShape>,
  timeoutMs = 8000,
): (MethodProvider & WebhookReader) | undefined {
  if (secretKey === undefined || webhookSecret === undefined) return undefined;
  const stripe = new Stripe(secretKey, {
    ...(apiBase === undefined ? {} : addressOf(apiBase)),
    // Uses fetch, as all calls of the shop to providers do.
    httpClient: Stripe.createFetchHttpClient(),
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    appInfo: { name: 'Kinmel' },
  });

  const readSession = async (sessionId: string): Promise<PaymentSession | undefined> => {
    const session = await answerOf(stripe.checkout.sessions.retrieve(sessionId), 404);
    return session && sessionOf(session);
  };

  return {
    signatureHeader,
    owns: (id) => /^(cs|pi|re|pyr)_/.test(id),
    async createPage(request) {
      const { orderId, attempt } = request;
      try {
        const session = await stripe.checkout.sessions.create(sessionParams(request, shopUrl), {
          idempotencyKey: `page-${orderId}-${attempt}`,
        });
        if (session.url === null) throw new Error('The payment session has no page.');
        return { sessionId: session.id, url: session.url };
      } catch (error) {
        throw error instanceof Stripe.errors.StripeInvalidRequestError
          ? rejectedByProvider(error)
          : unavailable(error);
      }
    },
    readSession,
    async closePage(sessionId) {
      // Stripe refuses to expire a session that is paid or expired already.
      const closed = await answerOf(stripe.checkout.sessions.expire(sessionId), 400, 404);
      return closed ? sessionOf(closed) : readSession(sessionId);
    },
    async refund({ paymentId, orderId, key, amountInMinorUnits }) {
      try {
        return refundOf(
          await stripe.refunds.create(
            {
              payment_intent: paymentId,
              metadata: { orderId, key },
              ...(amountInMinorUnits === undefined ? {} : { amount: amountInMinorUnits }),
            },
            { idempotencyKey: key },
          ),
        );
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw unavailable(error);
        throw new ProblemError('payment-failed', 'The payment could not be given back.', undefined, {
          cause: error,
        });
      }
    },
    async readRefunds(paymentId) {
      const list = await answerOf(stripe.refunds.list({ payment_intent: paymentId, limit: 100 }), 400, 404);
      const refunds = list?.data ?? [];
      return {
        amountInMinorUnits: refunds.reduce(
          (sum, refund) => sum + (refundOf(refund).state === 'failed' ? 0 : refund.amount),
          0,
        ),
        refunds: refunds.map((refund) => ({ ...refundOf(refund), key: refund.metadata?.['key'] })),
        requestMode: 'by-key',
        portal: `dashboard.stripe.com (payment ${paymentId})`,
      };
    },
    readEvent(bytes, headers) {
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(
          bytes,
          headers[signatureHeader] ?? '',
          webhookSecret,
          signatureToleranceSeconds,
        );
      } catch (error) {
        throw new ProblemError('invalid-request', 'The signature is not valid.', undefined, { cause: error });
      }
      return paymentEventOf(event);
    },
  };
}

function addressOf(apiBase: string): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  const { hostname, port, protocol } = new URL(apiBase);
  const isPlain = protocol === 'http:';
  return { host: hostname, port: port || (isPlain ? 80 : 443), protocol: isPlain ? 'http' : 'https' };
}

function sessionParams(
  { orderId, orderNumber, customerName, customerEmail, lines, payUntil }: PaymentRequest,
  shopUrl: string,
): Stripe.Checkout.SessionCreateParams {
  const expiresAt = payUntil.getTime() + pageGraceMs;
  const metadata = { orderId, orderNumber, customerName };
  return {
    mode: 'payment',
    client_reference_id: orderId,
    customer_email: customerEmail,
    metadata,
    payment_intent_data: { metadata },
    expires_at: Math.floor(expiresAt / 1000),
    success_url: `${shopUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${shopUrl}/payment-cancel?order=${orderId}`,
    line_items: lines.map(({ description, quantity, unitAmountInMinorUnits }) => ({
      quantity,
      price_data: {
        currency,
        unit_amount: unitAmountInMinorUnits,
        product_data: { name: description },
      },
    })),
  };
}

const idOf = (value: string | { readonly id: string } | null | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.id;

function stateOf({ status, payment_status }: Stripe.Checkout.Session): PaymentSession['state'] {
  if (payment_status !== 'unpaid') return 'paid';
  if (status === 'complete') return 'processing';
  return status === 'expired' ? 'expired' : 'open';
}

function sessionOf(session: Stripe.Checkout.Session): PaymentSession | undefined {
  const orderId = session.metadata?.['orderId'];
  if (orderId === undefined) return undefined;
  return {
    sessionId: session.id,
    orderId,
    paymentId: idOf(session.payment_intent),
    url: session.url ?? undefined,
    state: stateOf(session),
    amountInMinorUnits: session.amount_total ?? 0,
    customerName: session.customer_details?.name ?? session.metadata?.['customerName'] ?? '',
  };
}

const refundStates: Readonly<Record<string, RefundAtProvider['state']>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

const refundOf = ({ id, status }: Stripe.Refund): RefundAtProvider => ({
  refundId: id,
  state: refundStates[status ?? ''] ?? 'pending',
});

function paymentEventOf(event: Stripe.Event): PaymentEvent | undefined {
  if (event.type === 'refund.updated' || event.type === 'refund.failed') {
    const { metadata, payment_intent } = event.data.object;
    const [orderId, paymentId] = [metadata?.['orderId'], idOf(payment_intent)];
    if (orderId === undefined || paymentId === undefined) return undefined;
    const refund = { ...refundOf(event.data.object), paymentId };
    return { orderId, kind: 'refund', refund };
  }
  if (event.type === 'payment_intent.payment_failed') {
    const orderId = event.data.object.metadata['orderId'];
    return orderId === undefined ? undefined : { orderId, kind: 'declined' };
  }
  if (event.type === 'checkout.session.completed') {
    // Unpaid: a delayed payment, whose result one of the `async_payment` events reports.
    const isPaid = event.data.object.payment_status !== 'unpaid';
    return isPaid ? sessionEvent('paid', event.data.object) : undefined;
  }
  if (event.type === 'checkout.session.async_payment_succeeded')
    return sessionEvent('paid', event.data.object);
  if (event.type === 'checkout.session.async_payment_failed')
    return sessionEvent('declined', event.data.object);
  if (event.type === 'checkout.session.expired') return sessionEvent('expired', event.data.object);
  return undefined;
}

function sessionEvent(kind: 'paid' | 'declined' | 'expired', session: Stripe.Checkout.Session) {
  const orderId = session.metadata?.['orderId'];
  if (orderId === undefined) return undefined;
  return {
    orderId,
    kind,
    sessionId: session.id,
    paymentId: idOf(session.payment_intent),
    amountInMinorUnits: session.amount_total ?? undefined,
  };
}

/** Undefined for an answer with one of these status codes; any other failure is `service-unavailable`. */
async function answerOf<T>(call: Promise<T>, ...refusals: readonly number[]): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && refusals.includes(error.statusCode ?? 0))
      return undefined;
    throw unavailable(error);
  }
}
