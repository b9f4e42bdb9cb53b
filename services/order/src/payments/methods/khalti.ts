import { ProblemError } from '@kinmel/service-kit';
import { z } from 'zod';
import { sumOfLines } from '../payment-lines.rules.ts';
import {
  type MethodProvider,
  type PaymentSession,
  providerUnavailable,
  rejectedByProvider,
} from '../payment-provider.ts';
import { askProvider, type ConfigOf } from './ask-provider.ts';

/** Without the key, Khalti is not offered. The addresses are those of production. */
export const khaltiConfigShape = {
  KHALTI_SECRET_KEY: z.string().min(1).optional(),
  KHALTI_API_URL: z.url().default('https://khalti.com/api'),
  KHALTI_PAGE_URL: z.url().default('https://pay.khalti.com/'),
};

const prefix = 'khalti_';
const idPattern = /^khalti_([0-9a-f]{24})_([A-Za-z0-9]{1,64})$/;

const initiatedSchema = z.object({ pidx: z.string().optional(), error_key: z.string().optional() });
const lookupSchema = z.object({
  status: z.string().optional(),
  total_amount: z.int().optional(),
  transaction_id: z.string().nullish(),
  detail: z.string().optional(),
});
const refundedSchema = z.object({ detail: z.unknown() }).partial();

/** Other statuses, such as `Pending`, are undecided: nothing is delivered. */
const states: Readonly<Record<string, Pick<PaymentSession, 'state' | 'canStillBePaid'>>> = {
  completed: { state: 'paid' },
  initiated: { state: 'open', canStillBePaid: true },
  expired: { state: 'expired' },
  'user canceled': { state: 'expired' },
  refunded: { state: 'expired' },
};
const undecidedSession = { state: 'processing', canStillBePaid: true } as const;

/** Khalti ePayment, or the sandbox; README.md has its documented behaviour and the sources. */
export function openKhalti({
  KHALTI_SECRET_KEY: secretKey,
  KHALTI_API_URL: apiUrl,
  KHALTI_PAGE_URL: pageUrl,
  SHOP_URL: shopUrl,
}: ConfigOf<typeof khaltiConfigShape>): MethodProvider | undefined {
  if (secretKey === undefined) return undefined;
  const post = <Schema extends z.ZodType>(path: string, schema: Schema, body: object) =>
    askProvider(`${apiUrl}${path}`, schema, {
      method: 'POST',
      headers: { Authorization: `Key ${secretKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  /** Order and payment of an id; undefined for an unknown payment. Expired and canceled ones are answered with 400. */
  async function lookUp(id: string) {
    const [, orderId = '', pidx = ''] = idPattern.exec(id) ?? [];
    if (pidx === '') return undefined;
    const { body } = await post('/v2/epayment/lookup/', lookupSchema, { pidx });
    if (body.detail === 'Not found.') return undefined;
    const { status, total_amount, transaction_id } = body;
    if (status === undefined || total_amount === undefined)
      throw providerUnavailable(new Error('The lookup has no status.'));
    return { orderId, pidx, status: status.toLowerCase(), total_amount, transaction_id };
  }

  async function readSession(sessionId: string): Promise<PaymentSession | undefined> {
    const payment = await lookUp(sessionId);
    if (payment === undefined) return undefined;
    const { orderId, pidx, status, total_amount } = payment;
    return {
      sessionId,
      orderId,
      // A page accepts one payment.
      paymentId: sessionId,
      url: status === 'initiated' ? `${pageUrl}?pidx=${pidx}` : undefined,
      amountInMinorUnits: total_amount,
      customerName: '',
      isOrderUnproven: true,
      ...(states[status] ?? undecidedSession),
    };
  }

  return {
    owns: (id) => id.startsWith(prefix),
    async createPage({ orderId, orderNumber, attempt, customerName, customerEmail, lines }) {
      const { status, body } = await post('/v2/epayment/initiate/', initiatedSchema, {
        return_url: `${shopUrl}/payment-success`,
        website_url: shopUrl,
        amount: sumOfLines(lines),
        purchase_order_id: `${orderId}-${attempt}`,
        purchase_order_name: `Order ${orderNumber}`,
        customer_info: { name: customerName, email: customerEmail },
        // A payment from a bank account can be refunded only with the mobile number of a Khalti account.
        modes: ['KHALTI'],
      });
      if (body.error_key === 'validation_error') throw rejectedByProvider(new Error(JSON.stringify(body)));
      const sessionId = `${prefix}${orderId}_${body.pidx}`;
      if (body.pidx === undefined || !idPattern.test(sessionId))
        throw providerUnavailable(new Error(`No page: status ${status}.`));
      return { sessionId, url: `${pageUrl}?pidx=${body.pidx}`, isLookedUp: true };
    },
    readSession,
    closePage: readSession,
    async refund({ paymentId, amountInMinorUnits }) {
      const transactionId = (await lookUp(paymentId))?.transaction_id ?? '';
      if (transactionId === '')
        throw new ProblemError('payment-failed', 'There is no payment that could be given back.');
      const { status } = await post(
        `/merchant-transaction/${encodeURIComponent(transactionId)}/refund/`,
        refundedSchema,
        amountInMinorUnits === undefined ? {} : { amount: amountInMinorUnits },
      );
      if (status >= 400) throw new ProblemError('payment-failed', 'Khalti could not give the money back.');
      return undefined;
    },
    async readRefunds(paymentId) {
      const payment = await lookUp(paymentId);
      if (!payment?.transaction_id) return undefined;
      const { status, total_amount, transaction_id } = payment;
      const isAll = status === 'refunded';
      return {
        // The look-up does not say how much.
        amountInMinorUnits: status === 'partially refunded' ? undefined : isAll ? total_amount : 0,
        refunds: isAll ? [{ refundId: paymentId, state: 'succeeded' }] : [],
        requestMode: 'by-amount',
        portal: `admin.khalti.com (transaction ${transaction_id})`,
      };
    },
    readReturn(query) {
      const pidx = query.get('pidx');
      if (pidx === null) return undefined;
      const [orderId = ''] = (query.get('purchase_order_id') ?? '').split('-');
      const sessionId = `${prefix}${orderId}_${pidx}`;
      if (!idPattern.test(sessionId))
        throw new ProblemError('invalid-request', 'The answer of Khalti names no payment.');
      return sessionId;
    },
  };
}
