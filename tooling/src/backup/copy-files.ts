import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type ObjectStore, openFolderObjects } from '@kinmel/service-kit';
import { BackupError } from './manifest.ts';

/**
 * Opens folders by kind. A folder may contain another one, which its store then ignores.
 * @throws {BackupError} when a folder is missing and the file system is read-only, as in containers of the backup
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
    const nestedPaths = Object.values(folders)
      .map((otherFolder) => relative(folder, otherFolder).replaceAll(sep, '/'))
      .filter((path) => path !== '' && !path.startsWith('..'));
    const isOwn = (name: string) => !nestedPaths.some((path) => name.startsWith(`${path}/`));
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
