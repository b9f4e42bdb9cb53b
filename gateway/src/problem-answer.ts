import type { ServerResponse } from 'node:http';
import { type ProblemCode, problemCodes } from '@kinmel/contracts';
import { ProblemError, problemBody } from '@kinmel/service-kit';

export const problemBytes = (code: ProblemCode, requestId: string | undefined, message?: string): Buffer =>
  Buffer.from(JSON.stringify(problemBody(new ProblemError(code, message), requestId)));

/** Ends a response with a problem. Destroys a response that has begun. */
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
  const body = problemBytes(code, typeof requestId === 'string' ? requestId : undefined, message);
  for (const name of ['ETag', 'Content-Encoding', 'Last-Modified']) res.removeHeader(name);
  res.writeHead(problemCodes[code].status, {
    'Cache-Control': 'no-store',
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
  });
  res.end(res.req.method === 'HEAD' ? undefined : body);
}
