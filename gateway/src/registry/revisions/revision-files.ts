import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RegistryRevision, registryRevisionSchema } from '@kinmel/contracts';
import type { SharedReleases } from '../shared-releases.ts';
import { signatureFile, signBytes } from '../signatures.ts';

const revisionName = /^\d{6,}$/;
const leftoverFolder = /^\.\d{6,}-/;
const leftoverAgeMs = 60_000;

/** The name of a revision's folder. */
export const revisionFolder = (revision: number) => String(revision).padStart(6, '0');
const fileName = 'revision.json';

/** The files in the folder of a revision. */
export const revisionFiles = { revision: fileName, signature: signatureFile(fileName) };

/** The numbers of all revisions, highest first, readable or not. */
export async function listRevisions(folder: string): Promise<number[]> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return names
    .filter((name) => revisionName.test(name))
    .map(Number)
    .sort((a, b) => b - a);
}

/** A revision as it is stored, with the bytes that its signature is for. */
export interface StoredRevision {
  readonly revision: RegistryRevision;
  readonly bytes: Buffer;
  readonly signature: string | undefined;
}

/** Throws when the file is missing, truncated, or belongs to another number. */
export async function readRevision(folder: string, number: number): Promise<StoredRevision> {
  const file = join(folder, revisionFolder(number), fileName);
  const bytes = await readFile(file);
  const revision = registryRevisionSchema.parse(JSON.parse(bytes.toString('utf8')));
  if (revision.revision !== number) throw new Error(`the file says revision ${revision.revision}`);
  return { revision, bytes, signature: await readFile(signatureFile(file), 'utf8').catch(() => undefined) };
}

/** The bytes of a revision and their signature, not stored yet. */
export function signRevision(revision: RegistryRevision, privateKeyFile: string): StoredRevision {
  const bytes = Buffer.from(`${JSON.stringify(revision, null, 2)}\n`);
  return { revision, bytes, signature: signBytes(bytes, privateKeyFile) };
}

/**
 * Stores a revision unless its number is taken; resolves with whether it did. Revision and signature are in one folder
 * that is renamed into place: renaming fails where a folder with content is, so that no writer replaces the revision of
 * another and no reader sees a part of one.
 * @param shared the number is claimed there first
 */
export async function createRevision(
  folder: string,
  stored: StoredRevision,
  shared?: Pick<SharedReleases, 'createRevision'>,
): Promise<boolean> {
  await mkdir(folder, { recursive: true });
  const name = revisionFolder(stored.revision.revision);
  const target = join(folder, name);
  const { bytes, signature = '' } = stored;
  const temporaryFolder = await mkdtemp(join(folder, `.${name}-`));
  try {
    await removeLeftovers(folder);
    if (shared && !(await shared.createRevision(name, bytes, signature))) return false;
    try {
      // Only this user may read the new folder, but gateways read it as other users.
      await chmod(temporaryFolder, 0o755);
      await writeFile(join(temporaryFolder, fileName), bytes);
      await writeFile(join(temporaryFolder, signatureFile(fileName)), signature);
      await rename(temporaryFolder, target);
      return true;
    } catch (error) {
      // A claimed revision may have been copied from the store already.
      if (existsSync(target)) return shared !== undefined;
      throw error;
    }
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true });
  }
}

const removedSuffix = '-removed';

/**
 * Removes folders of crashed writers, where this process may; younger ones may still be in use. Ages are by the clock of
 * the file system, in which `folder` has just changed: by a clock of this process that is ahead, the folders of running
 * writers would be old.
 */
async function removeLeftovers(folder: string): Promise<void> {
  const { mtimeMs: lastChangeMs } = await stat(folder);
  for (const name of await readdir(folder)) {
    if (!leftoverFolder.test(name)) continue;
    const path = join(folder, name);
    try {
      const { mtimeMs } = await stat(path);
      if (lastChangeMs - mtimeMs <= leftoverAgeMs) continue;
      // Renamed first, so that a slow writer cannot store a folder of which files are removed.
      const removed = name.endsWith(removedSuffix) ? path : `${path}${removedSuffix}`;
      if (removed !== path) await rename(path, removed);
      await rm(removed, { recursive: true, force: true });
    } catch (error) {
      // Another writer has removed it, or it belongs to another user.
      if (!['ENOENT', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
}
