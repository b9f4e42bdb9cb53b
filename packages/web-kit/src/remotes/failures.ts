/** An error in one part of a page, with what tells whose it is. */
export interface Failure {
  readonly error: unknown;
  /** The remote whose place failed; undefined where `componentStack` tells, or for the shell. */
  readonly part?: string | undefined;
  readonly componentStack?: string | null | undefined;
  /** React threw away what the server had rendered, and rendered it again. */
  readonly isHydration?: boolean;
}

let listener: ((failure: Failure) => void) | undefined;

/** Registers the listener for failures; the shell does so before it renders. */
export function onFailure(listen: ((failure: Failure) => void) | undefined): void {
  listener = listen;
}

export function reportFailure(failure: Failure): void {
  listener?.(failure);
}
