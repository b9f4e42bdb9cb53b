import { BytesAnswer, type Call, type IsAdminBrowser } from '@kinmel/service-kit';
import { requestNotFound } from '../requests/change-request.ts';
import type { RequestPhotos } from './request-photos.ts';

export interface PhotosForStaff {
  readonly photos: RequestPhotos;
  /** Lets staff see photos. */
  readonly isAdminBrowser: IsAdminBrowser;
}

/**
 * A photo for staff, by their token or the cookie of the admin files (S5). Everybody else gets not-found.
 * @param idOf called only for staff
 */
export async function photoForStaff(
  { photos, isAdminBrowser }: PhotosForStaff,
  { identity, headers }: Pick<Call<unknown, unknown, unknown>, 'identity' | 'headers'>,
  idOf: () => Promise<string | null | undefined>,
): Promise<BytesAnswer> {
  const isStaff = identity?.role === 'admin' || (await isAdminBrowser(headers));
  const photoId = isStaff ? await idOf() : undefined;
  const bytes = photoId ? await photos.read(photoId) : undefined;
  if (!bytes) throw requestNotFound();
  return new BytesAnswer(bytes, 'image/webp');
}
