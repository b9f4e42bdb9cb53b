import { randomBytes } from 'node:crypto';
import { fittedPicture, openPersonalPictures, type PersonalPictureStore } from '@kinmel/pictures';

const accepted = {
  types: new Set(['image/jpeg', 'image/png', 'image/apng', 'image/gif']),
  refusal: 'Please upload only JPEG, PNG, or GIF images',
};

const fileName = 'photo.webp';
/** Enough to see a scratch on a large screen. */
const maxEdge = 1600;

/** The photos that people send with a request: one file each, under a name of its own (S5). */
export interface RequestPhotos {
  /** Draws an upload anew, without what the camera wrote into it, and answers its id. Rejects with 415 for what is no picture. */
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
