import { createHmac, randomBytes } from 'node:crypto';
import type { Router } from 'express';
import { z } from 'zod';
import { createWalletPayments, type WalletPayment, type WalletSandboxOptions } from './wallet-payments.ts';

/** eSewa's documented test credentials; not a secret. */
export const esewaCode = 'EPAYTEST';
export const esewaKey = '8gBm/:&EnhH.1/q';

const nonEmptyText = z.string().min(1);
/** All fields are required. */
const formSchema = z.object({
  amount: nonEmptyText,
  tax_amount: nonEmptyText,
  product_service_charge: nonEmptyText,
  product_delivery_charge: nonEmptyText,
  total_amount: nonEmptyText,
  transaction_uuid: nonEmptyText.regex(/^[A-Za-z0-9-]+$/),
  product_code: z.literal(esewaCode),
  success_url: z.url(),
  failure_url: z.url(),
  signed_field_names: nonEmptyText.regex(/^total_amount,transaction_uuid,product_code(,|$)/),
  signature: nonEmptyText,
});

interface EsewaPayment extends WalletPayment {
  readonly form: z.output<typeof formSchema>;
  readonly refId: string;
}

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

/** `1,000.0`, the format of amounts in eSewa's answers. */
const formatAmount = (minor: number) =>
  (minor / 100).toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 2 });

/** The return address in the shop, with the signed answer after a payment. */
function returnAddress({ status, id, amountInMinorUnits, form, refId }: EsewaPayment) {
  if (status.endsWith('REFUND')) return undefined;
  if (status !== 'COMPLETE') return form.failure_url;
  const fields = {
    transaction_code: refId,
    status,
    total_amount: formatAmount(amountInMinorUnits),
    transaction_uuid: id,
    product_code: esewaCode,
    signed_field_names:
      'transaction_code,status,total_amount,transaction_uuid,product_code,signed_field_names',
  };
  const signature = signatureOf(fields, fields.signed_field_names);
  const data = Buffer.from(JSON.stringify({ ...fields, signature })).toString('base64');
  return `${form.success_url}?data=${data}`;
}

/** eSewa ePay v2: the form, its page and the status check. */
export function esewaRoutes({ folder, address, onPayment }: WalletSandboxOptions): Router {
  const { find, save, pages } = createWalletPayments<EsewaPayment>({
    wallet: 'eSewa',
    folder,
    returnAddress,
    onPayment,
    figuresOf: ({ id, status, amountInMinorUnits }) => ({
      paymentId: `esewa_${id}`,
      orderId: id.split('-')[0] ?? '',
      paidInMinorUnits: /^COMPLETE$|REFUND$/.test(status) ? amountInMinorUnits : 0,
      refundedInMinorUnits: status === 'FULL_REFUND' ? amountInMinorUnits : 0,
    }),
    choices: {
      PENDING: {
        pay: ['Pay', { status: 'COMPLETE' }],
        less: ['Pay another amount', { status: 'COMPLETE', amountInMinorUnits: 100 }],
        cancel: ['Cancel', { status: 'CANCELED' }],
        wait: ['Go back without paying', {}],
        expire: ['Let the session expire', { status: 'NOT_FOUND' }],
        halt: ['Halt in between', { status: 'AMBIGUOUS' }],
      },
      COMPLETE: {
        refund: ['As the merchant: give all of it back', { status: 'FULL_REFUND' }],
        part: ['As the merchant: give a part of it back', { status: 'PARTIAL_REFUND' }],
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
      form: data,
      refId: randomBytes(4).toString('hex').slice(0, 7).toUpperCase(),
    });
    res.redirect(303, `${address()}/esewa/?pidx=${data.transaction_uuid}`);
  });
  pages.get('/esewa/api/epay/transaction/status/', (req, res) => {
    const { product_code, total_amount, transaction_uuid } = req.query;
    const storedPayment = find(transaction_uuid);
    const payment =
      storedPayment?.form.total_amount === total_amount && product_code === esewaCode
        ? storedPayment
        : undefined;
    const { status = 'NOT_FOUND', refId } = payment ?? {};
    res.json({
      product_code,
      transaction_uuid,
      total_amount: payment ? payment.amountInMinorUnits / 100 : Number(total_amount),
      status,
      ref_id: /PENDING|NOT_FOUND/.test(status) ? null : refId,
    });
  });
  return pages;
}
