import { pictureSchema } from '@kinmel/contracts';
import { type ObjectStore, ProblemError } from '@kinmel/service-kit';
import {
  firstFileName,
  type PictureDescription,
  type PictureFile,
  type ProcessedPicture,
  pictureFileNames,
} from './picture-pipeline.ts';

const pictureId = /^[a-z0-9][a-z0-9-]{2,63}$/;
const fileName = /^(320|640|1200)\.(avif|webp)$/;
const descriptionFile = 'picture.json';

const descriptionSchema = pictureSchema.omit({ alt: true });

/** Capacity for pictures; without `maxBytes` only the store limits it. */
export interface PictureLimits {
  readonly maxBytes?: number | undefined;
}

/** Other instances store pictures too, so their size is measured again after this time. */
const measureEveryMs = 15 * 60 * 1000;

/** Tracks the size of all pictures; measures them before the first save and periodically. */
function trackCapacity(objects: ObjectStore, maxBytes: number) {
  let bytes = 0;
  let measuredAt = Number.NEGATIVE_INFINITY;
  return {
    async reserve(byteCount: number): Promise<void> {
      const now = performance.now();
      if (now - measuredAt > measureEveryMs) {
        measuredAt = now;
        bytes = (await objects.list()).reduce((sum, object) => sum + object.bytes, 0);
      }
      if (bytes + byteCount > maxBytes)
        throw new ProblemError('storage-full', 'There is no room for more pictures.');
      bytes += byteCount;
    },
    release(byteCount: number): void {
      bytes -= byteCount;
    },
  };
}

export type PictureStore = ReturnType<typeof createPictureStore>;

/**
 * Stores pictures as objects: `<picture id>/<file>`, the description last, so that no picture is found before its files
 * exist. Saving rejects with `storage-full` (507) when pictures would exceed their limit or the store has no room.
 */
export function createPictureStore(
  objects: ObjectStore,
  { maxBytes = Number.POSITIVE_INFINITY }: PictureLimits = {},
) {
  const capacity = trackCapacity(objects, maxBytes);

  return {
    /**
     * An existing picture is left unchanged. Files of an interrupted save stay: their names are hashes of the content, and
     * another instance may be saving the same picture.
     */
    async save({ description, files }: ProcessedPicture): Promise<void> {
      if (!pictureId.test(description.id)) throw new RangeError('This is not the id of a picture.');
      const byteCount = files.reduce((sum, file) => sum + file.bytes.length, 0);
      if (Number.isFinite(maxBytes)) await capacity.reserve(byteCount);
      let created = 0;
      try {
        for (const { name, bytes } of files)
          if (await objects.create(`${description.id}/${name}`, bytes)) created += bytes.length;
        await objects.create(
          `${description.id}/${descriptionFile}`,
          Buffer.from(JSON.stringify(description)),
        );
      } finally {
        capacity.release(byteCount - created);
      }
    },

    /** Adds files to a picture; its existing files are left unchanged. */
    async add({ description: { id }, files }: ProcessedPicture): Promise<void> {
      for (const { name, bytes } of files) await objects.create(`${id}/${name}`, bytes);
    },

    async filesOf(id: string): Promise<PictureFile['name'][]> {
      if (!pictureId.test(id)) return [];
      const names = (await objects.list(`${id}/`)).map(({ name }) => name);
      return pictureFileNames.filter((name) => names.includes(`${id}/${name}`));
    },

    async describe(id: string): Promise<PictureDescription | undefined> {
      if (!pictureId.test(id)) return undefined;
      const description = await objects.read(`${id}/${descriptionFile}`);
      return description && descriptionSchema.parse(JSON.parse(description.toString('utf8')));
    },

    async read(id: string, file: string): Promise<Buffer | undefined> {
      if (!pictureId.test(id) || !fileName.test(file)) return undefined;
      return objects.read(`${id}/${file}`);
    },

    /** The largest WebP, served while the other files are still being made. */
    async readPlaceholder(id: string, file: string): Promise<Buffer | undefined> {
      if (!pictureId.test(id) || !fileName.test(file)) return undefined;
      return objects.read(`${id}/${firstFileName}`);
    },
  };
}
