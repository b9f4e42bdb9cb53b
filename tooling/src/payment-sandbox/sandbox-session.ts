import { randomBytes } from 'node:crypto';

/** The card determines the result, as with the provider's test cards. */
export const sandboxCards = [
  {
    card: 'success',
    number: '4242 4242 4242 4242',
    label: 'A card that pays',
    text: 'The payment comes through at once.',
  },
  {
    card: 'declined',
    number: '4000 0000 0000 0002',
    label: 'A card that is declined',
    text: 'You stay on this page and may try another card.',
  },
  {
    card: 'slow',
    number: '4000 0000 0000 5126',
    label: 'A card that takes its time',
    text: 'You return to the shop at once; the payment comes through a little later.',
  },
  {
    card: 'slow-declined',
    number: '4000 0000 0000 5134',
    label: 'A card that is declined later',
    text: 'You return to the shop at once; the payment fails a little later.',
  },
] as const;

export type SandboxCard = (typeof sandboxCards)[number]['card'];

/** Amounts in minor units. */
export interface SandboxLine {
  readonly id: string;
  readonly description: string;
  readonly quantity: number;
  readonly unitAmount: number;
}

export interface SandboxRefund {
  readonly id: string;
  readonly amount: number;
  readonly status: 'pending' | 'succeeded' | 'failed';
  readonly metadata: Readonly<Record<string, string>>;
}

export interface SandboxSession {
  readonly id: string;
  readonly paymentIntentId: string;
  readonly currency: string;
  readonly lines: readonly SandboxLine[];
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly customerEmail: string | null;
  readonly customerName: string | null;
  readonly clientReferenceId: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  /** Unix time in seconds. */
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly status: 'open' | 'complete' | 'expired';
  readonly paymentStatus: 'unpaid' | 'paid';
  /** A delayed payment: its result, and when (Unix time in milliseconds). */
  readonly pending: { readonly outcome: 'paid' | 'failed'; readonly at: number } | null;
  readonly refundedAmount: number;
  /** Absent until there is a refund. */
  readonly refunds?: readonly SandboxRefund[];
}

export type SandboxEventType =
  | 'checkout.session.completed'
  | 'checkout.session.async_payment_succeeded'
  | 'checkout.session.async_payment_failed'
  | 'checkout.session.expired'
  | 'payment_intent.payment_failed'
  | 'charge.refunded'
  | 'refund.updated'
  | 'refund.failed';

export interface SandboxStep {
  readonly session: SandboxSession;
  readonly events: readonly SandboxEventType[];
}

export const newId = (prefix: string): string =>
  `${prefix}_${randomBytes(18).toString('base64url').replaceAll(/[-_]/g, 'x')}`;

export const amountTotal = ({ lines }: Pick<SandboxSession, 'lines'>): number =>
  lines.reduce((sum, { quantity, unitAmount }) => sum + quantity * unitAmount, 0);

/** Returns the same object when nothing changes. */
const step = (
  session: SandboxSession,
  changes?: Partial<SandboxSession>,
  ...events: SandboxEventType[]
): SandboxStep => ({ session: changes ? { ...session, ...changes } : session, events });

/** Does nothing when the session is not open. */
export function pay(session: SandboxSession, card: SandboxCard, nowMs: number, slowMs: number): SandboxStep {
  if (session.status !== 'open') return step(session);
  if (card === 'declined') return step(session, undefined, 'payment_intent.payment_failed');
  const pending = { outcome: card === 'slow' ? 'paid' : 'failed', at: nowMs + slowMs } as const;
  const result = card === 'success' ? ({ paymentStatus: 'paid' } as const) : { pending };
  return step(session, { status: 'complete', ...result }, 'checkout.session.completed');
}

/** Completes delayed payments and expires sessions. */
export function elapse(session: SandboxSession, nowMs: number): SandboxStep {
  const { pending, expiresAt } = session;
  if (pending === null || pending.at > nowMs)
    return expiresAt * 1000 <= nowMs ? expire(session) : step(session);
  return pending.outcome === 'paid'
    ? step(session, { pending: null, paymentStatus: 'paid' }, 'checkout.session.async_payment_succeeded')
    : step(session, { pending: null }, 'checkout.session.async_payment_failed');
}

/** Expires an open session. */
export const expire = (session: SandboxSession): SandboxStep =>
  session.status === 'open'
    ? step(session, { status: 'expired' }, 'checkout.session.expired')
    : step(session);

/** Undefined when more would be refunded than was paid. */
export function refund(session: SandboxSession, newRefund: SandboxRefund): SandboxStep | undefined {
  if (session.paymentStatus !== 'paid' || newRefund.amount < 1) return undefined;
  if (session.refundedAmount + newRefund.amount > amountTotal(session)) return undefined;
  const refundedAmount = session.refundedAmount + newRefund.amount;
  return step(
    session,
    { refundedAmount, refunds: [newRefund, ...(session.refunds ?? [])] },
    'charge.refunded',
  );
}

/** Sets the state of a refund; one that succeeded may still fail. */
export function settleRefund(
  session: SandboxSession,
  refundId: string,
  status: 'succeeded' | 'failed',
): SandboxSession {
  const { refunds = [], refundedAmount } = session;
  const refundBefore = refunds.find(({ id }) => id === refundId);
  if (refundBefore === undefined || refundBefore.status === 'failed') return session;
  return {
    ...session,
    refundedAmount: refundedAmount - (status === 'failed' ? refundBefore.amount : 0),
    refunds: refunds.map((one) => (one === refundBefore ? { ...refundBefore, status } : one)),
  };
}
