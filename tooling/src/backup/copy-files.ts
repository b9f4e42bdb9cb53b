import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type ObjectStore, openFolderObjects } from '@kinmel/service-kit';
import { BackupError } from './manifest.ts';

/**
 * Folders by kind. One may be inside another, whose store then ignores it.
 * @throws {BackupError} when one is missing on a file system that is read-only, as the backup's is in containers
 */
export async function openFolders(
  folders: Readonly<Record<string, string>>,
): Promise<Record<string, ObjectStore>> {
  const stores: Record<string, ObjectStore> = {};
  for (const [kind, folder] of Object.entries(folders)) {
    const store = await openFolderObjects(folder).catch((error: Error) => {
      throw new BackupError(
        `The folder ${folder} (${kind}) does not exist and cannot be created. Those of shell, remotes and registry are created by the first deploy. (${error.message})`,
        { cause: error },
      );
    });
    const inside = Object.values(folders)
      .map((other) => relative(folder, other).replaceAll(sep, '/'))
      .filter((path) => path !== '' && !path.startsWith('..'));
    const isOwn = (name: string) => !inside.some((path) => name.startsWith(`${path}/`));
    stores[kind] = {
      ...store,
      list: async (prefix) => (await store.list(prefix)).filter(({ name }) => isOwn(name)),
    };
  }
  return stores;
}

/** Copies the objects that `to` does not have yet, and adds their hashes. */
export async function copyFiles(
  from: ObjectStore,
  to: ObjectStore,
  hashes: Map<string, string>,
): Promise<void> {
  for (const { name } of await from.list()) {
    if (hashes.has(name)) continue;
    const bytes = await from.read(name);
    // The object was deleted meanwhile.
    if (bytes === undefined) continue;
    await to.create(name, bytes);
    hashes.set(name, createHash('sha256').update(bytes).digest('hex'));
  }
}

/** Undefined when the file does not exist. */
export async function hashOf(path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return hash.digest('hex');
}
