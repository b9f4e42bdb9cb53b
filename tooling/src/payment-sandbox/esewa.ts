import { createHmac, randomBytes } from 'node:crypto';
import type { Router } from 'express';
import { z } from 'zod';
import { createWalletPayments, type WalletPayment, type WalletSandboxOptions } from './wallet-payments.ts';

/** The documented credentials for tests; not a secret. */
export const esewaCode = 'EPAYTEST';
export const esewaKey = '8gBm/:&EnhH.1/q';

interface EsewaPayment extends WalletPayment {
  readonly status:
    | 'PENDING'
    | 'COMPLETE'
    | 'FULL_REFUND'
    | 'PARTIAL_REFUND'
    | 'AMBIGUOUS'
    | 'NOT_FOUND'
    | 'CANCELED';
  /** As the form had it. */
  readonly totalAmount: string;
  readonly successUrl: string;
  readonly failureUrl: string;
  readonly refId: string | null;
}

const filled = z.string().min(1);
/** All fields are required. */
const formSchema = z.object({
  amount: filled,
  tax_amount: filled,
  product_service_charge: filled,
  product_delivery_charge: filled,
  total_amount: filled,
  transaction_uuid: filled.regex(/^[A-Za-z0-9-]+$/),
  product_code: z.literal(esewaCode),
  success_url: z.url(),
  failure_url: z.url(),
  signed_field_names: filled.regex(/^total_amount,transaction_uuid,product_code(,|$)/),
  signature: filled,
});

const signatureOf = (fields: Readonly<Record<string, string>>, names: string) =>
  createHmac('sha256', esewaKey)
    .update(
      names
        .split(',')
        .map((name) => `${name}=${fields[name] ?? ''}`)
        .join(','),
    )
    .digest('base64');

const minorUnits = (text: string) => Math.round(Number(text) * 100);

const newReference = () => randomBytes(4).toString('hex').slice(0, 7).toUpperCase();

/** `1,000.0`, as eSewa writes amounts in what it sends back. */
const written = (minor: number) =>
  (minor / 100).toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 2 });

/** The address of the shop, with the signed answer after a payment. */
function wayBack({ status, id, amountInMinorUnits, successUrl, failureUrl, refId }: EsewaPayment) {
  if (status === 'FULL_REFUND' || status === 'PARTIAL_REFUND') return undefined;
  if (status !== 'COMPLETE') return failureUrl;
  const fields = {
    transaction_code: refId ?? '',
    status,
    total_amount: written(amountInMinorUnits),
    transaction_uuid: id,
    product_code: esewaCode,
    signed_field_names:
      'transaction_code,status,total_amount,transaction_uuid,product_code,signed_field_names',
  };
  const signature = signatureOf(fields, fields.signed_field_names);
  const data = Buffer.from(JSON.stringify({ ...fields, signature })).toString('base64');
  return `${successUrl}?data=${data}`;
}

/** eSewa ePay v2: the form, its page and the status check. */
export function esewaRoutes({ folder, address }: WalletSandboxOptions): Router {
  const { find, save, pages } = createWalletPayments<EsewaPayment>({
    wallet: 'eSewa',
    folder,
    wayBack,
    choices: {
      pay: { text: 'Pay', while: 'PENDING', change: { status: 'COMPLETE' } },
      less: {
        text: 'Pay another amount',
        while: 'PENDING',
        change: { status: 'COMPLETE', amountInMinorUnits: 100 },
      },
      cancel: { text: 'Cancel', while: 'PENDING', change: { status: 'CANCELED' } },
      wait: { text: 'Go back without paying', while: 'PENDING', change: {} },
      expire: { text: 'Let the session expire', while: 'PENDING', change: { status: 'NOT_FOUND' } },
      halt: { text: 'Halt in between', while: 'PENDING', change: { status: 'AMBIGUOUS' } },
      refund: {
        text: 'As the merchant: give all of it back',
        while: 'COMPLETE',
        change: { status: 'FULL_REFUND' },
      },
      part: {
        text: 'As the merchant: give a part of it back',
        while: 'COMPLETE',
        change: { status: 'PARTIAL_REFUND' },
      },
    },
  });
  pages.post('/esewa/api/epay/main/v2/form', (req, res) => {
    const form = formSchema.safeParse(req.body);
    const refuse = (code: string, message: string) => void res.status(400).json({ code, message });
    if (!form.success) return refuse('ES101', z.prettifyError(form.error));
    const { data } = form;
    if (signatureOf(data, data.signed_field_names) !== data.signature)
      return refuse('ES104', 'Invalid payload signature.');
    const parts = [data.amount, data.tax_amount, data.product_service_charge, data.product_delivery_charge];
    const amountInMinorUnits = minorUnits(data.total_amount);
    if (parts.reduce((sum, part) => sum + minorUnits(part), 0) !== amountInMinorUnits)
      return refuse('ES102', 'The amounts do not add up to the total amount.');
    if (find(data.transaction_uuid)) return refuse('ES103', 'Duplicate transaction UUID.');
    save({
      id: data.transaction_uuid,
      status: 'PENDING',
      amountInMinorUnits,
      totalAmount: data.total_amount,
      successUrl: data.success_url,
      failureUrl: data.failure_url,
      refId: newReference(),
    });
    res.redirect(303, `${address()}/esewa/?pidx=${data.transaction_uuid}`);
  });
  pages.get('/esewa/api/epay/transaction/status/', (req, res) => {
    const { product_code, total_amount, transaction_uuid } = req.query;
    const payment = find(transaction_uuid);
    const isKnown = payment?.totalAmount === total_amount && product_code === esewaCode;
    const { status, refId } = isKnown && payment ? payment : { status: 'NOT_FOUND', refId: null };
    res.json({
      product_code,
      transaction_uuid,
      total_amount: isKnown && payment ? payment.amountInMinorUnits / 100 : Number(total_amount),
      status,
      ref_id: /PENDING|NOT_FOUND/.test(status) ? null : refId,
    });
  });
  return pages;
}
