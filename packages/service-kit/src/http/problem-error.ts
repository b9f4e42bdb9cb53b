import { type Problem, type ProblemCode, problemCodes } from '@kinmel/contracts';

export interface ProblemDetail {
  readonly path: string;
  readonly message: string;
}

/**
 * An error for the client: thrown in a request, it becomes a problem answer with the status of its code. Its message is
 * shown to people.
 */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly details: readonly ProblemDetail[] | undefined;
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
  /** Expected and frequent, so it is not logged. */
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

/** An error about one field of the call; pages show it at that field. */
export const refusal = (path: string, message: string, code: ProblemCode = 'conflict'): ProblemError =>
  new ProblemError(code, message, [{ path, message }]);

/** The record has another version than the one that the caller saw. */
export const versionConflict = (version: number, message: string): ProblemError =>
  new ProblemError('version-conflict', message, [{ path: 'version', message: String(version) }]);

/** 503 for a dependency that does not answer; `cause` is only logged. */
export const partUnavailable = (cause: unknown): ProblemError =>
  new ProblemError('service-unavailable', 'This part of the shop is not available right now.', undefined, {
    cause,
    retryAfterSeconds: 2,
  });

/** The body of every error answer of services and gateway. */
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
