/** Why a page was not drawn, by the code that was to draw it. Of the last three the worker has ended. */
export type Failure = 'threw' | 'hung' | 'out-of-memory' | 'ended';

/** A page that could not be drawn. */
export class RenderError extends Error {
  override name = 'RenderError';
  readonly failure: Failure;
  /** What was loading when the worker ended: `shell`, or a remote. */
  readonly loading: string | undefined;

  constructor(failure: Failure, message: string, loading?: string) {
    super(message);
    this.failure = failure;
    this.loading = loading;
  }
}

/** A version that is there without a server file, or with another one than was built. */
export class ServerFileError extends Error {
  override name = 'ServerFileError';
}

/** As many wait already, or the set ends: asked again in a moment it may be drawn. */
export class NotNowError extends Error {
  override name = 'NotNowError';
}

/** A version whose pages failed too often; they are not tried for a while. */
export class BadVersionError extends Error {
  override name = 'BadVersionError';
}
