import { reading, type ShopRequest } from '@kinmel/web-kit';

/** What the shop says of a request that it took. */
export interface Submitted {
  /** Path of the page that follows the request, where the answer has one. */
  readonly trackingLink: string | undefined;
  /** The record, where the answer has one. */
  readonly data: unknown;
}

/** Only an answer that says success counts, and only a path of the shop is shown as a link. */
function readSubmitted(answer: unknown): Submitted | undefined {
  const { success, trackingLink, data } = (answer ?? {}) as Partial<Record<string, unknown>>;
  const path =
    typeof trackingLink === 'string' ? /\/tracking\/[A-Za-z0-9_-]+$/.exec(trackingLink)?.[0] : undefined;
  return success === true ? { trackingLink: path, data } : undefined;
}

interface Reply {
  data?: unknown;
  error?: unknown;
}

/** Posts a form under its key, for the `queryFn` of an endpoint. */
export const submitting = (
  send: (call: ShopRequest) => PromiseLike<Reply> | Reply,
  call: Omit<ShopRequest & object, 'method' | 'headers'> & { key: string },
) => {
  const { key, ...rest } = call;
  const type = typeof call.body === 'string' ? { 'Content-Type': 'application/json' } : undefined;
  const headers = { ...type, 'Idempotency-Key': key };
  return reading(send({ ...rest, method: 'POST', headers }), readSubmitted);
};
