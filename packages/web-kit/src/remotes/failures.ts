/** An error in one part of a page, with the data that identifies the part. */
export interface Failure {
  readonly error: unknown;
  /** The remote whose place failed; undefined when `componentStack` identifies it, or for the shell. */
  readonly part?: string | undefined;
  readonly componentStack?: string | null | undefined;
  /** React discarded the server-rendered HTML and rendered it again. */
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
