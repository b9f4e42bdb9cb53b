import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pictureSchema } from '@kinmel/contracts';
import {
  firstFileName,
  type PictureDescription,
  type PictureFile,
  type ProcessedPicture,
  pictureFileNames,
} from './picture-pipeline.ts';
import { hasCode, isMissing, noRoom, readOwnFile } from './read-own-file.ts';

const pictureId = /^[a-z0-9][a-z0-9-]{2,63}$/;
const names: ReadonlySet<string> = new Set(pictureFileNames);
const descriptionFile = 'picture.json';
const unfinished = '.unfinished-';
const unfinishedKeptMs = 60 * 60 * 1000;

const descriptionSchema = pictureSchema.omit({ alt: true });

/** Capacity of the folder; without `maxBytes` only the disk limits it. */
export interface FolderLimits {
  readonly maxBytes?: number | undefined;
}

/** Other instances write into the same folder, so the size is measured again after this time. */
const measuredForMs = 15 * 60 * 1000;

/** Tracks the size of a folder; measures the files before the first save and periodically. */
function roomIn(root: string, maxBytes: number) {
  let bytes = 0;
  let measuredAt = Number.NEGATIVE_INFINITY;
  return {
    async take(byteCount: number): Promise<void> {
      const now = performance.now();
      if (now - measuredAt > measuredForMs) {
        measuredAt = now;
        bytes = 0;
        for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
          // Another instance may have removed it.
          if (entry.isFile())
            bytes += (await stat(path.join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0;
        }
      }
      if (bytes + byteCount > maxBytes) throw noRoom();
      bytes += byteCount;
    },
    giveBack(byteCount: number): void {
      bytes -= byteCount;
    },
  };
}

export type PictureStore = Awaited<ReturnType<typeof openFolderPictureStore>>;

/**
 * Stores pictures in a folder: one subfolder per picture, written to a temporary name and renamed when complete, so
 * that no reader sees a partial picture. Leftovers of interrupted writes are removed at the next start. Saving rejects
 * with `storage-full` (507), leaving nothing behind, when the folder would exceed its limit or the disk is full.
 */
export async function openFolderPictureStore(
  folder: string,
  { maxBytes = Number.POSITIVE_INFINITY }: FolderLimits = {},
) {
  await mkdir(folder, { recursive: true });
  const root = await realpath(folder);
  const room = roomIn(root, maxBytes);
  for (const name of await readdir(root)) {
    if (!name.startsWith(unfinished)) continue;
    const leftover = path.join(root, name);
    // Another instance may have finished writing it.
    const stats = await stat(leftover).catch(() => undefined);
    if (stats && Date.now() - stats.mtimeMs > unfinishedKeptMs)
      await rm(leftover, { recursive: true, force: true });
  }

  async function filesOf(id: string): Promise<PictureFile['name'][]> {
    if (!pictureId.test(id)) return [];
    const names = await readdir(path.join(root, id)).catch((error: unknown): string[] => {
      if (isMissing(error)) return [];
      throw error;
    });
    return pictureFileNames.filter((name) => names.includes(name));
  }

  return {
    /** Stores all files of a picture or none. An existing picture is left unchanged. */
    async save({ description, files }: ProcessedPicture): Promise<void> {
      if (!pictureId.test(description.id)) throw new RangeError('This is not the id of a picture.');
      const aside = path.join(root, `${unfinished}${randomUUID()}`);
      const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
      if (Number.isFinite(maxBytes)) await room.take(bytes);
      try {
        await mkdir(aside);
        for (const file of files) await writeFile(path.join(aside, file.name), file.bytes);
        await writeFile(path.join(aside, descriptionFile), JSON.stringify(description));
        await rename(aside, path.join(root, description.id));
      } catch (error) {
        await rm(aside, { recursive: true, force: true });
        room.giveBack(bytes);
        if (hasCode(error, 'ENOSPC', 'EDQUOT')) throw noRoom(error);
        // The name is a content hash: another instance has stored the same picture.
        if (!hasCode(error, 'EEXIST', 'ENOTEMPTY')) throw error;
      }
    },

    /** Adds files to a picture; its existing files are left unchanged. */
    async add({ description: { id }, files }: ProcessedPicture): Promise<void> {
      const storedFiles = await filesOf(id);
      for (const { name, bytes } of files.filter((file) => !storedFiles.includes(file.name))) {
        const aside = path.join(root, `${unfinished}${randomUUID()}`);
        await writeFile(aside, bytes);
        await rename(aside, path.join(root, id, name));
      }
    },

    filesOf,

    async describe(id: string): Promise<PictureDescription | undefined> {
      if (!pictureId.test(id)) return undefined;
      try {
        return descriptionSchema.parse(
          JSON.parse(await readFile(path.join(root, id, descriptionFile), 'utf8')),
        );
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },

    async read(id: string, file: string): Promise<Buffer | undefined> {
      if (!pictureId.test(id) || !names.has(file)) return undefined;
      return readOwnFile(root, id, file);
    },

    /** The largest WebP of a picture whose other files are still being made. */
    async readInstead(id: string, file: string): Promise<Buffer | undefined> {
      if (!pictureId.test(id) || !names.has(file)) return undefined;
      return readOwnFile(root, id, firstFileName);
    },
  };
}
