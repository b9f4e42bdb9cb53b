import { startPaymentSandbox } from '@kinmel/tooling/payment-sandbox';
import { chooseOnPage, openWalletPage, walletsAt } from '../../testing/wallet-pages.ts';
import type { MethodProvider, PaymentRequest } from '../payment-provider.ts';

const orderId = 'a'.repeat(24);
const request: PaymentRequest = {
  paymentMethod: 'esewa',
  orderId,
  orderNumber: 'KM-TEST',
  customerName: 'Asha Rai',
  customerEmail: 'asha@example.com',
  attempt: 1,
  payUntil: new Date(Date.now() + 30 * 60_000),
  lines: [
    { description: 'iPhone 13 Pro', quantity: 2, unitAmountInMinorUnits: 9_150_000 },
    { description: 'Tax (8%)', quantity: 1, unitAmountInMinorUnits: 1_464_050 },
  ],
};

let sandbox: Awaited<ReturnType<typeof startPaymentSandbox>>;
let provider: MethodProvider;
beforeEach(async () => {
  sandbox = await startPaymentSandbox({
    port: 0,
    webhookUrl: 'http://127.0.0.1:9/',
    webhookSecret: 'whsec_of_a_test',
    secretKey: 'sk_test_sandbox',
  });
  provider = walletsAt(sandbox.address).esewa;
});
afterEach(() => sandbox.stop());

/** The form of a page, and the query after a choice on it. */
async function pageAfter(choice: string, attempt = 1) {
  const page = await provider.createPage({ ...request, attempt });
  const returnQuery = await chooseOnPage(await openWalletPage(page), choice);
  return { page, returned: returnQuery };
}
const read = (returnQuery: URLSearchParams) => provider.readReturn?.(returnQuery);

describe('payments by eSewa ePay v2', () => {
  it('has every documented field, the total in rupees and the signed fields in their order', async () => {
    const page = await provider.createPage(request);
    expect(page).toEqual({
      sessionId: `esewa_${page.form?.['transaction_uuid']}`,
      url: `${sandbox.address}/esewa/api/epay/main/v2/form`,
      form: {
        amount: '197640.50',
        tax_amount: '0',
        product_service_charge: '0',
        product_delivery_charge: '0',
        total_amount: '197640.50',
        transaction_uuid: expect.stringMatching(/^a{24}-\d+-19764050-[0-9a-f]{16}$/),
        product_code: 'EPAYTEST',
        success_url: 'http://localhost:8080/payment-success',
        failure_url: `http://localhost:8080/payment-success?session_id=${page.sessionId}`,
        signed_field_names: 'total_amount,transaction_uuid,product_code',
        signature: expect.any(String),
      },
      isLookedUp: true,
    });
    expect((await provider.createPage(request)).sessionId).not.toBe(page.sessionId);
  });

  it.each([
    ['a changed amount', { amount: '1', total_amount: '1' }, 'Invalid payload signature.'],
    ['another merchant', { product_code: 'OTHER' }, 'product_code'],
    ['parts that do not add up', { tax_amount: '5' }, 'do not add up'],
    ['an empty field', { failure_url: '' }, 'failure_url'],
  ])('has a form that eSewa refuses with %s', async (_, change, message) => {
    const page = await provider.createPage(request);
    await expect(openWalletPage({ ...page, form: { ...page.form, ...change } })).rejects.toThrow(message);
    await openWalletPage(page);
    await expect(openWalletPage(page)).rejects.toThrow('Duplicate transaction UUID.');
  });

  it('signs as the documented examples do', async () => {
    const form = {
      amount: '100',
      tax_amount: '10',
      product_service_charge: '0',
      product_delivery_charge: '0',
      total_amount: '110',
      transaction_uuid: '241028',
      product_code: 'EPAYTEST',
      success_url: 'https://developer.esewa.com.np/success',
      failure_url: 'https://developer.esewa.com.np/failure',
      signed_field_names: 'total_amount,transaction_uuid,product_code',
      signature: 'i94zsd3oXF6ZsSr/kGqT4sSzYQzjj1W/waxjWyRwaME=',
    };
    const url = `${sandbox.address}/esewa/api/epay/main/v2/form`;
    expect(await openWalletPage({ sessionId: '', url, form })).toContain('/esewa/?');
    const answer =
      '{"transaction_code":"000AWEO","status":"COMPLETE","total_amount":1000.0,"transaction_uuid":"250610-162413","product_code":"EPAYTEST","signed_field_names":"transaction_code,status,total_amount,transaction_uuid,product_code,signed_field_names","signature":"62GcfZTmVkzhtUeh+QJ1AqiJrjoWWGof3U+eTPTZ7fA="}';
    // The provider's signature is valid, so only the shop's own is missing.
    expect(() => read(new URLSearchParams({ data: Buffer.from(answer).toString('base64') }))).toThrow(
      'The shop did not make this payment.',
    );
  });

  it.each([
    ['pay', 'paid', undefined],
    ['wait', 'open', true],
    ['cancel', 'expired', undefined],
    ['expire', 'expired', true],
    ['halt', 'processing', true],
  ])('looks up the result of the payment after "%s"', async (choice, state, canStillBePaid) => {
    const { page, returned: returnQuery } = await pageAfter(choice);
    const id = returnQuery.get('session_id') ?? read(returnQuery) ?? '';
    expect(id).toBe(page.sessionId);
    const session = await provider.readSession(id);
    expect(session).toMatchObject({ orderId, state, amountInMinorUnits: 19_764_050, paymentId: id });
    expect(session?.canStillBePaid).toBe(canStillBePaid);
    // eSewa has no call that closes a page.
    expect(await provider.closePage(id)).toEqual(session);
  });

  it('finds a page whose form was not posted yet, and none with another order, amount or seal', async () => {
    const { sessionId } = await provider.createPage(request);
    expect(await provider.readSession(sessionId)).toMatchObject({ state: 'expired', canStillBePaid: true });
    const forgedIds = [
      sessionId.replace('aaaa', 'bbbb'),
      sessionId.replace('-19764050-', '-100-'),
      sessionId.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      'esewa_',
    ];
    for (const forgedId of forgedIds) expect(await provider.readSession(forgedId)).toBeUndefined();
  });

  it('shows another amount than that of the page', async () => {
    const { returned: returnQuery, page } = await pageAfter('less');
    expect(() => read(returnQuery)).toThrow('The amount is not that of the payment.');
    expect(await provider.readSession(page.sessionId)).toMatchObject({
      state: 'paid',
      amountInMinorUnits: 100,
    });
  });

  it.each([
    ['no base64', () => '%%%', 'The answer of eSewa could not be read.'],
    ['no signature', (data: object) => ({ ...data, signature: '' }), 'The signature of eSewa is not valid.'],
    [
      'another status',
      (data: object) => ({ ...data, status: 'PENDING' }),
      'The signature of eSewa is not valid.',
    ],
    [
      'another amount',
      (data: object) => ({ ...data, total_amount: '1.0' }),
      'The signature of eSewa is not valid.',
    ],
    [
      'fewer signed fields',
      (data: object) => ({ ...data, signed_field_names: 'status' }),
      'The signature of eSewa is not valid.',
    ],
    [
      'another merchant',
      (data: object) => ({ ...data, product_code: 'OTHER' }),
      'The signature of eSewa is not valid.',
    ],
  ])('rejects an answer with %s', async (_, change, message) => {
    const { returned: returnQuery } = await pageAfter('pay');
    const data = JSON.parse(Buffer.from(returnQuery.get('data') ?? '', 'base64').toString());
    const changedData = change(data);
    const text =
      typeof changedData === 'string'
        ? changedData
        : Buffer.from(JSON.stringify(changedData)).toString('base64');
    expect(() => read(new URLSearchParams({ data: text }))).toThrow(message);
    expect(read(new URLSearchParams({ pidx: 'x' }))).toBeUndefined();
  });

  it('has no call for refunds, and reports what staff refunded', async () => {
    const { page } = await pageAfter('pay');
    const refundRequest = { paymentId: page.sessionId, orderId, key: 'k' };
    await expect(provider.refund(refundRequest)).rejects.toMatchObject({ code: 'payment-failed' });
    const read = () => provider.readRefunds(page.sessionId);
    const portal = expect.stringMatching(/merchant\.esewa\.com\.np \(reference [0-9A-F]{7}\)/);
    expect(await read()).toEqual({ amountInMinorUnits: 0, refunds: [], requestMode: 'by-hand', portal });
    await chooseOnPage(`${sandbox.address}/esewa/?pidx=${page.form?.['transaction_uuid']}`, 'refund');
    const refunds = [{ refundId: page.sessionId, state: 'succeeded' }];
    expect(await read()).toMatchObject({ amountInMinorUnits: 19_764_050, refunds });
    expect(await provider.readRefunds('esewa_x')).toBeUndefined();
  });

  it('does not say how much was refunded', async () => {
    const { page } = await pageAfter('pay');
    await chooseOnPage(`${sandbox.address}/esewa/?pidx=${page.form?.['transaction_uuid']}`, 'part');
    expect(await provider.readRefunds(page.sessionId)).toMatchObject({ amountInMinorUnits: undefined });
  });

  it('rejects with service-unavailable while eSewa is unavailable', async () => {
    const { page } = await pageAfter('pay');
    await sandbox.stop();
    const unavailable = { code: 'service-unavailable' };
    await expect(provider.readSession(page.sessionId)).rejects.toMatchObject(unavailable);
    await expect(provider.readRefunds(page.sessionId)).rejects.toMatchObject(unavailable);
  });
});
