import { randomBytes } from 'node:crypto';
import { link, mkdir, readdir, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RegistryRevision, registryRevisionSchema } from '@kinmel/contracts';

const revisionFile = /^(\d{6,})\.json$/;
const leftoverFile = /^\.\d{6,}\.[0-9a-f]+\.tmp$/;
const leftoverAgeMs = 60_000;

/** The logger of the registry; pino's signature. */
export interface RegistryLog {
  warn(fields: Record<string, unknown>, message: string): void;
}

const fileNameOf = (revision: number) => `${String(revision).padStart(6, '0')}.json`;

/** The numbers of all revision files, highest first, readable or not. */
export async function listRevisions(folder: string): Promise<number[]> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return names
    .map((name) => Number(revisionFile.exec(name)?.[1] ?? 0))
    .filter((revision) => revision > 0)
    .sort((a, b) => b - a);
}

/** Undefined when the file is missing, truncated, or belongs to another number. */
export async function readRevision(
  folder: string,
  revision: number,
  log: RegistryLog,
): Promise<RegistryRevision | undefined> {
  try {
    const parsed = registryRevisionSchema.parse(
      JSON.parse(await readFile(join(folder, fileNameOf(revision)), 'utf8')),
    );
    if (parsed.revision !== revision) throw new Error(`the file says revision ${parsed.revision}`);
    return parsed;
  } catch (error) {
    log.warn(
      { revision, reason: error instanceof Error ? error.message.slice(0, 300) : 'unknown' },
      'a registry revision cannot be read and is skipped',
    );
    return undefined;
  }
}

/**
 * Creates the file of a revision unless its number is taken; resolves with whether it did. The content is written to a
 * temporary file and linked, so that no partial revision is read. Without hard links, exclusive creation still protects
 * against concurrent writers.
 */
export async function createRevision(folder: string, revision: RegistryRevision): Promise<boolean> {
  await mkdir(folder, { recursive: true });
  await removeLeftovers(folder);
  const text = `${JSON.stringify(registryRevisionSchema.parse(revision), null, 2)}\n`;
  const target = join(folder, fileNameOf(revision.revision));
  const aside = join(
    folder,
    `.${fileNameOf(revision.revision).slice(0, -5)}.${randomBytes(6).toString('hex')}.tmp`,
  );
  await writeFile(aside, text, { flag: 'wx' });
  try {
    await link(aside, target);
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EEXIST') return false;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP' && code !== 'ENOSYS') throw error;
    return await createWithoutLink(target, text);
  } finally {
    await unlink(aside);
  }
}

async function createWithoutLink(target: string, text: string): Promise<boolean> {
  try {
    await writeFile(target, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes files of crashed writers; younger ones may still be in use. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!leftoverFile.test(name)) continue;
    const path = join(folder, name);
    try {
      const { mtimeMs } = await stat(path);
      if (Date.now() - mtimeMs > leftoverAgeMs) await unlink(path);
    } catch (error) {
      // Another writer has removed it.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}
