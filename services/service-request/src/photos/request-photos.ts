import { randomBytes } from 'node:crypto';
import { fittedPicture, openPersonalPictures, type PersonalPictureStore } from '@kinmel/pictures';

const accepted = {
  types: new Set(['image/jpeg', 'image/png', 'image/apng', 'image/gif']),
  refusal: 'Please upload only JPEG, PNG, or GIF images',
};

const fileName = 'photo.webp';
/** Large enough to show a scratch on a large screen. */
const maxEdge = 1600;

/** The photos of requests: one file each, under a generated name (S5). */
export interface RequestPhotos {
  /** Re-encodes an upload without metadata and returns its id. Rejects with 415 when it is not a picture. */
  keep(original: Buffer): Promise<string>;
  read(photoId: string): Promise<Buffer | undefined>;
  readonly store: PersonalPictureStore;
}

export async function openRequestPhotos(folder: string): Promise<RequestPhotos> {
  const store = await openPersonalPictures(folder, [fileName]);
  return {
    store,
    async keep(original) {
      const bytes = await fittedPicture(original, accepted, maxEdge);
      const photoId = randomBytes(16).toString('hex');
      await store.save(photoId, [{ name: fileName, bytes }]);
      return photoId;
    },
    read: (photoId) => store.read(photoId, fileName),
  };
}
