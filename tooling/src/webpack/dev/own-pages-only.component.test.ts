import { once } from 'node:events';
import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { ownPagesOnly } from './own-pages-only.ts';

let server: Server;
let port: number;

beforeAll(async () => {
  const app = express();
  app.use(ownPagesOnly('http://shop.local:8090'));
  app.use((_req, res) => {
    res.send('the shop');
  });
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close());

async function statusOf(headers: Record<string, string>): Promise<number | undefined> {
  const call = request({ host: '127.0.0.1', port, method: 'POST', path: '/api/cart', headers }).end();
  const [answer] = await once(call, 'response');
  answer.resume();
  return answer.statusCode;
}

describe('the development server', () => {
  it('answers its own pages and programs of this machine', async () => {
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, 'shop.local:8090']) {
      expect(await statusOf({ host, origin: `http://${host}` })).toBe(200);
      expect(await statusOf({ host })).toBe(200);
    }
  });

  it('refuses calls of pages of other sites', async () => {
    const host = `localhost:${port}`;
    for (const origin of [
      'https://evil.example',
      'null',
      'http://localhost:1',
      `http://localhost:${port}.evil.example`,
    ])
      expect([origin, await statusOf({ host, origin })]).toEqual([origin, 403]);
  });

  it('refuses another name for this machine, also without an origin', async () => {
    for (const host of ['evil.example', `evil.example:${port}`, `localhost.evil.example:${port}`])
      expect([host, await statusOf({ host }), await statusOf({ host, origin: `http://${host}` })]).toEqual([
        host,
        403,
        403,
      ]);
  });
});
