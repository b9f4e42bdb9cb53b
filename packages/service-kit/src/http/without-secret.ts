const trackingToken = /(\/tracking\/)[^/]+/gi;

/** Masks the tracking token of a path for logs. */
export const withoutSecret = (path: string): string => path.replace(trackingToken, '$1:token');
