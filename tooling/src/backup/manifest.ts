import { createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** A refusal with a message for the user: nothing was changed. */
export class BackupError extends Error {}

/** The manifest of a copy, written last. */
export const manifestFile = 'manifest.json';

const indexSchema = z.looseObject({ name: z.string(), key: z.record(z.string(), z.unknown()) });

const manifestSchema = z.strictObject({
  /** Version of the copy's format. */
  format: z.literal(1),
  /** Version of the shop that wrote the data. */
  version: z.string(),
  /** The time of the database snapshot, by the clock of the database. */
  at: z.iso.datetime(),
  /** Fingerprints of the keys without which some data cannot be read, by setting. */
  keys: z.record(z.string(), z.string()),
  collections: z.array(
    z.strictObject({
      service: z.string(),
      name: z.string(),
      documents: z.int(),
      options: z.record(z.string(), z.unknown()),
      indexes: z.array(indexSchema),
    }),
  ),
  /** SHA-256 of each file of the copy, by path. */
  files: z.record(z.string(), z.string()),
});

export type Manifest = z.output<typeof manifestSchema>;

/** The version in `package.json`. */
export const shopVersion: string = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'),
).version;

/** A keyed hash, so that keys can be compared without revealing them. */
const fingerprint = (key: string) => createHmac('sha256', key).update('kinmel backup').digest('hex');

export const fingerprints = (keys: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, fingerprint(key)]));

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const temporaryFile = join(folder, `.${manifestFile}`);
  await writeFile(temporaryFile, `${JSON.stringify(manifest, null, 1)}\n`, { flush: true });
  await rename(temporaryFile, join(folder, manifestFile));
}

/** A copy in a folder of copies. */
export interface Copy {
  readonly name: string;
  /** False when it has no manifest: its backup is still running or was interrupted. */
  readonly isWhole: boolean;
}

export const copiesIn = async (folder: string): Promise<Copy[]> =>
  (await readdir(folder)).map((name) => ({ name, isWhole: existsSync(join(folder, name, manifestFile)) }));

/** Reads the manifest of a copy that this version of the shop supports. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch(
    async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      const copies = (await copiesIn(folder).catch(() => [])).filter(({ isWhole }) => isWhole);
      throw new BackupError(
        copies.length > 0
          ? `${folder} has copies, which one? ${copies
              .map(({ name }) => name)
              .toSorted()
              .join(', ')}`
          : `${folder} is no whole copy: it has no ${manifestFile}, which is written last.`,
      );
    },
  );
  const { success, data, error } = manifestSchema.safeParse(JSON.parse(text));
  if (!success) throw new BackupError(`${folder} is no copy that can be read here: ${error.message}`);
  if (data.version !== shopVersion)
    throw new BackupError(
      `${folder} is a copy of version ${data.version}, and this is ${shopVersion}. Restore it with its own version, then deploy the new one.`,
    );
  return data;
}
