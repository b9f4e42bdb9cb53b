/**
 * A path of a page or a call as a log may name it: without the token that follows a request (SIL-49). A declared function with nothing
 * beside it: in the gateway's bundle this module is run late, with the tracing, and the access log calls it before.
 */
export function withoutSecret(path: string): string {
  return path.replace(/(\/tracking\/)[^/]+/gi, '$1:token');
}
