const linkToken = /(\/(?:request-links|tracking|alerts|passport)\/)[^/]+/gi;

/** Masks the token of a tracking link, an alert or a passport in a path for logs. */
export const withoutSecret = (path: string): string => path.replace(linkToken, '$1:token');
