/** Why the code of a page failed. The last three have ended the worker. */
export type Failure = 'threw' | 'hung' | 'out-of-memory' | 'ended';

/** A page whose code failed. */
export class RenderError extends Error {
  override name = 'RenderError';
  readonly failure: Failure;
  /** The part that was loading when the worker ended: `shell` or a remote. */
  readonly loading: string | undefined;

  constructor(failure: Failure, message: string, loading?: string) {
    super(message);
    this.failure = failure;
    this.loading = loading;
  }
}

/** The server file of a version is missing or differs from the build. */
export class ServerFileError extends Error {
  override name = 'ServerFileError';
}

/** The queue is full, or the set is being retired; a retry may succeed. */
export class SetRefusedError extends Error {
  override name = 'SetRefusedError';
}

/** A version whose pages failed too often, which is not tried for a while. */
export class BadVersionError extends Error {
  override name = 'BadVersionError';
}
