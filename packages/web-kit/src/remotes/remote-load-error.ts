/** A module of a remote could not be loaded. Its text is for the log, never for shoppers. */
export class RemoteLoadError extends Error {
  override name = 'RemoteLoadError';
}

/** Whether code did not load. React's own `lazy` passes webpack's error on unchanged. */
export const isLoadFailure = (error: unknown): boolean =>
  error instanceof RemoteLoadError || (error instanceof Error && error.name === 'ChunkLoadError');
