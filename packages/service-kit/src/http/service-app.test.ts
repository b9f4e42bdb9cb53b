import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { answerOf, forStaff, objectIdSchema, ownedBy, queryNumber } from '@kinmel/contracts';
import { eventually } from '@kinmel/testing';
import mongoose from 'mongoose';
import request from 'supertest';
import { z } from 'zod';
import type { LiveSessions } from '../identity/live-sessions.ts';
import type { Identity } from '../identity/token-verifier.ts';
import { ProblemError, partUnavailable } from './problem-error.ts';
import { BytesAnswer, type Route, route } from './route.ts';
import { bearer, testApp, tokens } from './testing/test-app.ts';

const id = 'a'.repeat(24);

const defineEndpoint = ownedBy('catalog');
const endpointDefaults = {
  role: 'public',
  summary: 'A test.',
  answer: answerOf(z.unknown()),
} as const;
const readThing = defineEndpoint('readThing', 'GET /api/things/{id}', {
  ...endpointDefaults,
  params: z.object({ id: objectIdSchema }),
  query: z.strictObject({ page: queryNumber(z.int().min(1)).default(1) }),
});
const listThings = defineEndpoint('listThings', 'GET /api/things/all', { ...endpointDefaults });
const makeThing = defineEndpoint('makeThing', 'POST /api/things', {
  ...endpointDefaults,
  answer: answerOf(z.object({ body: z.unknown(), who: z.string().min(1) })),
  aliases: ['/api/things/add'],
  role: 'customer',
  status: 201,
  body: z.object({ name: z.string().min(1, 'Name is required').max(1000), more: z.unknown().optional() }),
});
const dropThing = defineEndpoint('dropThing', 'DELETE /api/things/{id}', {
  ...endpointDefaults,
  ...forStaff('products.change'),
});
const uploadThing = defineEndpoint('uploadThing', 'POST /api/upload', {
  ...endpointDefaults,
  ...forStaff('products.change'),
  file: { field: 'image', maxBytes: 1024 * 1024, required: true },
  body: z.object({ alt: z.string().optional() }),
});
const spendThing = defineEndpoint('spendThing', 'POST /api/things/spending', {
  ...endpointDefaults,
  role: 'customer',
  confirmsSession: { whenGiven: 'credit' },
  body: z.object({ credit: z.number().optional() }),
});
const ownThings = defineEndpoint('ownThings', 'GET /api/things/own', {
  ...endpointDefaults,
  role: 'customer',
  confirmsSession: true,
});
const payThing = defineEndpoint('payThing', 'POST /api/things/payment', {
  ...endpointDefaults,
  ...forStaff('payouts.pay'),
});
const failing = defineEndpoint('failing', 'GET /api/failing', { ...endpointDefaults });

const bigAnswer = { success: true, data: 'phone '.repeat(1000) };

function setUp({
  failWith = new Error('no inner text'),
  health = {} as Record<string, () => string>,
  breaksContract = false,
  waitWith = async (_isAbandoned: () => boolean): Promise<void> => {},
  liveSessions = tokens.liveSessions as LiveSessions,
} = {}) {
  const calls: string[] = [];
  const routes: Route[] = [
    route(readThing, async ({ params, query, identity }) => {
      calls.push('readThing');
      return { ...params, ...query, who: identity?.userId };
    }),
    route(listThings, async () => new BytesAnswer(Buffer.from(JSON.stringify(bigAnswer)))),
    route(makeThing, async ({ body, identity, log }) => {
      calls.push('makeThing');
      log.info('making');
      return { body, who: breaksContract ? '' : identity.userId };
    }),
    route(dropThing, () => calls.push('dropThing')),
    route(spendThing, () => calls.push('spendThing')),
    route(ownThings, () => calls.push('ownThings')),
    route(payThing, () => calls.push('payThing')),
    route(uploadThing, async ({ file, body }) => {
      calls.push('uploadThing');
      return { bytes: file?.bytes, name: file?.originalName, alt: body.alt };
    }),
    route(failing, async ({ isAbandoned }) => {
      await waitWith(isAbandoned);
      throw failWith;
    }),
  ];
  return { ...testApp(routes, { liveSessions, health, checkAnswers: true }), calls };
}

const problem = (code: string) => ({
  success: false,
  code,
  message: expect.any(String),
  error: expect.any(String),
});
/** The app on a port of its own, for tests that write to its sockets. */
async function listen({ app }: ReturnType<typeof setUp>) {
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    server,
    /** Sends a request head with these lines, and collects what is received. */
    open(...head: string[]) {
      const socket = connect(port, '127.0.0.1');
      const received = { text: '' };
      socket.setEncoding('utf8').on('data', (piece: string) => {
        received.text += piece;
      });
      socket.write([head[0], 'Host: x', ...head.slice(1), '', ''].join('\r\n'));
      return { socket, received };
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

describe('a route', () => {
  it('passes the parsed parts of the contract to its handler', async () => {
    const answer = await setUp().agent.get(`/api/things/${id}?page=3`);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({ id, page: 3 });
  });

  it('with fixed segments takes precedence over one with parameters', async () => {
    expect((await setUp().agent.get('/api/things/all')).body).toEqual(bigAnswer);
  });

  it('answers at its aliases too', async () => {
    const answer = await setUp()
      .agent.post('/api/things/add')
      .set(bearer(tokens.customer()))
      .send({ name: 'x' });
    expect(answer.status).toBe(201);
  });

  it.each([
    ['a malformed id', '/api/things/17'],
    ['an operator as id', '/api/things/%7B%22$ne%22:1%7D'],
    ['page 0', `/api/things/${id}?page=0`],
    ['a page that is not a number', `/api/things/${id}?page=one`],
    ['a parameter twice', `/api/things/${id}?page=1&page=2`],
    ['an unknown parameter', `/api/things/${id}?sortBy=1`],
    ['an operator as parameter', `/api/things/${id}?page[$gt]=1`],
    ['a broken escape', '/api/things/%E0%A4%A'],
  ])('refuses %s with 400 without calling its handler', async (_, path) => {
    const { agent, calls } = setUp();
    const answer = await agent.get(path);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject(problem('invalid-request'));
    expect(calls).toEqual([]);
  });

  it.each([
    ['', 'Name is required'],
    ['x'.repeat(1001), 'Please shorten this to 1000 characters.'],
  ])('reports each invalid field in words', async (name, message) => {
    const answer = await setUp().agent.post('/api/things').set(bearer(tokens.customer())).send({ name });
    expect(answer.body).toMatchObject({ message, details: [{ path: 'name', message }] });
  });

  it('fails in tests when its answer breaks the contract', async () => {
    const post = setUp({ breaksContract: true }).agent.post('/api/things').set(bearer(tokens.customer()));
    expect((await post.send({ name: 'x' })).status).toBe(500);
  });

  it('cannot be registered twice', () => {
    const duplicateRoute = route(listThings, async () => new BytesAnswer(Buffer.from('')));
    expect(() => testApp([duplicateRoute, duplicateRoute])).toThrow('GET /api/things/all has two handlers');
  });
});

describe('authorization', () => {
  it.each([
    ['an anonymous caller', undefined, 401, 'not-signed-in'],
    ['an expired token', tokens.expired(), 401, 'not-signed-in'],
    ['an unsigned token', tokens.algNone(), 401, 'not-signed-in'],
    ['a customer', tokens.customer(), 403, 'not-allowed'],
  ])('an admin endpoint refuses %s', async (_, token, status, code) => {
    const { agent, calls } = setUp();
    const answer = await agent.delete(`/api/things/${id}`).set(token === undefined ? {} : bearer(token));
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject(problem(code));
    expect(calls).toEqual([]);
  });

  it('comes before any other check of the request (U-01)', async () => {
    const { agent } = setUp();
    expect((await agent.delete('/api/things/17')).status).toBe(401);
    expect((await agent.post('/api/things').set('Content-Type', 'application/json').send('{')).status).toBe(
      401,
    );
    expect((await agent.post('/api/upload').attach('image', Buffer.alloc(2_000_000), 'a.png')).status).toBe(
      401,
    );
  });

  it('allows admins everything that customers and admins may do', async () => {
    const { agent } = setUp();
    expect((await agent.delete(`/api/things/${id}`).set(bearer(tokens.admin()))).status).toBe(200);
    expect((await agent.post('/api/things').set(bearer(tokens.admin())).send({ name: 'x' })).status).toBe(
      201,
    );
  });

  const fails = (code: 'not-signed-in' | 'service-unavailable') => () =>
    Promise.reject(new ProblemError(code, 'x'));
  const isUser = async (caller: Identity) => ({ ...caller, role: 'user' as const });
  it.each([
    ['whose session has ended', 401, 'not-signed-in', 401, fails('not-signed-in')],
    ['who is no longer an admin', 403, 'not-allowed', 201, isUser],
    ['while auth does not answer', 503, 'service-unavailable', 503, fails('service-unavailable')],
  ])(
    'an admin endpoint refuses an admin %s, although the token is valid (A-21, A-22)',
    async (_, status, code, statusAsCustomer, confirm) => {
      const { agent, calls } = setUp({ liveSessions: { confirm } });
      const answer = await agent.delete(`/api/things/${id}`).set(bearer(tokens.admin()));
      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject(problem(code));
      expect(calls).toEqual([]);
      const asCustomer = await agent.post('/api/things').set(bearer(tokens.admin())).send({ name: 'x' });
      expect(asCustomer.status).toBe(statusAsCustomer);
    },
  );

  it('treats an unconfirmed admin as anonymous on public reads, and asks auth about admins only', async () => {
    const asked: string[] = [];
    const confirm = ({ userId }: Identity) => {
      asked.push(userId);
      return Promise.reject(new ProblemError('service-unavailable', 'x'));
    };
    const { agent } = setUp({ liveSessions: { confirm } });
    const read = await agent.get(`/api/things/${id}`).set(bearer(tokens.admin()));
    expect(read.status).toBe(200);
    expect(read.body.data.who).toBeUndefined();
    const shopper = bearer(tokens.customer('ram'));
    expect((await agent.get(`/api/things/${id}`).set(shopper)).body.data.who).toBe('ram');
    expect((await agent.post('/api/things').set(shopper).send({ name: 'x' })).status).toBe(201);
    expect(asked).toEqual(['admin-1']);
  });

  it('confirms the session of a customer only for calls that move value (AUTH-S7)', async () => {
    const confirm = fails('not-signed-in');
    const { agent } = setUp({ liveSessions: { confirm } });
    const shopper = bearer(tokens.customer('ram'));
    const spend = async (body: object) =>
      (await agent.post('/api/things/spending').set(shopper).send(body)).status;
    expect(await spend({ credit: 5 })).toBe(401);
    expect(await spend({})).toBe(200);
    expect((await agent.get('/api/things/own').set(shopper)).status).toBe(401);
  });

  it.each([
    ['a minute ago', 60_000, undefined, 200],
    ['a quarter of an hour ago', 15 * 60_000, undefined, 403],
    ['again after a refusal', 15 * 60_000, 1_000, 200],
  ])(
    'a call that moves money needs the password: entered %s (AUTH-P7)',
    async (_, agoMs, refreshedAgoMs, status) => {
      const sessionWithPassword = (ms: number) => ({
        staffRoles: ['owner'],
        provedAt: new Date(Date.now() - ms),
      });
      const confirm = async (caller: Identity, { isFresh = false }: { isFresh?: boolean } = {}) => ({
        ...caller,
        ...sessionWithPassword(isFresh && refreshedAgoMs !== undefined ? refreshedAgoMs : agoMs),
      });
      const { agent, calls } = setUp({ liveSessions: { confirm } });
      const answer = await agent.post('/api/things/payment').set(bearer(tokens.admin()));
      expect(answer.status).toBe(status);
      if (status === 403) expect(answer.body).toMatchObject(problem('proof-needed'));
      expect(calls).toEqual(status === 200 ? ['payThing'] : []);
      expect((await agent.delete(`/api/things/${id}`).set(bearer(tokens.admin()))).status).toBe(200);
    },
  );

  it('tells auth which calls of staff are background calls (AUTH-S9)', async () => {
    const asked: unknown[] = [];
    const confirm = async (caller: Identity, options?: object) => {
      asked.push(options);
      return tokens.liveSessions.confirm(caller);
    };
    const { agent } = setUp({ liveSessions: { confirm } });
    for (const headers of [{}, { 'X-Background': '1' }])
      for (const path of [`/api/things/${id}`, '/api/things/own'])
        await agent.get(path).set({ ...bearer(tokens.admin()), ...headers });
    const [foreground, background] = [{ isBackground: false }, { isBackground: true }];
    expect(asked).toEqual([foreground, foreground, background, background]);
  });

  it('identifies callers of public endpoints, and ignores a stale token there', async () => {
    const { agent } = setUp();
    expect((await agent.get(`/api/things/${id}`).set(bearer(tokens.customer('ram')))).body.data.who).toBe(
      'ram',
    );
    const stale = await agent.get(`/api/things/${id}`).set(bearer(tokens.expired()));
    expect(stale.status).toBe(200);
    expect(stale.body.data.who).toBeUndefined();
  });

  it('ignores identity headers from outside', async () => {
    const answer = await setUp()
      .agent.delete(`/api/things/${id}`)
      .set({ 'X-User-Id': 'admin-1', 'X-User-Role': 'admin' });
    expect(answer.status).toBe(401);
  });
});

describe('a body', () => {
  const send = (contentType: string, body: string) =>
    setUp()
      .agent.post('/api/things')
      .set(bearer(tokens.customer()))
      .set('Content-Type', contentType)
      .send(body);

  it.each([
    ['broken JSON', 'application/json', '{"name":', 400, 'invalid-json'],
    ['a bare text', 'application/json', '"name"', 400, 'invalid-json'],
    ['a list instead of an object', 'application/json', '[]', 400, 'invalid-request'],
    ['nothing', 'application/json', '', 400, 'invalid-request'],
    ['a form', 'application/x-www-form-urlencoded', 'name=x', 415, 'unsupported-type'],
    ['plain text', 'text/plain', '{"name":"x"}', 415, 'unsupported-type'],
    ['an unknown charset', 'application/json; charset=koi8-z', '{"name":"x"}', 415, 'unsupported-type'],
    ['more than 100 kB', 'application/json', JSON.stringify({ name: 'x'.repeat(110_000) }), 413, 'too-large'],
    [
      'a hundred levels',
      'application/json',
      `{"name":"x","more":${'['.repeat(100)}${']'.repeat(100)}}`,
      400,
      'invalid-json',
    ],
  ])('of %s is refused', async (_, contentType, body, status, code) => {
    const answer = await send(contentType, body);
    expect(answer.body).toMatchObject(problem(code));
    expect(answer.status).toBe(status);
  });

  it.each([
    ['plain', {}, (body: string) => body],
    ['with its charset', { 'Content-Type': 'application/json; charset=UTF-8' }, (body: string) => body],
    ['with a byte order mark', {}, (body: string) => `\uFEFF ${body}`],
    ['with encoding identity', { 'Content-Encoding': 'Identity' }, (body: string) => body],
    ['in pieces', { 'Transfer-Encoding': 'chunked' }, (body: string) => body],
  ])('%s is decoded correctly', async (_, headers, encode) => {
    const post = setUp().agent.post('/api/things').set(bearer(tokens.customer()));
    void post.set({ 'Content-Type': 'application/json', ...headers });
    const bytes = Buffer.from(encode('{"name":"नाम"}'));
    if (!('Transfer-Encoding' in headers)) void post.set('Content-Length', String(bytes.length));
    post.write(bytes as unknown as string);
    expect((await post).body.data.body).toEqual({ name: 'नाम' });
  });

  it('signals a client disconnect to queued work', async () => {
    const { promise: started, resolve: start } = Promise.withResolvers<() => boolean>();
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    const app = await listen(
      setUp({
        waitWith: async (isAbandoned) => {
          start(isAbandoned);
          await finished;
        },
      }),
    );
    const { socket } = app.open('GET /api/failing HTTP/1.1');
    const isAbandoned = await started;
    expect(isAbandoned()).toBe(false);
    socket.destroy();
    await eventually(() => expect(isAbandoned()).toBe(true));
    finish();
    await app.stop();
  });

  it('that is cut off reaches no handler', async () => {
    const rig = setUp();
    const app = await listen(rig);
    const { socket } = app.open(
      'POST /api/things HTTP/1.1',
      'Content-Type: application/json',
      'Content-Length: 20',
      `Authorization: Bearer ${tokens.customer()}`,
    );
    socket.write('{"name":"x"}');
    await once(app.server, 'request');
    socket.destroy();
    await eventually(() => expect(rig.lines).toContainEqual(expect.objectContaining({ status: 499 })));
    await app.stop();
    expect(rig.calls).toEqual([]);
  });

  it('cannot change Object.prototype', async () => {
    await send(
      'application/json',
      '{"name":"x","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    );
    expect('polluted' in {}).toBe(false);
  });
});

describe('a file', () => {
  const upload = () => setUp().agent.post('/api/upload').set(bearer(tokens.admin()));

  it('that is refused unread is still drained, so that the client gets the answer', async () => {
    const app = await listen(setUp());
    const size = 3 * 1024 * 1024;
    const { socket, received } = app.open(
      'POST /api/upload HTTP/1.1',
      'Content-Type: multipart/form-data; boundary=b',
      `Content-Length: ${size}`,
    );
    await eventually(() => received.text.startsWith('HTTP/1.1 401'));
    socket.write(Buffer.alloc(size, 'x'));
    socket.write('GET /api/things/all HTTP/1.1\r\nHost: a\r\n\r\n');
    await eventually(() => received.text.includes('HTTP/1.1 200'));
    socket.destroy();
    await app.stop();
  });

  it('is limited per person and in total, to bound memory', async () => {
    const rig = setUp();
    const app = await listen(rig);
    const sendSmallFile = () =>
      request(app.server)
        .post('/api/upload')
        .set(bearer(tokens.admin()))
        .attach('image', Buffer.alloc(10), 'a.png');
    const slowUploads = Array.from({ length: 3 }, () =>
      app.open(
        'POST /api/upload HTTP/1.1',
        `Authorization: Bearer ${tokens.admin()}`,
        'Content-Type: multipart/form-data; boundary=b',
        `Content-Length: ${1024 * 1024}`,
      ),
    );
    await eventually(async () => (await sendSmallFile()).status === 429);
    expect((await sendSmallFile()).body.code).toBe('too-many-requests');
    const before = rig.calls.length;
    slowUploads[0]?.socket.destroy();
    await eventually(async () => (await sendSmallFile()).status === 200);
    expect(rig.calls).toHaveLength(before + 1);
    for (const { socket } of slowUploads) socket.destroy();
    await app.stop();
  });

  it('arrives complete, with its form fields', async () => {
    const answer = await upload().field('alt', 'A phone').attach('image', Buffer.alloc(1000), 'phone.png');
    expect(answer.body.data).toEqual({ bytes: 1000, name: 'phone.png', alt: 'A phone' });
  });

  const file = (bytes: number) => Buffer.alloc(bytes);
  const inParts = (body: string) => upload().type('multipart/form-data; boundary=b').send(body);
  const manyFields = () => {
    const test = upload();
    for (let index = 0; index < 100; index += 1) void test.field(`f${index}`, 'x');
    return test;
  };
  const [tooLarge, invalid] = [[413, 'too-large'] as const, [400, 'invalid-request'] as const];
  it.each([
    ['larger than its limit', () => upload().attach('image', file(1024 * 1024 + 1), 'a.png'), ...tooLarge],
    ['far larger than its limit', () => upload().attach('image', file(3_000_000), 'a.png'), ...tooLarge],
    ['in another field', () => upload().attach('picture', file(10), 'a.png'), ...invalid],
    [
      'that is two',
      () => upload().attach('image', file(9), 'a.png').attach('image', file(9), 'b.png'),
      ...invalid,
    ],
    ['that is missing', () => upload().field('alt', 'x'), ...invalid],
    [
      'beside a nested field',
      () => upload().field('a[b][c]', 'x').attach('image', file(9), 'a.png'),
      ...invalid,
    ],
    ['with a hundred fields', () => manyFields().attach('image', file(9), 'a.png'), ...invalid],
    ['sent as JSON', () => upload().send({ image: 'x' }), 415, 'unsupported-type'],
    ['without a boundary', () => upload().set('Content-Type', 'multipart/form-data').send('x'), ...invalid],
    [
      'cut off',
      () => inParts('--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\nabc'),
      ...invalid,
    ],
    [
      'without a name',
      () => inParts('--b\r\nContent-Disposition: form-data\r\n\r\nabc\r\n--b--\r\n'),
      ...invalid,
    ],
  ])('%s is refused', async (_, send, status, code) => {
    const answer = await send();
    expect(answer.body).toMatchObject(problem(code));
    expect(answer.status).toBe(status);
  });
});

describe('an address', () => {
  it('without a route is a 404 in JSON', async () => {
    const answer = await setUp().agent.get('/api/nothing');
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject(problem('not-found'));
  });

  it('lists its allowed methods when called with another one', async () => {
    const answer = await setUp().agent.patch(`/api/things/${id}`);
    expect(answer.status).toBe(405);
    expect(answer.headers['allow']).toBe('GET, HEAD, DELETE');
    expect(answer.body).toMatchObject(problem('method-not-allowed'));
  });

  it('answers HEAD like GET, without a body', async () => {
    const answer = await setUp().agent.head('/api/things/all');
    expect(answer.status).toBe(200);
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(0);
    expect(answer.text).toBeUndefined();
  });

  it('answers OPTIONS with its methods', async () => {
    const answer = await setUp().agent.options('/api/things/all');
    expect(answer.status).toBe(204);
    expect(answer.headers['allow']).toBe('GET, HEAD');
  });
});

describe('an answer of raw bytes', () => {
  it('is a 304 without a body for a matching entity tag', async () => {
    const { agent } = setUp();
    const first = await agent.get('/api/things/all');
    expect(first.body).toEqual(bigAnswer);
    const second = await agent.get('/api/things/all').set('If-None-Match', first.headers['etag'] ?? '');
    expect(second.status).toBe(304);
    expect(second.text).toBe('');
    expect(second.headers['etag']).toBe(first.headers['etag']);
    expect(second.headers['cache-control']).toBe('no-cache');
  });
});

describe('an error', () => {
  it('that is a problem is returned unchanged', async () => {
    const failWith = new ProblemError('out-of-stock', 'Only 2 left.', [
      { path: 'products.0', message: 'Galaxy' },
    ]);
    const answer = await setUp({ failWith }).agent.get('/api/failing').set('X-Request-Id', 'request-1');
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({
      success: false,
      message: 'Only 2 left.',
      error: 'Only 2 left.',
      code: 'out-of-stock',
      details: [{ path: 'products.0', message: 'Galaxy' }],
      requestId: 'request-1',
    });
  });

  it('that is unexpected is a 500 whose text and stack stay in the log', async () => {
    const { agent, lines } = setUp({ failWith: new Error('password of db is hunter2') });
    const answer = await agent.get('/api/failing');
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('hunter2');
    expect(answer.text).not.toContain('service-app');
    expect(lines.find((line) => line['msg'] === 'request failed')).toMatchObject({
      level: 'error',
      err: { message: 'password of db is hunter2' },
    });
  });

  it('of an unavailable dependency is logged as a warning', async () => {
    const { agent, lines } = setUp({ failWith: partUnavailable(new Error('catalog is not there yet')) });
    await agent.get('/api/failing').expect(503);
    expect(lines.find((line) => line['msg'] === 'request failed')).toMatchObject({ level: 'warn' });
  });

  it('that is routine is returned and not logged', async () => {
    const options = { retryAfterSeconds: 1, isRoutine: true };
    const failWith = new ProblemError('service-unavailable', 'Too many at once.', undefined, options);
    const { agent, lines } = setUp({ failWith });
    const answer = await agent.get('/api/failing');
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
    expect(lines.map((line) => line['msg'])).toEqual(['request']);
  });

  it('from a cast is an invalid request', async () => {
    const failWith = new mongoose.Error.CastError('ObjectId', 'x', '_id');
    expect((await setUp({ failWith }).agent.get('/api/failing')).status).toBe(400);
  });

  it('from an unavailable database is a 503 with Retry-After', async () => {
    const failWith = new mongoose.mongo.MongoServerSelectionError('refused at 10.0.0.7', {} as never);
    const answer = await setUp({ failWith }).agent.get('/api/failing');
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('2');
    expect(answer.text).not.toContain('10.0.0.7');
  });
});

describe('every request', () => {
  it('has its request id and trace id in the answer and the log', async () => {
    const { agent, lines } = setUp();
    const answer = await agent
      .post('/api/things')
      .set({
        ...bearer(tokens.customer()),
        'X-Request-Id': 'request-1',
        traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
      })
      .send({ name: 'x' });
    expect(answer.headers['x-request-id']).toBe('request-1');
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatchObject({ requestId: 'request-1', traceId: 'a'.repeat(32) });
    expect(lines[1]).toMatchObject({
      method: 'POST',
      path: '/api/things',
      status: 201,
      ms: expect.any(Number),
      accountId: 'user-1',
      network: expect.stringMatching(/^[\w-]{16}$/),
    });
    expect(JSON.stringify(lines)).not.toMatch(/127\.0\.0|::1/);
  });

  it('of staff that is refused is a security event, with the right and without the address', async () => {
    const { agent, lines } = setUp();
    await agent
      .delete(`/api/things/${id}`)
      .set(bearer(tokens.staff('support')))
      .expect(403);
    expect(lines).toContainEqual(
      expect.objectContaining({
        securityEvent: 'right-missing',
        level: 'warn',
        accountId: 'staff.support',
        right: 'products.change',
        network: expect.stringMatching(/^[\w-]{16}$/),
      }),
    );
  });

  it('gets a new id when it has none or an invalid one', async () => {
    const { agent } = setUp();
    for (const invalidId of ['', 'x y', 'a'.repeat(100)]) {
      const answer = await agent.get('/api/things/all').set('X-Request-Id', invalidId);
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('is logged without its query (I-13)', async () => {
    const { agent, lines } = setUp();
    await agent.get(`/api/things/${id}?page=1&secret=hunter2`);
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });

  it('is counted by route, not by URL', async () => {
    const { agent, metrics } = setUp();
    await agent.get(`/api/things/${id}`);
    await agent.get('/nowhere/at/all');
    const text = await metrics.registry.metrics();
    expect(text).toContain('route="/api/things/{id}",status="200"');
    expect(text).toContain('route="none",status="404"');
    expect(text).not.toContain('nowhere');
  });

  it('is answered without a server header', async () => {
    const answer = await setUp().agent.get('/api/things/all');
    expect(answer.headers).not.toHaveProperty('x-powered-by');
  });

  it('may have a body that GET does not read, without affecting the next request on its connection', async () => {
    const app = await listen(setUp());
    const { socket, received } = app.open('GET /api/nothing HTTP/1.1', 'Content-Length: 5');
    socket.write('helloGET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await once(socket, 'close');
    await app.stop();
    expect(received.text).toMatch(/^HTTP\/1\.1 404[\s\S]*(HTTP\/1\.1 200|Connection: close)/);
    expect(received.text).not.toContain('HTTP/1.1 400');
  });
});

describe('health', () => {
  it('is live regardless of its parts (H-07)', async () => {
    const answer = await setUp({ health: { mongo: () => 'not connected' } }).agent.get('/health/live');
    expect(answer.status).toBe(200);
    expect(answer.text).toBe('ok');
  });

  it.each([
    ['is ready when every part is', 'ok', 200, 'ready'],
    ['is not ready when a part fails, and names it without details', 'failed', 503, 'not ready'],
  ])('%s', async (_, broker, status, ready) => {
    const health = {
      mongo: () => 'ok',
      broker: () => {
        if (broker === 'failed') throw new Error('amqp://guest:guest@10.0.0.7');
        return broker;
      },
    };
    const answer = await setUp({ health }).agent.get('/health/ready');
    const body = { status: ready, version: 'sources', parts: { mongo: 'ok', broker } };
    expect([answer.status, answer.body]).toEqual([status, body]);
  });

  it('waits at most a second for a part', async () => {
    const health = { mongo: () => new Promise<string>(() => undefined) } as never;
    const answer = await setUp({ health }).agent.get('/health/ready');
    expect(answer.body.parts.mongo).toBe('no answer within 1000 ms');
  });
});
