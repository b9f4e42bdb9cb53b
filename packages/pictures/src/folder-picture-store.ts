import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pictureSchema } from '@kinmel/contracts';
import type { PictureStore } from './picture-store.ts';

const pictureId = /^[a-z0-9][a-z0-9-]{2,63}$/;
const fileName = /^(320|640|1200)\.(avif|webp)$/;
const descriptionFile = 'picture.json';
const unfinished = '.unfinished-';
const unfinishedKeptMs = 60 * 60 * 1000;

const descriptionSchema = pictureSchema.omit({ alt: true });

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));
}

const isMissing = (error: unknown) => hasCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP');

/**
 * Pictures in a folder: one folder per picture, written aside and renamed when it is whole, so that nobody ever
 * reads a part. Leftovers of an interrupted writing are removed at the next start.
 */
export async function openFolderPictureStore(folder: string): Promise<PictureStore> {
  await mkdir(folder, { recursive: true });
  const root = await realpath(folder);
  for (const name of await readdir(root)) {
    if (!name.startsWith(unfinished)) continue;
    const leftover = path.join(root, name);
    const { mtimeMs } = await stat(leftover);
    if (Date.now() - mtimeMs > unfinishedKeptMs) await rm(leftover, { recursive: true, force: true });
  }

  return {
    async save({ description, files }) {
      if (!pictureId.test(description.id)) throw new RangeError('This is not the id of a picture.');
      const aside = path.join(root, `${unfinished}${randomUUID()}`);
      try {
        await mkdir(aside);
        for (const file of files) await writeFile(path.join(aside, file.name), file.bytes);
        await writeFile(path.join(aside, descriptionFile), JSON.stringify(description));
        await rename(aside, path.join(root, description.id));
      } catch (error) {
        await rm(aside, { recursive: true, force: true });
        // The name is that of the content: whoever was first stored the same picture.
        if (!hasCode(error, 'EEXIST', 'ENOTEMPTY')) throw error;
      }
    },

    async describe(id) {
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

    async read(id, file) {
      if (!pictureId.test(id) || !fileName.test(file)) return undefined;
      const place = path.join(root, id, file);
      try {
        // A link, wherever it points, is not a file of ours.
        if ((await realpath(place)) !== place) return undefined;
        const handle = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW);
        try {
          return await handle.readFile();
        } finally {
          await handle.close();
        }
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
  };
}
