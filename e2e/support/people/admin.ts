import { randomUUID } from 'node:crypto';
import type { Product } from '@kinmel/contracts';
import { adminToken, stackState } from '../stack/stack-control.ts';

/** Calls the shop as the admin of the sample data. Returns the response; throws unless it succeeded. */
async function callAsAdmin(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) {
  const { urls } = await stackState();
  const response = await fetch(urls.shop + path, {
    method,
    headers: {
      authorization: `Bearer ${await adminToken()}`,
      ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(15_000),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

export const adminRead = <Answer>(path: string): Promise<Answer> => callAsAdmin('GET', path);

/** Returns the `data` of the response, usually a product. */
export const adminCall = async <Data = Product & { version: number }>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Data> => (await callAsAdmin(method, path, body)).data;

/** Gives goodwill credit to a customer who has an order. */
export const giveCredit = (userId: string, amountInMinorUnits: number) =>
  adminCall('POST', `/api/admin/credit/${userId}/goodwill`, {
    amount: { amountInMinorUnits, currency: 'NPR' },
    reason: 'The delivery was late.',
  });

export const changeProduct = (id: string, change: object) => adminCall('PUT', `/api/products/${id}`, change);
