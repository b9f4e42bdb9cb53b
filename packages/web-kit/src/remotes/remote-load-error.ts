/** A module of a remote could not be loaded. Its text is for the log, never for shoppers. */
export class RemoteLoadError extends Error {
  override name = 'RemoteLoadError';
}
