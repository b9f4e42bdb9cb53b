import type { RequestsContext } from '../requests/submit-request.ts';

/** The given photos that a request of any kind uses. */
export async function photosInUse(
  requests: RequestsContext['requests'],
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const used = await Promise.all(Object.values(requests).map((one) => one.photosInUse(ids)));
  return new Set(used.flatMap((some) => [...some]));
}
