import type { Logger } from '@kinmel/service-kit';
import type { PersonalPictureStore } from './personal-picture-store.ts';

/** Removes the files of a picture. Returns false when the storage fails; the sweep then tries again. */
export async function removePersonalPicture(
  pictures: Pick<PersonalPictureStore, 'remove'>,
  id: string,
  log: Logger,
): Promise<boolean> {
  try {
    await pictures.remove(id);
    return true;
  } catch (error) {
    log.warn({ err: error, pictureId: id }, 'a picture could not be removed yet');
    return false;
  }
}

/** An upload stores its files milliseconds before its record: older files without a record are orphans. */
const sweepOlderThanMs = 5 * 60_000;
/** With the age above, orphans are removed within ten minutes. */
export const sweepPicturesEveryMs = 4 * 60_000;

/** Removes files without a record: left by uploads that crashed, or by removals that failed. */
export async function sweepPersonalPictures({
  pictures,
  inUse,
  olderThanMs = sweepOlderThanMs,
  now,
  logger,
}: {
  readonly pictures: PersonalPictureStore;
  /** The subset of `ids` that records refer to. */
  readonly inUse: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly olderThanMs?: number;
  readonly now: () => Date;
  readonly logger: Logger;
}): Promise<void> {
  const storedIds = await pictures.storedBefore(new Date(now().getTime() - olderThanMs));
  if (storedIds.length === 0) return;
  const usedIds = await inUse(storedIds);
  let removed = 0;
  for (const id of storedIds)
    if (!usedIds.has(id) && (await removePersonalPicture(pictures, id, logger))) removed += 1;
  if (removed > 0) logger.info({ removed }, 'pictures without a record are removed');
}
