/**
 * The address of an image path of the shop's answers: one that is no http address belongs to the backend.
 * The backend is the same origin unless it is configured otherwise.
 */
export function imageAddress(path: string, backend = ''): string {
  if (path === '' || /^https?:\/\//i.test(path)) return path;
  return `${backend}/${path.replace(/^\/+/, '')}`;
}
