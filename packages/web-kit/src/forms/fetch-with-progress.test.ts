import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetchWithProgress } from './fetch-with-progress.ts';

let server: Server;
let address: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    let bytes = 0;
    request.on('data', (part: Buffer) => {
      bytes += part.length;
    });
    request.on('end', () => {
      if (request.url === '/never') return;
      response.writeHead(request.method === 'POST' && request.url === '/refused' ? 413 : 201, {
        'Content-Type': 'application/json',
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Headers': '*',
      });
      response.end(JSON.stringify({ bytes, type: request.headers['content-type'] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const body = 'x'.repeat(200_000);
const post = (path: string, onProgress: (share: number) => void, signal?: AbortSignal) =>
  fetchWithProgress(onProgress)(address + path, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'text/plain' },
    ...(signal && { signal }),
  });

afterEach(() => jest.restoreAllMocks());

describe('fetchWithProgress', () => {
  it('returns a response like fetch and reports the upload progress', async () => {
    const shares: number[] = [];
    const answer = await post('/', (share) => shares.push(share));
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({ bytes: 200_000, type: 'text/plain' });
    expect(shares.at(-1)).toBe(1);
    expect((await post('/refused', () => {})).status).toBe(413);
  });

  it('sends cookies when the request asks for it (API-01)', async () => {
    const call = jest.spyOn(XMLHttpRequest.prototype, 'withCredentials', 'set');
    await fetchWithProgress(() => {})(address, { method: 'POST', body, credentials: 'include' }).catch(
      () => {},
    );
    await post('/', () => {});
    expect(call.mock.calls).toEqual([[true], [false]]);
  });

  it('rejects when its request is aborted', async () => {
    const controller = new AbortController();
    const sending = post('/never', () => {}, controller.signal);
    setTimeout(() => controller.abort(), 50);
    await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('rejects like fetch when there is no answer', async () => {
    // jsdom logs the failed connection.
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const fetching = fetchWithProgress(() => {})('http://127.0.0.1:1/', { method: 'POST', body: '' });
    await expect(fetching).rejects.toThrow('Failed to fetch');
  });
});
