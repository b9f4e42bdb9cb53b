import { randomBytes } from 'node:crypto';
import express, { type Router } from 'express';
import { z } from 'zod';
import {
  createWalletPayments,
  pageLifeSeconds,
  type WalletPayment,
  type WalletSandboxOptions,
} from './wallet-payments.ts';

/** Only valid at the sandbox; not a secret. */
export const khaltiKey = 'khalti-sandbox-key';

const text = z.string().min(1, 'This field may not be blank.');
const address = text.pipe(z.url('Enter a valid URL.'));
const initiateSchema = z.object({
  return_url: address,
  website_url: address,
  amount: z.coerce
    .number('A valid integer is required.')
    .int('A valid integer is required.')
    .min(1000, 'Amount should be greater than Rs. 10, that is 1000 paisa.'),
  purchase_order_id: text,
  purchase_order_name: text,
});
interface KhaltiPayment extends WalletPayment {
  readonly asked: z.output<typeof initiateSchema>;
  readonly transactionId: string;
  readonly refundedInMinorUnits: number;
}

const refundSchema = z.object({ amount: z.number().int().min(1).optional() });

const newId = () => randomBytes(16).toString('hex').slice(0, 22);

const isPaid = (status: string) => /^(Completed|Refunded|Partially Refunded)$/.test(status);

/** The documented callback. */
function returnAddress({ id, status, amountInMinorUnits, asked: initiation, ...payment }: KhaltiPayment) {
  if (status.endsWith('Refunded')) return undefined;
  const transactionId = isPaid(status) ? payment.transactionId : '';
  const callback = new URLSearchParams({
    pidx: id,
    txnId: transactionId,
    amount: String(amountInMinorUnits),
    total_amount: String(amountInMinorUnits),
    status,
    mobile: transactionId && '98XXXXX904',
    tidx: transactionId,
    purchase_order_id: initiation.purchase_order_id,
    purchase_order_name: initiation.purchase_order_name,
    transaction_id: transactionId,
  });
  return `${initiation.return_url}?${callback}`;
}

/** Khalti ePayment: initiate, its page, lookup and refund. */
export function khaltiRoutes({ folder, address: sandboxAddress, onPayment }: WalletSandboxOptions): Router {
  const { find, save, all, pages } = createWalletPayments<KhaltiPayment>({
    wallet: 'Khalti',
    folder,
    returnAddress,
    onPayment,
    figuresOf: ({ id, status, amountInMinorUnits, refundedInMinorUnits, asked: initiation }) => {
      const [orderId = ''] = initiation.purchase_order_id.split('-');
      const paidInMinorUnits = isPaid(status) ? amountInMinorUnits : 0;
      const refunded = status === 'Refunded' ? amountInMinorUnits : refundedInMinorUnits;
      return {
        paymentId: `khalti_${orderId}_${id}`,
        orderId,
        paidInMinorUnits,
        refundedInMinorUnits: refunded,
      };
    },
    choices: {
      Initiated: {
        pay: ['Pay', { status: 'Completed' }],
        less: ['Pay another amount', { status: 'Completed', amountInMinorUnits: 1000 }],
        cancel: ['Cancel', { status: 'User canceled' }],
        wait: ['Go back while it is pending', { status: 'Pending' }],
        expire: ['Let the link expire', { status: 'Expired' }],
      },
      Pending: { complete: ['Complete the pending payment', { status: 'Completed' }] },
      Completed: {
        refund: ['As the merchant: give all of it back', { status: 'Refunded' }],
        part: [
          'As the merchant: give a part of it back',
          { status: 'Partially Refunded', refundedInMinorUnits: 1000 },
        ],
      },
    },
  });
  const api = express.Router();
  api.use(express.json());
  api.use((req, res, next) => {
    const [scheme, key] = (req.headers.authorization ?? '').split(' ');
    if (scheme?.toLowerCase() === 'key' && key === khaltiKey) return next();
    const detail =
      scheme?.toLowerCase() === 'key' ? 'Invalid token.' : 'Authentication credentials were not provided.';
    res.status(401).json({ detail, status_code: 401 });
  });
  api.post('/v2/epayment/initiate/', (req, res) => {
    const initiation = initiateSchema.safeParse(req.body);
    if (!initiation.success) {
      const { fieldErrors } = z.flattenError(initiation.error);
      res.status(400).json({ ...fieldErrors, error_key: 'validation_error' });
      return;
    }
    const id = newId();
    save({
      id,
      status: 'Initiated',
      amountInMinorUnits: initiation.data.amount,
      asked: initiation.data,
      transactionId: newId(),
      refundedInMinorUnits: 0,
    });
    res.json({
      pidx: id,
      payment_url: `${sandboxAddress()}/khalti/?pidx=${id}`,
      expires_at: new Date(Date.now() + pageLifeSeconds * 1000).toISOString(),
      expires_in: pageLifeSeconds,
    });
  });
  api.post('/v2/epayment/lookup/', (req, res) => {
    const payment = find(String(req.body?.pidx));
    if (payment === undefined) {
      res.status(404).json({ detail: 'Not found.', error_key: 'validation_error' });
      return;
    }
    const { id, status, amountInMinorUnits, transactionId } = payment;
    res.status(status === 'Expired' || status === 'User canceled' ? 400 : 200).json({
      pidx: id,
      total_amount: amountInMinorUnits,
      status,
      transaction_id: isPaid(status) ? transactionId : null,
      fee: 0,
      refunded: status === 'Refunded',
    });
  });
  api.post('/merchant-transaction/:id/refund/', (req, res) => {
    const payment = all().find(({ transactionId }) => transactionId === req.params.id);
    const refundBody = refundSchema.safeParse(req.body ?? {});
    const isGone = payment === undefined || payment.status === 'Refunded';
    const refundable = isGone ? 0 : payment.amountInMinorUnits - payment.refundedInMinorUnits;
    const amount = refundBody.data?.amount ?? refundable;
    if (
      !payment ||
      !refundBody.success ||
      !isPaid(payment.status) ||
      amount > refundable ||
      refundable === 0
    ) {
      res.status(400).json({ detail: 'Transaction cannot be refunded.' });
      return;
    }
    const refundedInMinorUnits = payment.refundedInMinorUnits + amount;
    const status = amount === refundable ? 'Refunded' : 'Partially Refunded';
    save({ ...payment, status, refundedInMinorUnits });
    res.json({ detail: 'Transaction refund successful.' });
  });
  pages.use('/khalti/api', api);
  return pages;
}
