import type { ServerResponse } from 'node:http';
import { type Problem, type ProblemCode, problemCodes } from '@kinmel/contracts';

export function problemBody(
  code: ProblemCode,
  requestId: string | undefined,
  message: string = problemCodes[code].text,
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
  const body = problemBody(code, typeof requestId === 'string' ? requestId : undefined, message);
  for (const name of ['ETag', 'Content-Encoding', 'Last-Modified']) res.removeHeader(name);
  res.writeHead(problemCodes[code].status, {
    'Cache-Control': 'no-store',
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
  });
  res.end(res.req.method === 'HEAD' ? undefined : body);
}
