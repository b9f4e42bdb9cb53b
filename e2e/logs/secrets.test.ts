import { expect, test } from '@playwright/test';
import { expectNotLogged, plantedSecrets, readLog } from '../support/stack/logs.ts';
import { rawRequest } from '../support/stack/raw-http.ts';
import { adminToken } from '../support/stack/stack-control.ts';

test('nothing secret that came in was written into a log of the whole run', async () => {
  const { password, token, refreshToken, cookie, trackingToken } = plantedSecrets;
  const secrets: Record<string, string> = { ...plantedSecrets, 'admin token': await adminToken() };
  // Once more by itself, so that this test also means something when it runs alone.
  const headers = {
    Authorization: `Bearer ${token}`,
    Cookie: `refreshToken=${refreshToken}; session=${cookie}`,
    'Content-Type': 'application/json',
  };
  await rawRequest(`/api/products?token=${token}`, { headers });
  await rawRequest('/api/products', { method: 'POST', headers, body: `{"password":"${password}",` });
  await rawRequest('/api/products', {
    method: 'POST',
    headers: { ...headers, Authorization: `Bearer ${secrets['admin token']}` },
    body: `{"password":"${password}",`,
  });

  // A link that follows a request: its page, what it asks for, a refusal, and an address that there is none of.
  for (const path of [`/tracking/${trackingToken}`, `/api/tracking/${trackingToken}`])
    await rawRequest(path, { headers: { Referer: `http://localhost/tracking/${trackingToken}` } });
  for (const step of ['accept', 'cancel', 'reschedule', 'nothing'])
    await rawRequest(`/api/tracking/${trackingToken}/${step}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"version":',
    });

  await expectNotLogged(secrets, ['catalog', 'gateway', 'order', 'service-request']);
  // The refused requests are logged; an empty log would prove nothing.
  expect(await readLog('gateway.log')).toMatch(/"(msg|requestId)"/);
});
