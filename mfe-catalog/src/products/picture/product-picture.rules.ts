/**
 * The URL of an image path: absolute URLs are kept, paths belong to the backend, which is the same origin by default.
 */
export function imageAddress(path: string, backend = ''): string {
  if (path === '' || /^https?:\/\//i.test(path)) return path;
  return `${backend}/${path.replace(/^\/+/, '')}`;
}
