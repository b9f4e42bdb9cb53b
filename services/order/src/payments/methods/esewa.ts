import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { minorUnitsOf } from '@kinmel/contracts';
import { ProblemError } from '@kinmel/service-kit';
import { z } from 'zod';
import { sumOfLines } from '../payment-lines.rules.ts';
import { type MethodProvider, type PaymentSession, providerUnavailable } from '../payment-provider.ts';
import { askProvider, type ConfigOf } from './ask-provider.ts';

/** Without code and key, eSewa is not offered. The addresses are those of production. */
export const esewaConfigShape = {
  ESEWA_PRODUCT_CODE: z.string().min(1).optional(),
  ESEWA_SECRET_KEY: z.string().min(1).optional(),
  ESEWA_FORM_URL: z.url().default('https://epay.esewa.com.np/api/epay/main/v2/form'),
  ESEWA_STATUS_URL: z.url().default('https://epay.esewa.com.np/api/epay/transaction/status/'),
};

const prefix = 'esewa_';
const signedFields = ['total_amount', 'transaction_uuid', 'product_code'];
/** `transaction_uuid` allows letters, digits and hyphens only. */
const uuidPattern = /^([0-9a-f]{24})-\d+-(\d+)-([0-9a-f]{16})$/;

const invalid = (message: string, cause?: unknown) =>
  new ProblemError('invalid-request', message, undefined, { cause });

/** In rupees; the form and the status check must write the amount in the same way. */
const rupees = (minorUnits: number) => (minorUnits / 100).toFixed(minorUnits % 100 === 0 ? 0 : 2);
const minorUnitsIn = (text: string | number) => minorUnitsOf(Number(String(text).replaceAll(',', '')));

const statusSchema = z.object({
  product_code: z.string(),
  transaction_uuid: z.string(),
  total_amount: z.union([z.number(), z.string()]),
  status: z.string(),
  ref_id: z.string().nullish(),
});

/** Statuses that are not listed are undecided, such as AMBIGUOUS: nothing is delivered. */
const states: Readonly<Record<string, Pick<PaymentSession, 'state' | 'canStillBePaid'>>> = {
  COMPLETE: { state: 'paid' },
  PENDING: { state: 'open', canStillBePaid: true },
  // Also the status of a form that was not posted yet.
  NOT_FOUND: { state: 'expired', canStillBePaid: true },
  CANCELED: { state: 'expired' },
  FULL_REFUND: { state: 'expired' },
};
const undecidedSession = { state: 'processing', canStillBePaid: true } as const;

/** eSewa ePay v2, or the sandbox; README.md has its documented behaviour and the sources. */
export function openEsewa({
  ESEWA_PRODUCT_CODE: productCode,
  ESEWA_SECRET_KEY: secretKey,
  ESEWA_FORM_URL: formUrl,
  ESEWA_STATUS_URL: statusUrl,
  SHOP_URL: shopUrl,
}: ConfigOf<typeof esewaConfigShape>): MethodProvider | undefined {
  if (productCode === undefined || secretKey === undefined) return undefined;
  const signatureOf = (text: string) => createHmac('sha256', secretKey).update(text).digest();
  const sign = (fields: Readonly<Record<string, string>>, names: readonly string[]) =>
    signatureOf(names.map((name) => `${name}=${fields[name] ?? ''}`).join(','));
  const isSameSignature = (expected: Buffer, actual: Buffer) =>
    expected.length === actual.length && timingSafeEqual(expected, actual);
  /**
   * Signature at the end of a `transaction_uuid`, so that neither its order nor its amount can be changed or guessed.
   */
  const sealOf = (text: string) => signatureOf(text).toString('hex').slice(0, 16);

  /** Order and amount of a transaction; undefined when the shop did not create it. */
  function readUuid(uuid: string) {
    const [, orderId = '', amount = '', seal = ''] = uuidPattern.exec(uuid) ?? [];
    const text = uuid.slice(0, -seal.length - 1);
    if (seal === '' || !isSameSignature(Buffer.from(sealOf(text)), Buffer.from(seal))) return undefined;
    return { uuid, orderId, amountInMinorUnits: Number(amount) };
  }
  const uuidOf = (id: string) => readUuid(id.slice(prefix.length));

  const lookUp = async ({ uuid, amountInMinorUnits }: { uuid: string; amountInMinorUnits: number }) => {
    const url = new URL(statusUrl);
    url.search = new URLSearchParams({
      product_code: productCode,
      total_amount: rupees(amountInMinorUnits),
      transaction_uuid: uuid,
    }).toString();
    const { body } = await askProvider(url, statusSchema);
    if (body.transaction_uuid !== uuid || body.product_code !== productCode)
      throw providerUnavailable(new Error(`The answer is about ${body.transaction_uuid}.`));
    return body;
  };

  async function readSession(sessionId: string): Promise<PaymentSession | undefined> {
    const payment = uuidOf(sessionId);
    if (payment === undefined) return undefined;
    const { status, total_amount } = await lookUp(payment);
    return {
      sessionId,
      orderId: payment.orderId,
      paymentId: sessionId,
      url: undefined,
      amountInMinorUnits: minorUnitsIn(total_amount),
      customerName: '',
      ...(states[status] ?? undecidedSession),
    };
  }

  return {
    owns: (id) => id.startsWith(prefix),
    async createPage({ orderId, lines }) {
      const amountInMinorUnits = sumOfLines(lines);
      // eSewa accepts a form once, so each tab needs its own.
      const text = `${orderId}-${randomInt(2 ** 40)}-${amountInMinorUnits}`;
      const uuid = `${text}-${sealOf(text)}`;
      const total = rupees(amountInMinorUnits);
      const fields = {
        amount: total,
        tax_amount: '0',
        product_service_charge: '0',
        product_delivery_charge: '0',
        total_amount: total,
        transaction_uuid: uuid,
        product_code: productCode,
        // eSewa appends `?data=…`, so the address must not have a query.
        success_url: `${shopUrl}/payment-success`,
        failure_url: `${shopUrl}/payment-success?session_id=${prefix}${uuid}`,
        signed_field_names: signedFields.join(','),
      };
      const signature = sign(fields, signedFields).toString('base64');
      return {
        sessionId: `${prefix}${uuid}`,
        url: formUrl,
        form: { ...fields, signature },
        isLookedUp: true,
      };
    },
    readSession,
    closePage: readSession,
    // eSewa documents no call for refunds; the status check shows that staff made one.
    refund: () => Promise.reject(new ProblemError('payment-failed', 'eSewa has no call for refunds.')),
    async readRefunds(paymentId) {
      const payment = uuidOf(paymentId);
      if (payment === undefined) return undefined;
      const { status, ref_id } = await lookUp(payment);
      const isAll = status === 'FULL_REFUND';
      return {
        // PARTIAL_REFUND does not say how much.
        ...(status === 'PARTIAL_REFUND'
          ? { amountInMinorUnits: undefined }
          : { amountInMinorUnits: isAll ? payment.amountInMinorUnits : 0 }),
        refunds: isAll ? [{ refundId: paymentId, state: 'succeeded' }] : [],
        requestMode: 'by-hand',
        portal: `merchant.esewa.com.np (reference ${ref_id ?? payment.uuid})`,
      };
    },
    readReturn(query) {
      const data = query.get('data');
      if (data === null) return undefined;
      const fields = readReturnedFields(data);
      const { signed_field_names = '', signature = '', transaction_uuid = '', total_amount = '' } = fields;
      const names = signed_field_names.split(',');
      const areAllSigned = ['status', ...signedFields].every((name) => names.includes(name));
      const signatureBytes = Buffer.from(signature, 'base64');
      if (
        !areAllSigned ||
        fields['product_code'] !== productCode ||
        !isSameSignature(sign(fields, names), signatureBytes)
      )
        throw invalid('The signature of eSewa is not valid.');
      const payment = readUuid(transaction_uuid);
      if (payment === undefined) throw invalid('The shop did not make this payment.');
      if (minorUnitsIn(total_amount) !== payment.amountInMinorUnits)
        throw invalid('The amount is not that of the payment.');
      return `${prefix}${payment.uuid}`;
    },
  };
}

/** Numbers are read as the text that was signed, such as `1000.0`. */
function readReturnedFields(data: string) {
  try {
    // A plus sign of base64 is a space in a query.
    const text = Buffer.from(data.replaceAll(' ', '+'), 'base64').toString();
    const fields: unknown = JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' ? context?.source : value,
    );
    return z.record(z.string(), z.string()).parse(fields);
  } catch (error) {
    throw invalid('The answer of eSewa could not be read.', error);
  }
}
