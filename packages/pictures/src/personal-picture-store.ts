import { mkdir, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hasCode, noRoom, readOwnFile } from './read-own-file.ts';

export interface PersonalPictureFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * Of pictures that belong to one person each. Ids are random, not content hashes: removing one never removes another
 * person's copy.
 */
export type PersonalPictureStore = Awaited<ReturnType<typeof openPersonalPictures>>;

const pictureId = /^[0-9a-f]{32}$/;
const unfinishedId = /^\.unfinished-[0-9a-f]{32}$/;

/**
 * Stores pictures in a folder: one subfolder each, written to a temporary name and renamed when complete, so that no
 * reader sees a partial picture. A subfolder never changes; a new picture gets a new id of 32 hexadecimal digits.
 */
export async function openPersonalPictures(folder: string, fileNames: readonly string[]) {
  await mkdir(folder, { recursive: true });
  const root = await realpath(folder);

  return {
    /** Stores all files of a picture or none. Rejects with `storage-full` when the disk is full. */
    async save(id: string, files: readonly PersonalPictureFile[]): Promise<void> {
      if (!pictureId.test(id)) throw new RangeError('This is not the id of a picture.');
      const aside = path.join(root, `.unfinished-${id}`);
      try {
        await mkdir(aside);
        for (const { name, bytes } of files) await writeFile(path.join(aside, name), bytes);
        await rename(aside, path.join(root, id));
      } catch (error) {
        await rm(aside, { recursive: true, force: true });
        if (!hasCode(error, 'ENOSPC', 'EDQUOT')) throw error;
        throw noRoom(error);
      }
    },

    async read(id: string, file: string): Promise<Buffer | undefined> {
      if (!pictureId.test(id) || !fileNames.includes(file)) return undefined;
      return readOwnFile(root, id, file);
    },

    /** Removes a picture; does nothing when it does not exist. */
    async remove(id: string): Promise<void> {
      if (!pictureId.test(id) && !unfinishedId.test(id)) return;
      await rm(path.join(root, id), { recursive: true, force: true });
    },

    /** Ids of pictures and of incomplete leftovers stored before `moment`. */
    async storedBefore(moment: Date): Promise<string[]> {
      const names = (await readdir(root)).filter((name) => pictureId.test(name) || unfinishedId.test(name));
      const ages = await Promise.all(
        names.map(async (name) => {
          // Another instance may have removed it.
          const stats = await stat(path.join(root, name)).catch(() => undefined);
          return stats && stats.mtimeMs < moment.getTime() ? [name] : [];
        }),
      );
      return ages.flat();
    },
  };
}
