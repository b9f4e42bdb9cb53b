import { type Problem, type ProblemCode, problemCodes } from '@kinmel/contracts';

export interface ProblemDetail {
  readonly path: string;
  readonly message: string;
}

/**
 * A refusal that the caller may read: thrown anywhere below a route, it becomes the problem answer with the
 * status of its code. The message is shown to people as it is; without one it is the text of the code.
 */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly details: readonly ProblemDetail[] | undefined;
  /** Seconds after which trying again makes sense; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
  /** Said in the course of things and often at once: its answer counts, and no line of the log is written for it. */
  readonly isRoutine: boolean;

  constructor(
    code: ProblemCode,
    message: string = problemCodes[code].text,
    details?: readonly ProblemDetail[],
    options?: { cause?: unknown; retryAfterSeconds?: number | undefined; isRoutine?: boolean },
  ) {
    super(message, { cause: options?.cause });
    this.code = code;
    this.details = details;
    this.retryAfterSeconds = options?.retryAfterSeconds;
    this.isRoutine = options?.isRoutine ?? false;
  }

  get status(): number {
    return problemCodes[this.code].status;
  }
}

/** A part of the shop that others stand on cannot be asked now (503); `cause` is for the log, nobody is told of it. */
export const partUnavailable = (cause: unknown): ProblemError =>
  new ProblemError('service-unavailable', 'This part of the shop is not available right now.', undefined, {
    cause,
    retryAfterSeconds: 2,
  });

/** The body of a refusal, in the one shape that every service and the gateway answer with. */
export function problemBody(problem: ProblemError, requestId?: string): Problem {
  return {
    success: false,
    message: problem.message,
    error: problem.message,
    code: problem.code,
    ...(problem.details && problem.details.length > 0 ? { details: [...problem.details] } : {}),
    ...(requestId === undefined ? {} : { requestId }),
  };
}
