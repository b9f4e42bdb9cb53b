import type { Picture } from '@kinmel/contracts';
import { keepPicture, type PictureStore } from '@kinmel/pictures';
import { type AuditContext, auditEntry, type StaffCall, tooManyCalls } from '@kinmel/service-kit';
import type { UploadsStore } from './uploads.store.ts';

/** More than staff need, fewer than fill a disk (C15). */
const maxUploadsPerHour = 200;

export interface ImagesContext extends AuditContext {
  readonly pictures: PictureStore;
  readonly uploads: UploadsStore;
  readonly now: () => Date;
}

/** Stores a picture, to be used in a product later. */
export async function uploadImage(
  { pictures, uploads, now, audit }: ImagesContext,
  {
    personId,
    original,
    by,
  }: { readonly personId: string; readonly original: Buffer; readonly by?: StaffCall | undefined },
): Promise<Picture> {
  const { count, endsAt } = await uploads.count(personId, now());
  if (count > maxUploadsPerHour) {
    throw tooManyCalls(
      (when) => `Too many files in one hour. Please go on ${when}, with the files that are stored already.`,
      endsAt.getTime() - now().getTime(),
    );
  }
  const picture = { ...(await keepPicture(pictures, original)), alt: '' };
  // A stored file without an entry is unusable, as its path is unknown to the caller.
  await audit.keep(auditEntry(by, { kind: 'picture', id: picture.id }));
  return picture;
}
