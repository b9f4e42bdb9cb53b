import { expect, test } from '@playwright/test';
import { expectNotLogged, plantedSecrets, readLog } from '../support/stack/logs.ts';
import { rawRequest } from '../support/stack/raw-http.ts';
import { adminToken } from '../support/stack/stack-control.ts';

test('no secret of the run is in a log', async () => {
  const { password, token, refreshToken, cookie, trackingToken } = plantedSecrets;
  const secrets: Record<string, string> = { ...plantedSecrets, 'admin token': await adminToken() };
  // Sends the secrets again, so that the test also proves something when run alone.
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

  // A tracking link: its page, its data, a refusal, and an unknown address.
  for (const path of [`/request-links/${trackingToken}`, `/api/request-links/${trackingToken}`])
    await rawRequest(path, { headers: { Referer: `http://localhost/request-links/${trackingToken}` } });
  for (const step of ['accept', 'cancel', 'reschedule', 'nothing'])
    await rawRequest(`/api/request-links/${trackingToken}/${step}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"version":',
    });

  await expectNotLogged(secrets, ['catalog', 'gateway', 'order', 'service-request']);
  // Refused requests are logged; an empty log would prove nothing.
  expect(await readLog('gateway.log')).toMatch(/"(msg|requestId)"/);
});
