import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { plantedSecrets } from '../support/planted-secrets.ts';
import { rawRequest } from '../support/stack/raw-http.ts';
import { adminToken, stackState } from '../support/stack/stack-control.ts';

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

  const { folders } = await stackState();
  const names = (await readdir(folders.logs)).filter((name) => name.endsWith('.log'));
  expect(names).toEqual(
    expect.arrayContaining(['catalog.log', 'gateway.log', 'order.log', 'service-request.log']),
  );
  for (const name of names) {
    const text = await readFile(join(folders.logs, name), 'utf8');
    for (const [kind, secret] of Object.entries(secrets)) {
      expect.soft(text.includes(secret), `${kind} in ${name}`).toBe(false);
      // The signature alone is a secret too.
      expect.soft(text.includes(secret.slice(-20)), `end of ${kind} in ${name}`).toBe(false);
    }
  }
  // What was refused is known: an empty log would prove nothing.
  expect(await readFile(join(folders.logs, 'gateway.log'), 'utf8')).toMatch(/"(msg|requestId)"/);
});
