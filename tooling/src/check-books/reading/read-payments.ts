import type { mongo } from 'mongoose';
import Stripe from 'stripe';
import type { BookedPayment, BookedRefund, ProviderPage, ProviderPayment } from '../books.ts';
import { asObjectIds } from './read-orders.ts';
import type { Snapshot } from './snapshot.ts';

type ObjectId = mongo.ObjectId;

/** How payments are looked up: the provider itself, or a sandbox that speaks its API. */
export interface PaymentsAddress {
  readonly secretKey: string;
  readonly apiBase?: string | undefined;
}

/** Older payments are not asked for: they were looked at before, and a provider answers a hundred at a time. */
const lookBackMs = 30 * 24 * 60 * 60_000;

const timeout = 10_000;

export interface ProviderReader {
  /** Payments that were taken on the shop's pages since then, and the pages that still take some, of a hundred pages at a time. */
  pages(since: Date): AsyncGenerator<{ readonly paid: ProviderPayment[]; readonly open: ProviderPage[] }>;
  has(paymentId: string): Promise<boolean>;
}

export function openProvider({ secretKey, apiBase }: PaymentsAddress): ProviderReader {
  const { hostname, port, protocol } = new URL(apiBase ?? 'https://api.stripe.com');
  const isPlain = protocol === 'http:';
  const stripe = new Stripe(secretKey, {
    ...(apiBase === undefined
      ? {}
      : { host: hostname, port: port || (isPlain ? 80 : 443), protocol: isPlain ? 'http' : 'https' }),
    timeout,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  return {
    async *pages(since) {
      let after: string | undefined;
      for (;;) {
        const page = await stripe.checkout.sessions.list({
          limit: 100,
          created: { gte: Math.floor(since.getTime() / 1000) },
          expand: ['data.payment_intent.latest_charge'],
          ...(after === undefined ? {} : { starting_after: after }),
        });
        yield { paid: page.data.flatMap(toPayment), open: page.data.flatMap(toOpenPage) };
        after = page.data.at(-1)?.id;
        if (!page.has_more || after === undefined) return;
      }
    },
    async has(paymentId) {
      const { data } = await stripe.checkout.sessions.list({
        limit: 1,
        payment_intent: paymentId,
        expand: ['data.payment_intent.latest_charge'],
      });
      return data.flatMap(toPayment).length > 0;
    },
  };
}

function toPayment({
  metadata,
  payment_status,
  payment_intent,
  amount_total,
}: Stripe.Checkout.Session): ProviderPayment[] {
  const orderId = metadata?.['orderId'];
  // Without an order's id it was made by somebody else who shares the account.
  if (orderId === undefined || payment_status !== 'paid') return [];
  if (payment_intent === null || typeof payment_intent === 'string') return [];
  const { latest_charge: charge } = payment_intent;
  return [
    {
      paymentId: payment_intent.id,
      orderId,
      amountInMinorUnits: amount_total ?? 0,
      refundedInMinorUnits: charge === null || typeof charge === 'string' ? 0 : charge.amount_refunded,
    },
  ];
}

function toOpenPage({ id, metadata, status }: Stripe.Checkout.Session): ProviderPage[] {
  const orderId = metadata?.['orderId'];
  return orderId === undefined || status !== 'open' ? [] : [{ sessionId: id, orderId }];
}

interface OrderDocument {
  _id: ObjectId;
  createdAt: Date;
  card: { paymentId: string | null } | null;
  pricing: { totalInMinorUnits: number };
  refund: BookedRefund | null;
  orderStatus: string;
  paymentStatus: string;
  pagesToClose?: { sessionId: string }[];
}

export const since = ({ readAt }: Snapshot): Date => new Date(readAt.getTime() - lookBackMs);

/** What order says of these card payments. */
export async function readBookedPayments(
  snapshot: Snapshot,
  orderIds: readonly string[],
): Promise<Map<string, BookedPayment>> {
  const orders = await snapshot.those<OrderDocument, ObjectId>('order', 'orders', asObjectIds(orderIds), {
    createdAt: 1,
    'card.paymentId': 1,
    'pricing.totalInMinorUnits': 1,
    refund: 1,
    orderStatus: 1,
    paymentStatus: 1,
    'pagesToClose.sessionId': 1,
  });
  return new Map(
    orders
      .filter(({ pricing }) => pricing !== undefined)
      .map(({ _id, card, createdAt, pricing, refund, orderStatus, paymentStatus, pagesToClose = [] }) => [
        _id.toHexString(),
        {
          orderId: _id.toHexString(),
          paymentId: card?.paymentId ?? null,
          createdAt,
          totalInMinorUnits: pricing.totalInMinorUnits,
          refund: refund ?? null,
          orderStatus,
          paymentStatus,
          closing: new Set(pagesToClose.map(({ sessionId }) => sessionId)),
        },
      ]),
  );
}

const paidSince = (from: Date) => ({
  'card.paymentId': { $type: 'string' as const },
  createdAt: { $gte: from },
});

/** Orders that name the payment by which they were paid. */
export async function* readPaidOrders(
  snapshot: Snapshot,
  from: Date,
): AsyncGenerator<{ readonly orderId: string; readonly paymentId: string }> {
  const filter: mongo.Filter<mongo.Document> = paidSince(from);
  for await (const { _id, card } of snapshot.stream<mongo.Document>(
    'order',
    'orders',
    { 'card.paymentId': 1 },
    filter,
  ))
    yield { orderId: String(_id), paymentId: String(card.paymentId) };
}

export async function countPaidOrders(snapshot: Snapshot, from: Date): Promise<number> {
  const [found] = await snapshot.aggregate<{ count: number }>('order', 'orders', [
    { $match: paidSince(from) },
    { $count: 'count' },
  ]);
  return found?.count ?? 0;
}
