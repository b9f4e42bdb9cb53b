import { testTokens } from '@kinmel/testing/servers';
import { type RunningGateway, startGateway } from '../../testing/running-gateway.ts';
import { type StubService, sendJson, startStub } from '../../testing/stub-service.ts';

const tokens = testTokens();
let auth: StubService;
let offer: StubService;
let gateway: RunningGateway;

beforeAll(async () => {
  auth = await startStub((req, res) => sendJson(req, res, { success: true, from: 'auth' }));
  offer = await startStub((req, res) => sendJson(req, res, { success: true, offers: [] }));
  gateway = await startGateway({
    env: { AUTH_URL: auth.url, OFFER_URL: offer.url, JWKS_FILE: tokens.jwksFile },
  });
});

beforeEach(() => {
  for (const stub of [auth, offer, gateway.catalog, gateway.order]) stub.requests.length = 0;
});

afterAll(async () => {
  await gateway.stop();
  await auth.kill();
  await offer.kill();
  tokens.cleanUp();
});

const json = { 'content-type': 'application/json' };

describe('sessions', () => {
  it('have their cookies forwarded unchanged in both directions, each in its own header', async () => {
    const setCookies = [
      'kinmel-session=half; Path=/; HttpOnly; SameSite=Strict',
      'kinmel-admin-files=x.y.z; Path=/; HttpOnly; SameSite=Strict',
    ];
    auth.answer = (_req, res) =>
      res.writeHead(200, { 'Content-Type': 'application/json', 'Set-Cookie': setCookies }).end('{}');
    const answer = await gateway.send('POST', '/api/refresh-token', {
      headers: { ...json, cookie: 'kinmel-session=old; other=1', origin: gateway.url },
      body: '{"refreshToken":"r"}',
    });
    expect(answer.headers['set-cookie']).toEqual(setCookies);
    expect(auth.requests[0]?.headers).toMatchObject({
      cookie: 'kinmel-session=old; other=1',
      origin: gateway.url,
    });
  });

  it('may log in 200 times a minute from one address; auth limits logins', async () => {
    auth.answer = (req, res) => sendJson(req, res, { success: true });
    const statuses = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const body = '{"email":"a@b.np","password":"x"}';
        return (await gateway.send('POST', '/api/auth/login', { headers: json, body })).status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

describe('internal addresses', () => {
  it.each(['GET', 'POST', 'PUT', 'DELETE'])('are 404 to %s from outside, with any token', async (method) => {
    for (const path of [
      '/internal/reservations',
      '/internal/orders/6600000000000000000000a1/settle',
      '/internal',
    ]) {
      const guessed = { 'x-kinmel-service-token': 'guessed', authorization: `Bearer ${tokens.admin()}` };
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' };
      const answer = await gateway.send(method, path, { headers: { ...json, ...guessed }, ...body });
      const headers = { 'content-type': 'application/json; charset=utf-8' };
      expect({ path, ...answer }).toMatchObject({ path, status: 404, headers });
    }
    for (const stub of [auth, offer, gateway.catalog, gateway.order]) expect(stub.requests).toEqual([]);
  });
});

describe('a forwarded body', () => {
  it('has the exact bytes of a webhook, which its signature covers', async () => {
    const bytes = Buffer.from('{ "type" :"checkout.session.completed",\n\t"text":"\u00e9 \\u00e9" }\r\n');
    let received: Buffer | undefined;
    gateway.order.answer = (req, res, body) => {
      received = body;
      sendJson(req, res, { received: true });
    };
    const headers = { ...json, 'stripe-signature': 't=1,v1=abc' };
    const answer = await gateway.send('POST', '/api/payment/webhook', { headers, body: bytes });
    expect(answer.status).toBe(200);
    expect(received?.equals(bytes)).toBe(true);
    expect(gateway.order.requests[0]?.headers).toMatchObject(headers);
  });

  it.each([
    ['by its length', {}],
    ['by its bytes', { 'transfer-encoding': 'chunked' }],
  ])(
    'is refused far above the limit of a picture, with the text of its contract, measured %s (PROF-25)',
    async (_by, transferHeaders) => {
      const answer = await gateway.send('POST', '/api/users/6600000000000000000000c1/upload-avatar', {
        headers: {
          authorization: `Bearer ${tokens.customer()}`,
          'content-type': 'multipart/form-data; boundary=b',
          ...transferHeaders,
        },
        body: Buffer.alloc(8 * 1024 * 1024),
      });
      expect([answer.status, answer.json()]).toEqual([
        413,
        expect.objectContaining({ code: 'too-large', error: 'Image size must be less than 5MB' }),
      ]);
    },
  );

  it('comes from auth for avatars, cached by browsers only, and from catalog for product pictures', async () => {
    auth.answer = (_req, res) => res.writeHead(200, { 'Content-Type': 'image/webp' }).end('face');
    gateway.catalog.answer = (_req, res) => res.writeHead(200, { 'Content-Type': 'image/webp' }).end('phone');
    const face = await gateway.get('/uploads/avatars/0123456789abcdef/256.webp');
    const phone = await gateway.get('/uploads/0123456789abcdef/640.webp');
    expect([face.text, phone.text]).toEqual(['face', 'phone']);
    expect(face.headers['cache-control']).toBe('private, max-age=31536000, immutable');
    expect(phone.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    for (const path of ['0123456789abcdef/512.webp', '0123456789abcdef/', ''])
      expect([path, (await gateway.get(`/uploads/avatars/${path}`)).status]).toEqual([path, 404]);
    expect(auth.requests).toHaveLength(1);
  });
});

describe('offers, of which an admin sees more', () => {
  it('are cached without a token only, and the service gets the token (CONF-55)', async () => {
    offer.answer = (req, res) =>
      sendJson(req, res, { success: true, offers: req.headers.authorization ? ['draft'] : [] });
    const path = '/api/special-offers';
    const list = async (headers: Record<string, string> = {}) =>
      ((await gateway.get(path, headers)).json() as { offers: string[] }).offers;
    const signedIn = { authorization: `Bearer ${tokens.admin()}` };
    const lists = [await list(), await list(), await list(signedIn), await list(signedIn), await list()];
    expect(lists.map(({ length }) => length)).toEqual([0, 0, 1, 1, 0]);
    expect(offer.requests.map(({ headers }) => headers.authorization !== undefined)).toEqual([
      false,
      true,
      true,
    ]);
    // A browser must not show an admin what it cached before signing in.
    expect((await gateway.get(path)).headers.vary).toBe('Accept-Encoding, Authorization');
  });
});
