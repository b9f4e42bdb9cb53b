/**
 * `not-deployed`: not in the registry; `contract`: another contract version; `deadline`: timed out; `load`: anything
 * else.
 */
export type RemoteFailure = 'not-deployed' | 'contract' | 'deadline' | 'load';

/** Why a module of a remote could not be loaded. Its text is for the log, never for shoppers. */
export class RemoteLoadError extends Error {
  readonly code: RemoteFailure;

  constructor(code: RemoteFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'RemoteLoadError';
    this.code = code;
  }
}
