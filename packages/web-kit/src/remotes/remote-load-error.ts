/** `not-deployed`: not in the registry; `contract`: of another number; `deadline`: too late; `load`: anything else. */
export type RemoteFailure = 'not-deployed' | 'contract' | 'deadline' | 'load';

/** Why a module of a remote could not be had. Shoppers never see its text; it is for the log. */
export class RemoteLoadError extends Error {
  readonly code: RemoteFailure;

  constructor(code: RemoteFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'RemoteLoadError';
    this.code = code;
  }
}
