import { mkdir, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hasCode, readOwnFile } from '@kinmel/pictures';
import { ProblemError } from '@kinmel/service-kit';
import type { AvatarStore } from './avatar-store.ts';

const avatarId = /^[0-9a-f]{32}$/;
const unfinishedId = /^\.unfinished-[0-9a-f]{32}$/;
const fileName = /^(64|128|256)\.webp$/;

/**
 * Avatars in a folder: one folder for each, written aside and renamed when it is whole, so that nobody ever reads a part. A
 * folder never changes; a new picture has a new id.
 */
export async function openFolderAvatarStore(folder: string): Promise<AvatarStore> {
  await mkdir(folder, { recursive: true });
  const root = await realpath(folder);

  return {
    async save(id, files) {
      if (!avatarId.test(id)) throw new RangeError('This is not the id of an avatar.');
      const aside = path.join(root, `.unfinished-${id}`);
      try {
        await mkdir(aside);
        for (const { size, bytes } of files) await writeFile(path.join(aside, `${size}.webp`), bytes);
        await rename(aside, path.join(root, id));
      } catch (error) {
        await rm(aside, { recursive: true, force: true });
        if (!hasCode(error, 'ENOSPC', 'EDQUOT')) throw error;
        throw new ProblemError('storage-full', 'There is no room for more pictures.', undefined, {
          cause: error,
        });
      }
    },

    async read(id, file) {
      if (!avatarId.test(id) || !fileName.test(file)) return undefined;
      return readOwnFile(root, id, file);
    },

    async remove(id) {
      if (!avatarId.test(id) && !unfinishedId.test(id)) return;
      await rm(path.join(root, id), { recursive: true, force: true });
    },

    async storedBefore(moment) {
      const names = (await readdir(root)).filter((name) => avatarId.test(name) || unfinishedId.test(name));
      const ages = await Promise.all(
        names.map(async (name) => {
          // Another instance may have removed it since.
          const found = await stat(path.join(root, name)).catch(() => undefined);
          return found && found.mtimeMs < moment.getTime() ? [name] : [];
        }),
      );
      return ages.flat();
    },
  };
}
