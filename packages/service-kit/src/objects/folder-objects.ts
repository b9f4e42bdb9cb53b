import { randomUUID } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { link, mkdir, open, readdir, realpath, rm, rmdir, stat, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ProblemError } from '../http/problem-error.ts';
import { assertObjectName, assertObjectPrefix, type ObjectStore, type StoredObject } from './object-store.ts';

const unfinishedPrefix = '.unfinished-';
/** Far longer than writing one object takes. */
const unfinishedMaxAgeMs = 5 * 60_000;

const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));

/** A folder is not an object. */
const isMissing = (error: unknown) => hasCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP', 'EISDIR');

/** Another process may have removed the file. */
const undefinedIfMissing = async <Value>(access: Promise<Value>): Promise<Value | undefined> => {
  try {
    return await access;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

/**
 * Stores objects as files in a folder. Each is written under a temporary name and linked to its own, which only one of
 * several writers can do. Symbolic links count as missing.
 */
export async function openFolderObjects(folder: string): Promise<ObjectStore> {
  await mkdir(folder, { recursive: true });
  const root = await realpath(folder);

  /**
   * Removes the files of crashed writers, where this process may. Ages are by the clock of the file system: the folder
   * changed last when a file was begun or finished. By a clock of this process that is ahead, files of running writers
   * would be old.
   */
  async function removeLeftovers(names: readonly string[]): Promise<void> {
    const { mtimeMs: lastChangeMs } = await stat(root);
    for (const name of names.filter((each) => each.startsWith(unfinishedPrefix))) {
      const leftover = path.join(root, name);
      const stats = await undefinedIfMissing(stat(leftover));
      if (!stats || lastChangeMs - stats.mtimeMs < unfinishedMaxAgeMs) continue;
      try {
        await rm(leftover, { recursive: true, force: true });
      } catch (error) {
        if (!hasCode(error, 'EROFS', 'EACCES', 'EPERM')) throw error;
      }
    }
  }

  /** False when the name exists. */
  async function linkTo(temporaryFile: string, target: string): Promise<boolean> {
    for (;;) {
      await mkdir(path.dirname(target), { recursive: true });
      try {
        await link(temporaryFile, target);
        return true;
      } catch (error) {
        if (hasCode(error, 'EEXIST')) return false;
        // Tries again only when a concurrent deletion has removed the folder, not when the temporary file is missing.
        if (!hasCode(error, 'ENOENT') || !existsSync(temporaryFile)) throw error;
      }
    }
  }

  return {
    async create(name, bytes) {
      assertObjectName(name);
      const temporaryFile = path.join(root, `${unfinishedPrefix}${randomUUID()}`);
      try {
        await writeFile(temporaryFile, bytes, { flag: 'wx' });
        return await linkTo(temporaryFile, path.join(root, name));
      } catch (error) {
        if (!hasCode(error, 'ENOSPC', 'EDQUOT')) throw error;
        throw new ProblemError('storage-full', undefined, undefined, { cause: error });
      } finally {
        await rm(temporaryFile, { force: true });
      }
    },

    async read(name, range) {
      assertObjectName(name);
      const file = path.join(root, name);
      if ((await undefinedIfMissing(realpath(file))) !== file) return undefined;
      const handle = await undefinedIfMissing(open(file, constants.O_RDONLY | constants.O_NOFOLLOW));
      if (!handle) return undefined;
      try {
        if (!range) return await undefinedIfMissing(handle.readFile());
        const part = Buffer.alloc(Math.max(0, range.last - range.first + 1));
        const { bytesRead } = await handle.read(part, 0, part.length, range.first);
        return part.subarray(0, bytesRead);
      } finally {
        await handle.close();
      }
    },

    async delete(name) {
      assertObjectName(name);
      const file = path.join(root, name);
      await undefinedIfMissing(unlink(file));
      for (let parent = path.dirname(file); parent !== root; parent = path.dirname(parent)) {
        try {
          await rmdir(parent);
        } catch (error) {
          if (hasCode(error, 'ENOTEMPTY', 'EEXIST')) return;
          if (!isMissing(error)) throw error;
        }
      }
    },

    async list(prefix = '') {
      assertObjectPrefix(prefix);
      if (prefix === '') await removeLeftovers(await readdir(root));
      const start = path.join(root, prefix.slice(0, prefix.lastIndexOf('/') + 1));
      const entries = await undefinedIfMissing(readdir(start, { recursive: true, withFileTypes: true }));
      const objects: StoredObject[] = [];
      for (const entry of entries ?? []) {
        const file = path.join(entry.parentPath, entry.name);
        const name = path.relative(root, file).replaceAll(path.sep, '/');
        if (!entry.isFile() || !name.startsWith(prefix) || /(^|\/)\./.test(name)) continue;
        const stats = await undefinedIfMissing(stat(file));
        if (stats) objects.push({ name, bytes: stats.size, storedAt: stats.mtime });
      }
      return objects.toSorted((one, other) => (one.name < other.name ? -1 : 1));
    },
  };
}
