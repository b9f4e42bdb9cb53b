import { randomUUID } from 'node:crypto';
import * as contracts from '@kinmel/contracts';
import { type Endpoint, endpointsIn } from '@kinmel/contracts';
import { eventually } from '@kinmel/testing';
import { sampleDelivery, sampleSellRequest } from '@kinmel/testing/samples';
import { owner, type RunningServices, startServices } from './testing/running-services.ts';

/**
 * Somebody has stolen an access token and both halves of a refresh token. The person sets a new password on another device. After that the thief can spend and read nothing. Each call of a signed-in person and of staff is tried, so that a new endpoint must be closed too, or be listed below with a reason.
 */

let shop: RunningServices;
beforeAll(async () => {
  shop = await startServices();
}, 300_000);
afterAll(() => shop.stop());
jest.setTimeout(300_000);

/** Answered by the token alone, for as long as it is valid. */
const byTokenAlone = {
  placeOrder: 'a cash order works while auth is down; with credit the call is refused',
  getWishlist: 'products, which contain no personal data and have no value',
  changeWishlist: 'the same',
} as const;

interface Answer {
  readonly status: number;
  readonly body: ReturnType<typeof JSON.parse>;
}
interface Sent {
  readonly body?: object | undefined;
  readonly form?: Readonly<Record<string, string>>;
  readonly params?: Readonly<Record<string, string>>;
  readonly key?: string;
}

/** A browser with its tokens and cookies; copying them is the theft. */
class Browser {
  token = '';
  refreshToken = '';
  cookies = new Map<string, string>();

  async call(
    { method, path, owner: service }: Endpoint,
    { body, form, params = {}, key }: Sent = {},
  ): Promise<Answer> {
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? 'a'.repeat(24));
    const parts = new FormData();
    for (const [name, value] of Object.entries(form ?? {})) parts.append(name, value);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${shop.urlOf(service)}${address}`, {
      method,
      redirect: 'manual',
      headers: {
        'Sec-Fetch-Site': 'same-origin',
        ...(cookie !== '' && { Cookie: cookie }),
        ...(this.token !== '' && { Authorization: `Bearer ${this.token}` }),
        ...(body && { 'Content-Type': 'application/json' }),
        ...(key && { 'Idempotency-Key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(form && { body: parts }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split('; ');
      const [name = '', value = ''] = pair.split('=', 2);
      this.cookies.set(name, value);
    }
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json') === true;
    return { status: answer.status, body: isJson ? JSON.parse(text) : text };
  }

  async enter(endpoint: Endpoint, body: object): Promise<Answer> {
    const answer = await this.call(endpoint, { body });
    if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
    this.token = answer.body.token;
    this.refreshToken = answer.body.refreshToken;
    return answer;
  }

  steal(): Browser {
    const thief = new Browser();
    thief.token = this.token;
    thief.refreshToken = this.refreshToken;
    thief.cookies = new Map(this.cookies);
    return thief;
  }
}

const bodyOf = ({ status, body }: Answer) => {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
};
async function logInBrowser(email: string, password: string): Promise<Browser> {
  const browser = new Browser();
  await browser.enter(contracts.logIn, { email, password });
  return browser;
}

/** A refusal with a message, and no other data. */
function expectRefused({ id }: Endpoint, { status, body }: Answer) {
  expect({ id, status, body }).toEqual({
    id,
    status: 401,
    body: {
      success: false,
      message: expect.stringMatching(/sign in|signed out|session/i),
      error: body.message,
      code: expect.stringMatching(/^(not-signed-in|signed-out|session-expired)$/),
      requestId: expect.any(String),
    },
  });
}

/**
 * Waits until the service of a call has forgotten the session, which it does within a second (decision 33). A service that
 * was not called in the session does not remember it.
 */
const untilRefused = (thief: Browser, endpoint: Endpoint, sent?: Sent) =>
  eventually(async () => (await thief.call(endpoint, sent)).status === 401);

const endpoints = endpointsIn({ ...contracts });
/** The gateway's own calls ask auth with the caller's token; its tests cover them. */
const isOfService = ({ owner: service }: Endpoint) => service !== 'gateway';
const refundable = { amountInMinorUnits: 10_000, currency: 'NPR' };

/** A customer with an order, an alert, a quoted phone and credit. */
async function aCustomer() {
  const email = `asha-${randomUUID().slice(0, 8)}@example.com`;
  const password = 'Orchid77';
  const staff = await logInBrowser(owner.email, owner.password);
  const { data: product } = bodyOf(
    await staff.call(contracts.createProduct, {
      body: { name: 'Galaxy S26', price: 1000, category: 'smartphone', description: 'A phone.', stock: 10 },
    }),
  );
  await shop.settle();
  const browser = new Browser();
  const { body: account } = await browser.enter(contracts.signUp, {
    fullName: 'Asha Gurung',
    email,
    number: '+977 9801234567',
    password,
  });
  const order = {
    customerDetails: { ...sampleDelivery, email },
    products: [{ productId: product.id, quantity: 1 }],
    pricing: { total: 1080 },
    paymentMethod: 'cash_on_delivery',
  };
  const placed = bodyOf(await browser.call(contracts.placeOrder, { body: order, key: randomUUID() }));
  bodyOf(
    await browser.call(contracts.createAlert, { body: { kind: 'product', productId: product.id, email } }),
  );
  const form = {
    ...sampleSellRequest,
    fullName: 'Asha Gurung',
    contactEmail: email,
    description: 'Good.',
    hasCharger: 'true',
  };
  const { trackingLink } = bodyOf(
    await browser.call(contracts.submitSellRequest, { form, key: randomUUID() }),
  );
  const [request] = bodyOf(await staff.call(contracts.listSellRequests)).data.requests;
  bodyOf(
    await staff.call(contracts.quoteSellRequest, {
      params: { id: request.id },
      body: { version: request.version, estimatedPrice: 200 },
    }),
  );
  await shop.settle();
  const goodwill = { amount: refundable, reason: 'A late parcel.' };
  const params = { userId: account.user.id };
  bodyOf(await staff.call(contracts.giveGoodwill, { params, body: goodwill, key: randomUUID() }));
  const orderId: string = placed.data.id;
  const token = String(trackingLink).split('/').at(-1) ?? '';
  return {
    browser,
    email,
    password,
    order,
    orderId,
    token,
    userId: account.user.id as string,
    requestId: request.id as string,
  };
}

it('a stolen session of a customer can spend and read nothing after a new password', async () => {
  const customer = await aCustomer();
  const { browser, email, password, order, orderId, token, userId } = customer;
  const thief = browser.steal();
  const own = { id: userId };
  const requests: Record<string, Sent> = {
    getUser: { params: own },
    updateUser: { params: own, body: { location: 'Elsewhere' } },
    exportUserData: { params: own },
    deleteUser: { params: own, body: { password } },
    uploadAvatar: { params: own, form: {} },
    changePassword: { body: { currentPassword: password, password: 'Thief-of-9' } },
    proveIdentity: { body: { password } },
    endSession: { params: { sessionId: 'A'.repeat(22) } },
    getMyOrder: { params: { id: orderId } },
    getInvoice: { params: { id: orderId } },
    getCreditNote: { params: { id: orderId } },
    cancelOrder: { params: { id: orderId }, body: {} },
    createPaymentSession: { body: { orderId } },
    getOrderForReturn: { params: { orderId } },
    submitReturn: { body: {} },
    changeWishlist: { body: { add: [], remove: [] } },
  };
  const customerEndpoints = endpoints.filter((one) => one.role === 'customer' && isOfService(one));
  const closedEndpoints = customerEndpoints.filter(({ id }) => !(id in byTokenAlone));
  const reads = [
    'getUser',
    'exportUserData',
    'listSessions',
    'getMyOrder',
    'listMyOrders',
    'getInvoice',
    'getMyCredit',
    'listMyAlerts',
    'listOwnRequests',
  ];
  // The thief gets these answers before: so the calls below are refused because of the session, not because of their form.
  const readBefore = closedEndpoints.filter(({ id }) => reads.includes(id));
  for (const one of readBefore)
    expect([one.id, (await thief.call(one, requests[one.id])).status]).toEqual([one.id, 200]);

  const otherBrowser = await logInBrowser(email, password);
  const change = { currentPassword: password, password: 'lamp-42-Trail' };
  bodyOf(await otherBrowser.call(contracts.changePassword, { body: change }));
  for (const one of readBefore) await untilRefused(thief, one, requests[one.id]);

  const readState = async () => {
    const books = shop.databaseOf('order');
    const { body } = await otherBrowser.call(contracts.getMyCredit);
    return {
      credit: body.data.balance,
      orders: await books.collection('orders').countDocuments(),
      postings: await books.collection('ledger_postings').countDocuments(),
      requests: await shop.databaseOf('service-request').collection('requests').find({}).toArray(),
      profile: (await otherBrowser.call(contracts.getUser, { params: own })).body.data,
    };
  };
  const before = await readState();
  for (const one of closedEndpoints) expectRefused(one, await thief.call(one, requests[one.id]));
  const withCredit = { ...order, credit: refundable };
  expectRefused(
    contracts.placeOrder,
    await thief.call(contracts.placeOrder, { body: withCredit, key: randomUUID() }),
  );
  const { version } = bodyOf(
    await otherBrowser.call(contracts.getTrackedRequest, { params: { token } }),
  ).data;
  for (const payment of [{ to: 'credit' }, { to: 'payout', method: 'cash' }])
    expectRefused(
      contracts.acceptQuote,
      await thief.call(contracts.acceptQuote, {
        params: { token },
        body: { version, payment, amountInMinorUnits: 0 },
      }),
    );
  const { refreshToken } = thief;
  expectRefused(
    contracts.refreshSession,
    await thief.call(contracts.refreshSession, { body: { refreshToken } }),
  );
  expect(await readState()).toEqual(before);
  // The person can continue: the refusals concerned only the stolen session.
  expect((await otherBrowser.call(contracts.listMyOrders)).status).toBe(200);
  const purchase = await otherBrowser.call(contracts.placeOrder, { body: withCredit, key: randomUUID() });
  expect([purchase.status, (await readState()).credit.amountInMinorUnits]).toEqual([201, 0]);
});

it('a stolen session of staff can change and read nothing after a new password', async () => {
  const { email, password } = owner;
  const customer = await aCustomer();
  const browser = await logInBrowser(email, password);
  const thief = browser.steal();
  const staffEndpoints = endpoints.filter((one) => one.role === 'admin' && isOfService(one));
  const readBefore = [contracts.listStaff, contracts.listSellRequests];
  for (const one of readBefore) expect((await thief.call(one)).status).toBe(200);

  const otherBrowser = await logInBrowser(email, password);
  const change = { currentPassword: password, password: 'lamp-42-Trail' };
  bodyOf(await otherBrowser.call(contracts.changePassword, { body: change }));
  for (const one of readBefore) await untilRefused(thief, one);

  const auditCounts = async () => {
    const names = ['auth', 'catalog', 'offer', 'order', 'device', 'service-request', 'notification'] as const;
    return Promise.all(names.map((name) => shop.databaseOf(name).collection('audit_log').countDocuments()));
  };
  const before = await auditCounts();
  expect(staffEndpoints.length).toBeGreaterThan(50);
  for (const one of staffEndpoints) expectRefused(one, await thief.call(one));
  for (const one of endpoints.filter(
    (each) => each.role === 'customer' && isOfService(each) && each.right !== undefined,
  ))
    expectRefused(one, await thief.call(one, { body: one.method === 'POST' ? {} : undefined }));
  // The pictures of staff are opened by a cookie, without a token.
  const withCookie = new Browser();
  withCookie.cookies = thief.cookies;
  const photo = { params: { id: customer.requestId } };
  expect((await withCookie.call(contracts.getSellPhoto, photo)).status).toBe(404);
  const { refreshToken } = thief;
  expectRefused(
    contracts.refreshSession,
    await thief.call(contracts.refreshSession, { body: { refreshToken } }),
  );
  expect(await auditCounts()).toEqual(before);
  expect((await otherBrowser.call(contracts.listStaff)).status).toBe(200);
});
