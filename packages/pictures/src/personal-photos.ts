import { randomBytes } from 'node:crypto';
import {
  type BackgroundWork,
  BytesAnswer,
  type Call,
  type IsAdminBrowser,
  type Logger,
  type ObjectStore,
  ProblemError,
} from '@kinmel/service-kit';
import { decodePicture, fitInside, limitConcurrency } from './decode-picture.ts';
import { createPersonalPictures, type PersonalPictureStore } from './personal-picture-store.ts';
import { sweepPersonalPictures, sweepPicturesEveryMs } from './sweep-personal-pictures.ts';

const acceptedFormats = {
  types: new Set(['image/jpeg', 'image/png', 'image/apng', 'image/gif']),
  refusal: 'Please upload only JPEG, PNG, or GIF images',
};

const fileName = 'photo.webp';
/** Holds the id of the account that uploaded the photo; empty for staff. */
const ownerFile = 'owner';
/** Large enough to show a scratch on a large screen. */
const maxEdge = 1600;

/** Photos that only some people may see: one file each, under a generated name (SR-S5). */
export interface PersonalPhotos {
  /**
   * Re-encodes an upload without metadata and returns its id. Rejects with 415 when it is not a picture.
   * @param ownerId the account that may use it; empty for staff
   */
  keep(original: Buffer, ownerId?: string): Promise<string>;
  read(photoId: string): Promise<Buffer | undefined>;
  /** Empty for photos uploaded by staff. */
  ownerOf(photoId: string): Promise<string>;
  readonly store: PersonalPictureStore;
}

export function createPersonalPhotos(objects: ObjectStore): PersonalPhotos {
  // The owner's file is stored first; a photo without one belongs to staff.
  const store = createPersonalPictures(objects, [ownerFile, fileName]);
  return {
    store,
    async keep(original, ownerId = '') {
      const bytes = await limitConcurrency(async () => {
        const decoded = await decodePicture(original, acceptedFormats, fitInside(maxEdge));
        return decoded.newPipeline().webp({ quality: 80, effort: 4 }).toBuffer();
      });
      const photoId = randomBytes(16).toString('hex');
      await store.save(photoId, [
        { name: ownerFile, bytes: Buffer.from(ownerId) },
        { name: fileName, bytes },
      ]);
      return photoId;
    },
    read: (photoId) => store.read(photoId, fileName),
    ownerOf: async (photoId) => (await store.read(photoId, ownerFile))?.toString() ?? '',
  };
}

/** Retention of an upload that no record uses: photos are uploaded before their form is sent. */
export const unusedPhotosKeptMs = 24 * 60 * 60_000;

/** Deletes uploads that no record uses. */
export const sweepUnusedPhotos = (
  { store: pictures }: PersonalPhotos,
  inUse: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
  context: { readonly now: () => Date; readonly logger: Logger },
): BackgroundWork => [
  sweepPicturesEveryMs,
  () => sweepPersonalPictures({ ...context, pictures, inUse, olderThanMs: unusedPhotosKeptMs }),
];

/** Also the error for a photo of another account. */
export const photoIsGone = () =>
  new ProblemError('conflict', 'A photo is not there any more. Please add it again.');

/** The distinct uploads that a form names. Rejects with conflict if one is deleted, in use, or of another account. */
export async function unusedPhotos(
  photos: PersonalPhotos,
  ids: readonly string[],
  inUse: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
  ownerId = '',
): Promise<string[]> {
  const usedIds = await inUse(ids);
  for (const id of ids)
    if (usedIds.has(id) || (await photos.read(id)) === undefined || (await photos.ownerOf(id)) !== ownerId)
      throw photoIsGone();
  return [...new Set(ids)];
}

/** The photo for an answer. Rejects with not-found. */
export async function photoAnswer(
  { photos }: { readonly photos: PersonalPhotos },
  photoId: string | null | undefined,
): Promise<BytesAnswer> {
  const bytes = photoId ? await photos.read(photoId) : undefined;
  if (!bytes) throw new ProblemError('not-found', 'There is no such photo.');
  return new BytesAnswer(bytes, 'image/webp');
}

export interface PhotosForStaff {
  readonly photos: PersonalPhotos;
  /** Lets staff see photos. */
  readonly isAdminBrowser: IsAdminBrowser;
}

/**
 * A photo for staff with the endpoint's right, by their token or the cookie of the admin files (SR-S5). Everybody else gets not-found.
 * @param idOf called only for staff
 */
export async function photoForStaff(
  context: PhotosForStaff,
  { isStaff, right, headers }: Pick<Call<unknown, unknown, unknown>, 'isStaff' | 'right' | 'headers'>,
  idOf: () => Promise<string | null | undefined>,
): Promise<BytesAnswer> {
  const maySee = isStaff || (await context.isAdminBrowser(headers, right));
  return photoAnswer(context, maySee ? await idOf() : undefined);
}
