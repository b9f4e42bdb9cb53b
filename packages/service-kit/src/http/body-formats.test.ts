import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { answerOf, ownedBy } from '@kinmel/contracts';
import { z } from 'zod';
import { BytesAnswer, route } from './route.ts';
import { bearer, testApp, tokens } from './testing/test-app.ts';

const defineEndpoint = ownedBy('order');
const endpointDefaults = {
  summary: 'A test.',
  role: 'public',
  answer: answerOf(z.unknown()),
} as const;
const receive = defineEndpoint('receive', 'POST /api/receive', {
  ...endpointDefaults,
  bodyFormat: 'raw',
  body: z.unknown(),
});
const fill = defineEndpoint('fill', 'POST /api/fill', {
  ...endpointDefaults,
  bodyFormat: 'form',
  body: z.object({ 'List-Unsubscribe': z.string().optional() }).loose(),
});
const note = defineEndpoint('note', 'POST /api/note', {
  ...endpointDefaults,
  body: z.object({ text: z.string() }),
});
const hang = defineEndpoint('hang', 'POST /api/hang', {
  ...endpointDefaults,
  file: { field: 'picture', maxBytes: 1024 * 1024, required: true },
});
const print = defineEndpoint('print', 'GET /api/print', {
  ...endpointDefaults,
  role: 'customer',
  contentType: 'application/pdf',
  answer: z.unknown(),
});
const callByService = defineEndpoint('among', 'POST /internal/among', {
  ...endpointDefaults,
  role: 'service',
  body: z.object({}),
});
const serviceToken = 'a-token-of-the-services';

function setUp(options: { serviceToken?: string } = { serviceToken }) {
  return testApp(
    [
      route(receive, async ({ body, respond, address }) => {
        respond.header('Set-Cookie', 'one=1');
        respond.header('Set-Cookie', 'two=2');
        const bytes = body instanceof Buffer ? body.toString('hex') : 'no bytes';
        return { bytes, address };
      }),
      route(fill, ({ body }) => body),
      route(note, ({ body }) => body),
      route(hang, ({ file }) => file?.bytes),
      route(print, async () => new BytesAnswer(Buffer.from('%PDF-1.7'), 'application/pdf')),
      route(callByService, () => 'among ourselves'),
    ],
    { checkAnswers: true, ...options },
  ).agent;
}

describe('a raw body', () => {
  it('reaches the handler byte for byte, with any content type', async () => {
    const answer = await setUp()
      .post('/api/receive')
      .set('Content-Type', 'application/json')
      .send('{ "a" :1}\n');
    expect(answer.body.data.bytes).toBe(Buffer.from('{ "a" :1}\n').toString('hex'));
  });

  it('has a size limit', async () => {
    const post = setUp().post('/api/receive').set('Content-Type', 'text/plain');
    expect((await post.send('x'.repeat(300_000))).status).toBe(413);
  });
});

describe('a form body', () => {
  it('is parsed to fields, and may be missing', async () => {
    const answer = await setUp().post('/api/fill').type('form').send('List-Unsubscribe=One-Click');
    expect(answer.body.data).toEqual({ 'List-Unsubscribe': 'One-Click' });
    expect((await setUp().post('/api/fill')).body.data).toEqual({});
  });

  it('is parsed from multipart too, as RFC 8058 requires (NOT-N6)', async () => {
    const answer = await setUp().post('/api/fill').field('List-Unsubscribe', 'One-Click').field('note', 'ok');
    expect([answer.status, answer.body.data]).toEqual([200, { 'List-Unsubscribe': 'One-Click', note: 'ok' }]);
  });

  const partOf = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const fields = (count: number, value: string) =>
    Array.from({ length: count }, (_, index) => partOf(`f${index}`, value)).join('');
  const filePart =
    '--b\r\nContent-Disposition: form-data; name="f"; filename="f.txt"\r\nContent-Type: text/plain\r\n\r\nx\r\n';
  it.each([
    ['a file', `${filePart}--b--\r\n`, 400, 'invalid-request'],
    ['no end', partOf('a', 'x'), 400, 'invalid-request'],
    ['no beginning', 'a=x', 400, 'invalid-request'],
    ['51 fields', `${fields(51, 'x')}--b--\r\n`, 413, 'too-large'],
    ['one field of 17 kB', `${partOf('a', 'x'.repeat(17_000))}--b--\r\n`, 413, 'too-large'],
    ['20 fields of 1 kB', `${fields(20, 'x'.repeat(1000))}--b--\r\n`, 413, 'too-large'],
  ])('in multipart with %s is refused with a problem answer', async (_what, body, status, code) => {
    const answer = await setUp().post('/api/fill').type('multipart/form-data; boundary=b').send(body);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ success: false, code, message: answer.body.error });
  });

  it('has a size limit in multipart without a content length', async () => {
    const call = setUp().post('/api/fill').type('multipart/form-data; boundary=b');
    void call.set('Transfer-Encoding', 'chunked');
    call.write(fields(10, 'x'.repeat(1000)));
    call.write(fields(10, 'x'.repeat(1000)));
    const answer = await call;
    expect([answer.status, answer.body.code]).toEqual([413, 'too-large']);
  });

  it('is refused as JSON', async () => {
    expect((await setUp().post('/api/fill').send({ a: 1 })).status).toBe(415);
  });
});

describe('an encoded body', () => {
  const json = '{"text":"x"}';
  const fields = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--b--\r\n';
  const file =
    '--b\r\nContent-Disposition: form-data; name="picture"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nx\r\n--b--\r\n';
  const bodies = [
    ['JSON', '/api/note', 'application/json', json],
    ['raw bytes', '/api/receive', 'application/octet-stream', json],
    ['a form', '/api/fill', 'application/x-www-form-urlencoded', 'a=x'],
    ['a form in parts', '/api/fill', 'multipart/form-data; boundary=b', fields],
    ['a file', '/api/hang', 'multipart/form-data; boundary=b', file],
  ] as const;
  const unchanged = (bytes: Buffer) => bytes;
  const encodings = [
    ['br', brotliCompressSync],
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['identity, br', brotliCompressSync],
    ['compress', unchanged],
    // Refused by its header, even when it is not encoded.
    ['zstd', unchanged],
  ] as const;

  const send = async (path: string, type: string, encoding: string, bytes: Buffer) => {
    const call = setUp().post(path).set({ 'Content-Type': type, 'Content-Encoding': encoding });
    call.write(bytes as unknown as string);
    return await call;
  };

  it.each(
    bodies.flatMap(([what, path, type, body]) =>
      encodings.map(([encoding, encode]) => [what, encoding, path, type, encode(Buffer.from(body))] as const),
    ),
  )('as %s in %s is refused and not decoded', async (_what, encoding, path, type, bytes) => {
    const answer = await send(path, type, encoding, bytes);
    expect([answer.status, answer.body.code]).toEqual([415, 'unsupported-type']);
  });

  it.each(bodies)('is read as %s with the encoding identity', async (_what, path, type, body) => {
    expect((await send(path, type, 'Identity', Buffer.from(body))).status).toBe(200);
  });
});

describe('an answer', () => {
  it("sets every cookie of its handler, which gets the client's address", async () => {
    const answer = await setUp().post('/api/receive').set('X-Forwarded-For', '203.0.113.7');
    expect(answer.headers['set-cookie']).toEqual(['one=1', 'two=2']);
    expect(answer.body.data.address).toBe('203.0.113.7');
  });

  it('may have another content type than JSON', async () => {
    const answer = await setUp().get('/api/print').set(bearer(tokens.customer())).buffer(true);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('an endpoint for services', () => {
  it.each([
    ['nothing', {}],
    ['another token', { 'X-Kinmel-Service-Token': 'a-token-of-the-servicez' }],
    ["an admin's access token", bearer(tokens.admin())],
  ])('refuses a caller with %s', async (_, headers) => {
    expect((await setUp().post('/internal/among').set(headers).send({})).status).toBe(401);
  });

  it('admits a service by its token', async () => {
    const answer = await setUp().post('/internal/among').set('X-Kinmel-Service-Token', serviceToken).send({});
    expect(answer.body.data).toBe('among ourselves');
  });

  it('refuses all calls while no token is configured', async () => {
    const answer = await setUp({}).post('/internal/among').set('X-Kinmel-Service-Token', '').send({});
    expect(answer.status).toBe(401);
  });
});
