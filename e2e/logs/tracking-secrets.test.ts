import { expect, test } from '@playwright/test';
import { orderPhone } from '../support/pages/requests.ts';
import { expectNotLogged, readLog } from '../support/stack/logs.ts';
import { mailTo } from '../support/stack/mailbox.ts';
import { adminToken, stackState } from '../support/stack/stack-control.ts';

test('the tracking link of a request is in no log line (F-09)', async ({ request }) => {
  const { urls } = await stackState();
  const email = `planted-${Date.now()}@example.com`;
  const trackingLink = await orderPhone({ name: 'Planted Person', email, phone: '9800000077' });
  const token = trackingLink.split('/').at(-1) ?? '';
  expect(token.length).toBeGreaterThan(40);

  const api = `/api/request-links/${token}`;
  expect((await request.get(api)).status()).toBe(200);
  expect((await request.head(api)).status()).toBe(200);
  expect((await request.get(trackingLink)).status()).toBe(200);
  // Only refusals are logged.
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
  expect(await mailTo(email, /./)).toContain(token);
  // Staff search for it by the number that a customer reads out.
  await request.get(`/api/sell-phone/requests?search=${token}`, {
    headers: { authorization: `Bearer ${await adminToken()}` },
  });

  await expectNotLogged({ 'the token': token, 'the phone number': '9800000077' }, ['gateway']);
  expect(await readLog('gateway.log')).toContain('/api/request-links/:token');
});
