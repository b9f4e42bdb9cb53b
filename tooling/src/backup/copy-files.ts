import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { ObjectStore } from '@kinmel/service-kit';

/** Copies objects that `to` does not have yet, and adds their hashes. */
export async function copyFiles(
  from: ObjectStore,
  to: ObjectStore,
  hashes: Map<string, string>,
): Promise<void> {
  for (const { name } of await from.list()) {
    if (hashes.has(name)) continue;
    const bytes = await from.read(name);
    // Deleted meanwhile.
    if (bytes === undefined) continue;
    await to.create(name, bytes);
    hashes.set(name, createHash('sha256').update(bytes).digest('hex'));
  }
}

/** Undefined when there is no such file. */
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
