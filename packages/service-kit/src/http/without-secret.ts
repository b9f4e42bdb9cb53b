const linkToken = /(\/(?:request-links|tracking|alerts)\/)[^/]+/gi;

/** Masks the token of a tracking link or an alert in a path for logs. */
export const withoutSecret = (path: string): string => path.replace(linkToken, '$1:token');
