import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { shopProxy } from './other-shop.ts';

const servers: Server[] = [];
let requestHeaders: IncomingHttpHeaders;

async function listen(server: Server): Promise<string> {
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The page's requests through the proxy, and the cookies that the browser gets. */
async function call(isElsewhere: boolean) {
  const shop = await listen(
    createServer(({ headers }, res) => {
      requestHeaders = headers;
      const session = '__Host-kinmel-session=abc; Path=/; Secure; HttpOnly; SameSite=Lax';
      const files = '__Secure-kinmel-admin-files=d; Domain=kinmel.example; Path=/; secure';
      res.setHeader('Set-Cookie', [session, files, 'kinmel-visitor=x; Path=/']).end();
    }),
  );
  const local = await listen(
    createServer(express().use(createProxyMiddleware(shopProxy(shop, isElsewhere)))),
  );
  const cookie = 'a=1; dev-Host-kinmel-session=abc; dev-Secure-kinmel-admin-files=d';
  const headers = { cookie, origin: local, referer: `${local}/cart` };
  const { headers: answer } = await fetch(`${local}/api/cart`, { method: 'POST', headers });
  return { shop, local, cookies: answer.getSetCookie() };
}

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

it('sends the host and the origin of a remote shop, so that it accepts the calls like those of its own pages', async () => {
  const { shop } = await call(true);
  expect(requestHeaders).toMatchObject({ host: shop.slice('http://'.length), origin: shop });
  expect(requestHeaders.referer).toBeUndefined();
});

it('keeps the session of an https shop on a local page', async () => {
  const { cookies } = await call(true);
  expect(cookies).toEqual([
    'dev-Host-kinmel-session=abc; Path=/; HttpOnly; SameSite=Lax',
    'dev-Secure-kinmel-admin-files=d; Path=/',
    'kinmel-visitor=x; Path=/',
  ]);
  expect(requestHeaders.cookie).toBe('a=1; __Host-kinmel-session=abc; __Secure-kinmel-admin-files=d');
});

it('changes nothing for the shop of this machine, whose public address it has itself', async () => {
  const { local, cookies } = await call(false);
  expect(requestHeaders).toMatchObject({ origin: local, referer: `${local}/cart` });
  expect(cookies[0]).toMatch(/^__Host-.*; Secure;/);
});
