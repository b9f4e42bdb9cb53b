import type { RequestState } from '../requests/request.rules.ts';
import type { RequestsContext } from '../requests/submit-request.ts';

/** One of several photos of a request. */
export interface RequestPhoto {
  readonly id: string;
  readonly by: 'customer' | 'admin';
}

type WithPhotos = Pick<RequestState, 'photoId' | 'photos'>;

/** The ids of all photos of a request. */
export const photosOf = ({ photoId, photos = [] }: WithPhotos): string[] =>
  [photoId, ...photos.map(({ id }) => id)].filter((id) => id !== null);

/** The photo fields of a request whose photos are deleted. */
export const withoutPhotos = ({ photos }: WithPhotos): WithPhotos =>
  photos === undefined ? { photoId: null } : { photoId: null, photos: [] };

/** The given photos that a request of any kind uses. */
export async function photosInUse(
  requests: RequestsContext['requests'],
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const used = await Promise.all(Object.values(requests).map((one) => one.photosInUse(ids)));
  return new Set(used.flatMap((some) => [...some]));
}
