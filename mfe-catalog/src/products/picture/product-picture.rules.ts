/**
 * The address of an image path of the shop's answers: one that is no http address belongs to the backend
 * (API-36, API-38). The backend is the same origin unless it is configured otherwise (decision SIL-62).
 */
export function imageAddress(path: string, backend = ''): string {
  if (path === '' || /^https?:\/\//i.test(path)) return path;
  return `${backend}/${path.replace(/^\/+/, '')}`;
}
