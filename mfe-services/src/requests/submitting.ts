import { reading, type ShopRequest } from '@kinmel/web-kit';
import { readSubmitted } from './submitted.rules.ts';

/** Sends a request as JSON under its key, for the `queryFn` of an endpoint. An answer that is no success is a failure with its words (RBOOK-11). */
export async function submitting(
  send: (
    request: ShopRequest,
  ) => PromiseLike<{ data?: unknown; error?: unknown }> | { data?: unknown; error?: unknown },
  url: string,
  { key, body }: { key: string; body: string },
) {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key };
  return reading(send({ url, method: 'POST', body, headers }), readSubmitted);
}
