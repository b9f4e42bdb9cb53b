import { connect, type Socket } from 'node:net';
import { problemSchema } from '@kinmel/contracts';
import { type RunningGateway, startGateway } from '../../testing/running-gateway.ts';

const uploadSpanMs = 400;
const uploadBytesPerSpan = 1000;
let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startGateway({ settings: { limits: { uploadSpanMs, uploadBytesPerSpan } } });
});

beforeEach(() => {
  gateway.catalog.requests.length = 0;
});

afterAll(() => gateway.stop());

const head = (framing: string) =>
  `POST /api/upload HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\n${framing}\r\n\r\n`;

/** Resolves with all that was received until the server closed the connection. */
function exchange(send: (socket: Socket) => void): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(gateway.port, '127.0.0.1', () => send(socket));
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
}

/** Writes `piece` every `everyMs` until the connection ends or `count` pieces are sent. */
function writeRepeatedly(
  socket: Socket,
  piece: string,
  everyMs: number,
  count = Number.POSITIVE_INFINITY,
): void {
  let remaining = count;
  const timer = setInterval(() => {
    if (remaining === 0 || socket.destroyed || !socket.writable) return clearInterval(timer);
    remaining -= 1;
    socket.write(piece);
  }, everyMs);
}

const statusOf = (text: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
const codeOf = (text: string) => problemSchema.parse(JSON.parse(text.slice(text.indexOf('{')))).code;

describe('an upload', () => {
  it('that is too slow is refused with 408 and never reaches the service complete (U-04)', async () => {
    const text = await exchange((socket) => {
      socket.write(head('Content-Length: 100000'));
      writeRepeatedly(socket, 'x', 10);
    });
    expect([statusOf(text), codeOf(text)]).toEqual([408, 'request-timeout']);
    expect(gateway.catalog.requests).toEqual([]);
  });

  it('that is slow and steady succeeds', async () => {
    const pieces = 80;
    const piece = 'x'.repeat(500);
    const text = await exchange((socket) => {
      socket.write(head(`Connection: close\r\nContent-Length: ${pieces * piece.length}`));
      writeRepeatedly(socket, piece, uploadSpanMs / 20, pieces);
    });
    expect(statusOf(text)).toBe(200);
    expect(gateway.catalog.requests.map(({ bytes }) => bytes)).toEqual([pieces * piece.length]);
  });

  it.each([
    ['a length that never comes', 'Content-Length: 100000', 'x'.repeat(2000)],
    ['chunks without an end', 'Transfer-Encoding: chunked', `7d0\r\n${'x'.repeat(2000)}\r\n`],
  ])('with %s is refused with 408 (U-03)', async (_name, framing, body) => {
    const text = await exchange((socket) => socket.write(head(framing) + body));
    expect([statusOf(text), codeOf(text)]).toEqual([408, 'request-timeout']);
    expect(gateway.catalog.requests).toEqual([]);
  });

  it('with a too small length is refused with 400, and the rest is not parsed as a request (U-03)', async () => {
    const inner = 'GET /api/products HTTP/1.1\r\nHost: a\r\n\r\n';
    const text = await exchange((socket) =>
      socket.write(`${head('Content-Length: 10')}${'x'.repeat(500)}${inner}`),
    );
    expect(statusOf(text)).toBe(400);
    expect(gateway.catalog.requests.map(({ url }) => url)).not.toContain('/api/products');
    expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });

  it('with a length over the limit is refused with 413 before its body is read (U-03)', async () => {
    const text = await exchange((socket) => socket.write(head('Content-Length: 99999999999')));
    expect([statusOf(text), codeOf(text)]).toEqual([413, 'too-large']);
  });
});
