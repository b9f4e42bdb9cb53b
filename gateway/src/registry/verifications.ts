import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { partNameSchema, partVersionSchema } from '@kinmel/contracts';
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

/** A record that a version of a remote started in a version of the shell, in a browser. */
const startSchema = z.strictObject({
  remote: partNameSchema,
  version: partVersionSchema,
  shellVersion: partVersionSchema,
  at: z.iso.datetime(),
});

export type Start = z.output<typeof startSchema>;

const recordSchema = z.union([verificationSchema, startSchema]);

/** Stored beside the revisions, so that every checkout and build server sees the same. */
const folderOf = (registryFolder: string) => join(registryFolder, 'verified');

/** One file per record, named by a hash of its content, so concurrent writers cannot conflict. */
export async function writeRecord(registryFolder: string, record: Verification | Start): Promise<void> {
  const { at: _, ...content } = recordSchema.parse(record);
  const folder = folderOf(registryFolder);
  await mkdir(folder, { recursive: true });
  const name = createHash('sha256').update(Object.values(content).toSorted().join(' ')).digest('hex');
  const temporaryFile = join(folder, `.${name.slice(0, 32)}-${randomUUID()}`);
  await writeFile(temporaryFile, `${JSON.stringify(record, null, 2)}\n`);
  await rename(temporaryFile, join(folder, `${name.slice(0, 32)}.json`));
}

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));

/** All records with their files. A record that cannot be read counts as none: it is verified again. */
async function readAll(registryFolder: string) {
  const folder = folderOf(registryFolder);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const records = names
    .filter((name) => name.endsWith('.json'))
    .map(async (name) => {
      const file = join(folder, name);
      const parsed = recordSchema.safeParse(await readJson(file).catch(() => undefined));
      return parsed.success ? [{ file, record: parsed.data }] : [];
    });
  return (await Promise.all(records)).flat();
}

export async function listVerifications(registryFolder: string): Promise<Verification[]> {
  return (await readAll(registryFolder)).flatMap(({ record }) => ('pact' in record ? record : []));
}

export async function listStarts(registryFolder: string): Promise<Start[]> {
  return (await readAll(registryFolder)).flatMap(({ record }) => ('remote' in record ? record : []));
}

/** Deletes records from before that time; what is still needed is verified again. */
export async function pruneVerifications(registryFolder: string, before: string): Promise<void> {
  for (const { file, record } of await readAll(registryFolder))
    if (record.at < before) await rm(file, { force: true });
}
