import type { Product } from '@kinmel/contracts';
import { adminToken, stackState } from '../stack/stack-control.ts';

type AdminProduct = Product & { version: number };

/** One call of the admin's product endpoints; anything but success throws with the answer. */
export async function adminCall(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<AdminProduct> {
  const { urls } = await stackState();
  const response = await fetch(urls.shop + path, {
    method,
    headers: {
      authorization: `Bearer ${await adminToken()}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(15_000),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer.data;
}

export const changeProduct = (id: string, change: object) => adminCall('PUT', `/api/products/${id}`, change);

/** What an admin reads there. */
export async function adminRead<Answer>(path: string): Promise<Answer> {
  const { urls } = await stackState();
  const answer = await fetch(urls.shop + path, {
    headers: { authorization: `Bearer ${await adminToken()}` },
  });
  if (!answer.ok) throw new Error(`GET ${path}: ${answer.status}`);
  return answer.json();
}
