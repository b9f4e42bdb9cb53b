const trackingToken = /(\/tracking\/)[^/]+/gi;

/** A path of a page or a call as a log may name it: without the token that follows a request. */
export const withoutSecret = (path: string): string => path.replace(trackingToken, '$1:token');
