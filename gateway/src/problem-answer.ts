import type { ServerResponse } from 'node:http';
import { type Problem, type ProblemCode, problemStatus } from '@kinmel/contracts';

/** What the gateway says in its own name. None of them names a host, a port or a library. */
export const problemTexts: Record<ProblemCode, string> = {
  'invalid-request': 'The request is not valid.',
  'invalid-json': 'The request body is not valid JSON.',
  'not-signed-in': 'Please sign in first.',
  'not-allowed': 'You are not allowed to do this.',
  'not-found': 'Nothing was found at this address.',
  'method-not-allowed': 'This address does not take that method.',
  'request-timeout': 'The request took too long to arrive.',
  'signed-out': 'You were signed out. Please sign in again.',
  'wrong-credentials': 'Invalid email or password.',
  'wrong-password': 'The password is wrong.',
  'reset-link-invalid': 'This link does not work any more.',
  'promo-code-invalid': 'This promo code is not valid.',
  'email-taken': 'An account with this e-mail exists already.',
  'key-in-progress': 'The same request is being worked on.',
  'offer-not-available': 'This offer is not available any more.',
  'not-cancellable': 'This order cannot be cancelled any more.',
  'payment-failed': 'The payment did not work.',
  conflict: 'The request does not fit the current state.',
  'slot-taken': 'This time is taken. Please choose another one.',
  'version-conflict': 'Somebody else changed this in the meantime.',
  'out-of-stock': 'This is out of stock.',
  'order-limit': 'This order is larger than the shop takes.',
  'price-changed': 'The price has changed.',
  'too-large': 'The request is too large.',
  'address-too-long': 'The address is too long.',
  'unsupported-type': 'This content type is not accepted here.',
  'key-reused': 'This key was used for another request.',
  'too-many-requests': 'Too many requests. Please wait a moment and try again.',
  'headers-too-large': 'The request headers are too large.',
  'unexpected-error': 'Something went wrong. Please try again.',
  'service-unavailable': 'This part of the shop is not available right now. Please try again in a moment.',
  'service-timeout': 'This part of the shop takes too long to answer. Please try again.',
  'storage-full': 'There is no room for more files.',
};

/** The body of a refusal in the one error shape. */
export function problemBody(
  code: ProblemCode,
  requestId: string | undefined,
  message = problemTexts[code],
): Buffer {
  const problem: Problem = {
    success: false,
    message,
    error: message,
    code,
    ...(requestId ? { requestId } : {}),
  };
  return Buffer.from(JSON.stringify(problem));
}

/**
 * Ends a response with a refusal, in our words or in those that a contract has for it; a response that has begun
 * already can only be broken off.
 */
export function sendProblem(
  res: ServerResponse,
  code: ProblemCode,
  headers: Readonly<Record<string, string>> = {},
  message?: string,
): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const requestId = res.getHeader('X-Request-Id');
  const body = problemBody(code, typeof requestId === 'string' ? requestId : undefined, message);
  for (const name of ['ETag', 'Content-Encoding', 'Vary', 'Last-Modified']) res.removeHeader(name);
  res.writeHead(problemStatus[code], {
    'Cache-Control': 'no-store',
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
  });
  res.end(res.req.method === 'HEAD' ? undefined : body);
}
