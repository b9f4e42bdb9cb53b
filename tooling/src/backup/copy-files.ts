import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Files of a shop under names with slashes. A file never changes. */
export interface FileStore {
  readonly list: () => Promise<string[]>;
  /** Undefined when it was deleted meanwhile. */
  readonly read: (name: string) => Promise<Buffer | undefined>;
  readonly write: (name: string, bytes: Buffer) => Promise<void>;
  readonly clear: () => Promise<void>;
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** The files of a folder. Names that begin with a dot are of unfinished ones. */
export const folderStore = (folder: string): FileStore => ({
  async list() {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
      (error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      },
    );
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
      .filter((name) => !/(^|\/)\./.test(name))
      .toSorted();
  },
  read: (name) =>
    readFile(join(folder, name)).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    }),
  async write(name, bytes) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), bytes, { flag: 'wx' });
  },
  async clear() {
    for (const name of await readdir(folder).catch(() => []))
      await rm(join(folder, name), { recursive: true });
  },
});

/** Copies files that `to` does not have yet, and adds their hashes. */
export async function copyFiles(from: FileStore, to: FileStore, hashes: Map<string, string>): Promise<void> {
  for (const name of await from.list()) {
    if (hashes.has(name)) continue;
    const bytes = await from.read(name);
    if (bytes === undefined) continue;
    await to.write(name, bytes);
    hashes.set(name, createHash('sha256').update(bytes).digest('hex'));
  }
}

/** Undefined when there is no such file. */
export async function hashOf(path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  return hash.digest('hex');
}
