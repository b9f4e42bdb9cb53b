import {
  amountTotal,
  type SandboxEventType,
  type SandboxRefund,
  type SandboxSession,
} from './sandbox-session.ts';

/** The lines of a session as the provider's API answers them. */
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

/** A session as the provider's API answers it. */
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

/** The payment of a session, with its charge as soon as it was paid; null of a session that ended unpaid. */
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

/** A refund as the provider's API answers it. */
export const refundAnswer = (
  { paymentIntentId, currency }: SandboxSession,
  { id, amount, status, metadata }: SandboxRefund,
) => ({ id, object: 'refund', status, amount, currency, payment_intent: paymentIntentId, metadata });

/** What an event of this type carries. */
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

/** A refusal in the provider's shape. */
export const errorAnswer = (type: string, message: string, param?: string) => ({
  error: { type, message, ...(param ? { param } : {}) },
});
