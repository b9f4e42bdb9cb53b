import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { adminToken, stackState } from '../support/stack/stack-control.ts';

test('the link of a request is in no log line, whatever was done with it (F-09)', async ({ request }) => {
  const { folders, urls } = await stackState();
  const answer = await request.post('/api/admin/phone-orders', {
    data: {
      name: 'Planted Person',
      email: `planted-${Date.now()}@example.com`,
      phone: '9800000077',
      model: 'Planted',
      color: 'Black',
      storage: '128 GB',
      quantity: 1,
      paymentMethod: 'full',
      deliveryMethod: 'delivery',
      address: 'Planted Street 77',
      priority: 'standard',
    },
  });
  expect(answer.status()).toBe(201);
  const { trackingLink }: { trackingLink: string } = await answer.json();
  const token = trackingLink.split('/').at(-1) ?? '';
  expect(token.length).toBeGreaterThan(40);

  const api = `/api/tracking/${token}`;
  expect((await request.get(api)).status()).toBe(200);
  expect((await request.head(api)).status()).toBe(200);
  expect((await request.get(trackingLink)).status()).toBe(200);
  // Refusals are what is logged.
  expect((await request.get(`${api}/photo`)).status()).toBe(404);
  expect((await request.get(`${api}/nothing`)).status()).toBe(404);
  expect((await request.put(api)).status()).toBe(405);
  expect((await request.post(`${api}/accept`, { data: { version: 1 } })).status()).toBe(404);
  expect((await request.post(`${api}/cancel`, { data: { no: 'such' } })).status()).toBeLessThan(500);
  expect((await request.get(`${trackingLink}/nothing`)).status()).toBeLessThan(500);
  const report = {
    'csp-report': { 'document-uri': urls.shop + trackingLink, 'violated-directive': 'img-src' },
  };
  await request.post('/csp-reports', {
    headers: { 'content-type': 'application/csp-report' },
    data: JSON.stringify(report),
  });
  await expect
    .poll(async () => (await (await request.get(`${urls.mailPage}/email`)).text()).includes(token), {
      message: 'the mail with the link',
      timeout: 30_000,
    })
    .toBe(true);
  // Staff look for it as they would by what a customer reads out to them.
  await request.get(`/api/sell-phone/requests?search=${token}`, {
    headers: { authorization: `Bearer ${await adminToken()}` },
  });

  for (const name of (await readdir(folders.logs)).filter((one) => one.endsWith('.log'))) {
    const text = await readFile(join(folders.logs, name), 'utf8');
    expect.soft(text.includes(token), `the token in ${name}`).toBe(false);
    expect.soft(text.includes(token.slice(-20)), `the end of the token in ${name}`).toBe(false);
    expect.soft(text.includes('9800000077'), `the phone in ${name}`).toBe(false);
  }
  expect(await readFile(join(folders.logs, 'gateway.log'), 'utf8')).toContain('/api/tracking/:token');
});
