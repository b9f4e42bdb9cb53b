import type { Picture } from '@kinmel/contracts';
import { keepPicture, type PictureStore } from '@kinmel/pictures';
import {
  type AuditContext,
  auditEntry,
  type CallCounter,
  countOrRefuse,
  type StaffCall,
} from '@kinmel/service-kit';

/** More than staff need, but too few to fill a disk (CAT-C15). */
export const maxUploadsPerHour = 200;

const tooManyFiles = (when: string) =>
  `Too many files in one hour. Please go on ${when}, with the files that are stored already.`;

export interface ImagesContext extends AuditContext {
  readonly pictures: PictureStore;
  /** Counts the uploads of each person in an hour. */
  readonly uploads: CallCounter;
}

/** Stores a picture, to be used in a product later. */
export async function uploadImage(
  { pictures, uploads, audit }: ImagesContext,
  {
    personId,
    original,
    by,
  }: { readonly personId: string; readonly original: Buffer; readonly by?: StaffCall | undefined },
): Promise<Picture> {
  await countOrRefuse(uploads, personId, tooManyFiles);
  const picture = { ...(await keepPicture(pictures, original)), alt: '' };
  // A stored file without an entry is unusable, as its path is unknown to the caller.
  await audit.keep(auditEntry(by, { kind: 'picture', id: picture.id }));
  return picture;
}
