import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** A record that a version of a service passed the verification of a pact. */
const verificationSchema = z.strictObject({
  /** Name of the pact file, such as `mfe-catalog-order.json`. */
  pact: z.string().regex(/^[a-z-]+\.json$/),
  /** The hash of the pact file, as in `version.json`. */
  integrity: z.string().startsWith('sha384-'),
  service: z.string(),
  /** The hash of the inputs of the service's bundle. */
  serviceVersion: z.string().min(1),
  at: z.iso.datetime(),
});

export type Verification = z.output<typeof verificationSchema>;

/** Beside the revisions, so that every checkout and build server sees the same. */
const folderOf = (registryFolder: string) => join(registryFolder, 'verified');

/** One file for each pact and version of the service: two writers of the same one write the same. */
export async function recordVerification(registryFolder: string, verification: Verification): Promise<void> {
  const { integrity, serviceVersion, pact } = verificationSchema.parse(verification);
  const folder = folderOf(registryFolder);
  await mkdir(folder, { recursive: true });
  const name = createHash('sha256')
    .update(`${pact} ${integrity} ${serviceVersion}`)
    .digest('hex')
    .slice(0, 32);
  const aside = join(folder, `.${name}-${randomUUID()}`);
  await writeFile(aside, `${JSON.stringify(verification, null, 2)}\n`);
  await rename(aside, join(folder, `${name}.json`));
}

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));

/** All records with their files. A record that cannot be read counts as none: the pact is verified again. */
async function readAll(registryFolder: string): Promise<{ file: string; verification: Verification }[]> {
  const folder = folderOf(registryFolder);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const read = names
    .filter((name) => name.endsWith('.json'))
    .map(async (name) => {
      const file = join(folder, name);
      const parsed = verificationSchema.safeParse(await readJson(file).catch(() => undefined));
      return parsed.success ? [{ file, verification: parsed.data }] : [];
    });
  return (await Promise.all(read)).flat();
}

export async function listVerifications(registryFolder: string): Promise<Verification[]> {
  return (await readAll(registryFolder)).map(({ verification }) => verification);
}

/** Deletes records from before that time; what is still needed is verified again. */
export async function pruneVerifications(registryFolder: string, before: string): Promise<void> {
  for (const { file, verification } of await readAll(registryFolder))
    if (verification.at < before) await rm(file, { force: true });
}
