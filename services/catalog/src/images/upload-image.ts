import type { Picture } from '@kinmel/contracts';
import { keepPicture, type PictureStore } from '@kinmel/pictures';
import { ProblemError } from '@kinmel/service-kit';
import type { UploadsStore } from './uploads.store.ts';

/** Far more than anybody puts into products in an hour, far fewer than fill a disk (C15). */
const maxUploadsPerHour = 200;

export interface ImagesContext {
  readonly pictures: PictureStore;
  readonly uploads: UploadsStore;
  readonly now: () => Date;
}

/** Stores one picture (AAPI-34); who puts it into a product says what it shows. */
export async function uploadImage(
  { pictures, uploads, now }: ImagesContext,
  { personId, original }: { readonly personId: string; readonly original: Buffer },
): Promise<Picture> {
  const { count, endsAt } = await uploads.count(personId, now());
  if (count > maxUploadsPerHour) {
    throw new ProblemError(
      'too-many-requests',
      'Too many files in one hour. Please go on later.',
      undefined,
      {
        retryAfterSeconds: Math.max(1, Math.ceil((endsAt.getTime() - now().getTime()) / 1000)),
      },
    );
  }
  return { ...(await keepPicture(pictures, original)), alt: '' };
}
