import type { ServerResponse } from 'node:http';
import type { ProblemCode } from '@kinmel/contracts';
import { sendProblem } from '../problem-answer.ts';

/**
 * Why a service gave no answer. `down`: no connection or a broken one; `timeout`: nothing within the deadline;
 * `open`: it failed so often that it is given a pause; `busy`: as many requests as we allow are under way; `torn`: its connection broke
 * while the client still sent, which says nothing about the service: it may have refused what came.
 */
export type UpstreamFault = 'down' | 'timeout' | 'open' | 'busy' | 'torn';

export class UpstreamError extends Error {
  override name = 'UpstreamError';
  readonly fault: UpstreamFault;

  constructor(fault: UpstreamFault, options?: ErrorOptions) {
    super(`upstream ${fault}`, options);
    this.fault = fault;
  }
}

const codeOf: Record<UpstreamFault, ProblemCode> = {
  down: 'service-unavailable',
  timeout: 'service-timeout',
  open: 'service-unavailable',
  busy: 'service-unavailable',
  torn: 'service-unavailable',
};

/** Seconds after which trying again makes sense. */
const retryAfter: Record<UpstreamFault, string> = {
  down: '2',
  timeout: '2',
  open: '5',
  busy: '1',
  torn: '2',
};

/** Answers for a service that did not: 503 or 504 of our own, with the time to wait and without any name. */
export function sendUpstreamProblem(res: ServerResponse, error: unknown): void {
  const fault = error instanceof UpstreamError ? error.fault : 'down';
  sendProblem(res, codeOf[fault], { 'Retry-After': retryAfter[fault] });
}
