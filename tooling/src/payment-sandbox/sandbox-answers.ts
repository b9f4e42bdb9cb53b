import {
  amountTotal,
  type SandboxEventType,
  type SandboxRefund,
  type SandboxSession,
} from './sandbox-session.ts';

export const lineItemsAnswer = ({ lines, currency }: SandboxSession) => ({
  object: 'list',
  has_more: false,
  data: lines.map(({ id, description, quantity, unitAmount }) => ({
    id,
    object: 'item',
    description,
    quantity,
    currency,
    amount_subtotal: quantity * unitAmount,
    amount_total: quantity * unitAmount,
    price: { object: 'price', unit_amount: unitAmount, currency },
  })),
});

export function sessionAnswer(session: SandboxSession, address: string, withLines = false) {
  return {
    id: session.id,
    object: 'checkout.session',
    mode: 'payment',
    livemode: false,
    status: session.status,
    payment_status: session.paymentStatus,
    payment_intent: session.status === 'expired' ? null : session.paymentIntentId,
    amount_subtotal: amountTotal(session),
    amount_total: amountTotal(session),
    currency: session.currency,
    client_reference_id: session.clientReferenceId,
    customer_email: session.customerEmail,
    customer_details: { name: session.customerName, email: session.customerEmail },
    metadata: session.metadata,
    created: session.createdAt,
    expires_at: session.expiresAt,
    success_url: session.successUrl,
    cancel_url: session.cancelUrl,
    url: session.status === 'open' ? `${address}/pay/${session.id}` : null,
    ...(withLines ? { line_items: lineItemsAnswer(session) } : {}),
  };
}

const chargeAnswer = (session: SandboxSession) => ({
  id: `ch_${session.paymentIntentId}`,
  object: 'charge',
  payment_intent: session.paymentIntentId,
  amount: amountTotal(session),
  amount_refunded: session.refundedAmount,
  refunded: session.refundedAmount === amountTotal(session),
  currency: session.currency,
  metadata: session.metadata,
});

/** The payment intent, with its charge once it is paid; null for an expired session. */
export const paymentAnswer = (session: SandboxSession) =>
  session.status === 'expired'
    ? null
    : {
        id: session.paymentIntentId,
        object: 'payment_intent',
        amount: amountTotal(session),
        currency: session.currency,
        metadata: session.metadata,
        latest_charge: session.paymentStatus === 'paid' ? chargeAnswer(session) : null,
      };

export const refundAnswer = (
  { paymentIntentId, currency }: SandboxSession,
  { id, amount, status, metadata }: SandboxRefund,
) => ({ id, object: 'refund', status, amount, currency, payment_intent: paymentIntentId, metadata });

/** The `data.object` of an event. */
export function eventObject(type: SandboxEventType, session: SandboxSession, address: string): object {
  if (type === 'payment_intent.payment_failed') {
    return {
      id: session.paymentIntentId,
      object: 'payment_intent',
      status: 'requires_payment_method',
      amount: amountTotal(session),
      currency: session.currency,
      metadata: session.metadata,
      last_payment_error: { code: 'card_declined', message: 'Your card was declined.' },
    };
  }
  if (type === 'charge.refunded') return chargeAnswer(session);
  return sessionAnswer(session, address);
}

export const errorAnswer = (type: string, message: string, param?: string) => ({
  error: { type, message, ...(param ? { param } : {}) },
});
