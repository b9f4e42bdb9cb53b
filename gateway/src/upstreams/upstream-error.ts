import type { ServerResponse } from 'node:http';
import type { ProblemCode } from '@kinmel/contracts';
import { sendProblem } from '../problem-answer.ts';

/**
 * Why a service gave no answer. `down`: no connection, or a broken one; `timeout`: no data within the
 * deadline; `open`: its circuit is open; `busy`: the limit of concurrent requests is reached; `aborted`: the
 * connection broke or was idle before the client had sent its body, which does not count against the service.
 */
export type UpstreamFault = 'down' | 'timeout' | 'open' | 'busy' | 'aborted';

export class UpstreamError extends Error {
  override name = 'UpstreamError';
  readonly fault: UpstreamFault;

  constructor(fault: UpstreamFault, options?: ErrorOptions) {
    super(`upstream ${fault}`, options);
    this.fault = fault;
  }
}

const answers: Record<UpstreamFault, readonly [code: ProblemCode, retryAfterSeconds: string]> = {
  down: ['service-unavailable', '2'],
  timeout: ['service-timeout', '2'],
  open: ['service-unavailable', '5'],
  busy: ['service-unavailable', '1'],
  aborted: ['service-unavailable', '2'],
};

/** Answers 503 or 504 with `Retry-After` for a service that did not answer, without its name. */
export function sendUpstreamProblem(res: ServerResponse, error: unknown): void {
  const fault = error instanceof UpstreamError ? error.fault : 'down';
  const [code, retryAfter] = answers[fault];
  sendProblem(res, code, {
    'Retry-After': retryAfter,
    // The rest of an unfinished body is not awaited.
    ...(res.req.complete ? {} : { Connection: 'close' }),
  });
}
