import { startPaymentSandbox } from '@kinmel/tooling/payment-sandbox';
import { chooseOnPage, walletsAt } from '../../testing/wallet-pages.ts';
import type { MethodProvider, PaymentRequest } from '../payment-provider.ts';
import { openKhalti } from './khalti.ts';

const orderId = 'a'.repeat(24);
const request: PaymentRequest = {
  paymentMethod: 'khalti',
  orderId,
  orderNumber: 'KM-TEST',
  customerName: 'Asha Rai',
  customerEmail: 'asha@example.com',
  attempt: 1,
  payUntil: new Date(Date.now() + 30 * 60_000),
  lines: [{ description: 'iPhone 13 Pro', quantity: 2, unitAmountInMinorUnits: 9_150_050 }],
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
  provider = walletsAt(sandbox.address).khalti;
});
afterEach(() => sandbox.stop());

async function pageAfter(choice: string) {
  const page = await provider.createPage(request);
  return { page, returned: await chooseOnPage(page.url, choice) };
}
const read = (returnQuery: URLSearchParams) => provider.readReturn?.(returnQuery);

describe('payments by Khalti ePayment', () => {
  it('initiates a payment in paisa, and reads it until it is paid', async () => {
    const page = await provider.createPage(request);
    expect(page.sessionId).toMatch(/^khalti_a{24}_[0-9a-f]{22}$/);
    expect(page.url).toBe(`${sandbox.address}/khalti/?pidx=${page.sessionId.split('_')[2]}`);
    expect(await provider.readSession(page.sessionId)).toEqual({
      sessionId: page.sessionId,
      orderId,
      paymentId: page.sessionId,
      url: page.url,
      amountInMinorUnits: 18_300_100,
      customerName: '',
      state: 'open',
      canStillBePaid: true,
      isOrderUnproven: true,
    });
    expect(await provider.readSession('khalti_unknown')).toBeUndefined();
    expect(await provider.readSession(`${page.sessionId}0`)).toBeUndefined();
  });

  it.each([
    ['pay', 'paid', undefined],
    ['cancel', 'expired', undefined],
    ['expire', 'expired', undefined],
    ['wait', 'processing', true],
  ])('looks up the result of the payment after "%s"', async (choice, state, canStillBePaid) => {
    const { page, returned: returnQuery } = await pageAfter(choice);
    const id = read(returnQuery) ?? '';
    expect(id).toBe(page.sessionId);
    const session = await provider.readSession(id);
    expect(session).toMatchObject({ orderId, state, url: undefined });
    expect(session?.canStillBePaid).toBe(canStillBePaid);
    expect(await provider.closePage(id)).toEqual(session);
  });

  it('does not trust the status and the amount of the return query', async () => {
    const { returned: returnQuery } = await pageAfter('cancel');
    returnQuery.set('status', 'Completed');
    expect(await provider.readSession(read(returnQuery) ?? '')).toMatchObject({ state: 'expired' });
    const paid = await pageAfter('less');
    expect(await provider.readSession(paid.page.sessionId)).toMatchObject({ amountInMinorUnits: 1000 });
  });

  it.each([
    ['no order', { pidx: 'x' }],
    ['another form of pidx', { pidx: '../x', purchase_order_id: `${orderId}-1` }],
  ])('rejects an answer with %s', (_, query) => {
    expect(() => read(new URLSearchParams(query))).toThrow('The answer of Khalti names no payment.');
    expect(read(new URLSearchParams({ data: 'x' }))).toBeUndefined();
  });

  it('rejects an order below the smallest amount', async () => {
    const lines = [{ description: 'Case', quantity: 1, unitAmountInMinorUnits: 999 }];
    await expect(provider.createPage({ ...request, lines })).rejects.toMatchObject({
      code: 'payment-failed',
    });
  });

  it('refunds a payment in full or in part, and reports the refunded amount', async () => {
    const { page } = await pageAfter('pay');
    const { page: other } = await pageAfter('pay');
    const read = (id: string) => provider.readRefunds(id);
    const portal = expect.stringMatching(/admin\.khalti\.com \(transaction [0-9a-f]{22}\)/);
    const untouched = { amountInMinorUnits: 0, refunds: [], requestMode: 'by-amount', portal };
    expect(await read(page.sessionId)).toEqual(untouched);
    const refundRequest = { paymentId: page.sessionId, orderId, key: 'k' };
    // The look-up shows the outcome.
    expect(await provider.refund(refundRequest)).toBeUndefined();
    expect(await read(page.sessionId)).toMatchObject({
      amountInMinorUnits: 18_300_100,
      refunds: [{ state: 'succeeded' }],
    });
    expect(await provider.readSession(page.sessionId)).toMatchObject({ state: 'expired' });
    await provider.refund({ ...refundRequest, paymentId: other.sessionId, amountInMinorUnits: 50_000 });
    expect(await read(other.sessionId)).toEqual({ ...untouched, amountInMinorUnits: undefined });
  });

  it('rejects the refund of what was not paid, and of more than was paid', async () => {
    const refusal = { code: 'payment-failed' };
    const { page } = await pageAfter('cancel');
    const refundRequest = { paymentId: page.sessionId, orderId, key: 'k' };
    await expect(provider.refund(refundRequest)).rejects.toMatchObject(refusal);
    expect(await provider.readRefunds(page.sessionId)).toBeUndefined();
    const { page: paid } = await pageAfter('pay');
    const tooMuch = { ...refundRequest, paymentId: paid.sessionId, amountInMinorUnits: 99_000_000 };
    await expect(provider.refund(tooMuch)).rejects.toMatchObject(refusal);
  });

  it('rejects with service-unavailable while Khalti is unavailable or the key is wrong', async () => {
    const page = await provider.createPage(request);
    const unavailable = { code: 'service-unavailable' };
    const otherMerchant = openKhalti({
      KHALTI_SECRET_KEY: 'other',
      KHALTI_API_URL: `${sandbox.address}/khalti/api`,
      KHALTI_PAGE_URL: `${sandbox.address}/khalti/`,
      SHOP_URL: 'http://localhost:8080',
    });
    await expect(otherMerchant?.createPage(request)).rejects.toMatchObject(unavailable);
    await sandbox.stop();
    await expect(provider.createPage(request)).rejects.toMatchObject(unavailable);
    await expect(provider.readSession(page.sessionId)).rejects.toMatchObject(unavailable);
  });
});
