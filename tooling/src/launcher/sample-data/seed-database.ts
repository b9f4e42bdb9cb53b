import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { databaseNameOf } from '@kinmel/service-kit';
import { mongo } from 'mongoose';
import { seedEnvironment } from '../services/service-environment.ts';
import { type ServicePart, services } from '../services/services.ts';
import { seededPeople, seedMode } from './people.ts';

const run = promisify(execFile);

/** Their sample data names products of the shop. */
const needProducts: ReadonlySet<string> = new Set(['order', 'service-request']);
const checkoutFolder = fileURLToPath(new URL('../../../..', import.meta.url));

/** Pictures that were made once for the sample data, kept for every fresh start of this checkout. */
const pictureCache = fileURLToPath(new URL('../../../../.kinmel/cache/pictures', import.meta.url));

async function countDocuments(mongodbUri: string, databaseName: string, collection: string): Promise<number> {
  const client = new mongo.MongoClient(mongodbUri, { serverSelectionTimeoutMS: 10_000 });
  try {
    return await client.db(databaseName).collection(collection).estimatedDocumentCount();
  } finally {
    await client.close();
  }
}

/** Copies what the target lacks; a folder that is not there yet has nothing to give. */
async function copyMissing(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await cp(from, to, { recursive: true, force: false }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

/** Keeps pictures that are whole for every fresh start of this checkout. */
export async function keepPictures(uploadsFolder: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) await copyMissing(join(uploadsFolder, id), join(pictureCache, id));
}

export interface SeedOptions {
  mongodbUri: string;
  databasePrefix?: string | undefined;
  uploadsFolder: string;
  /** Only what has no data at all, or also bring filled databases up to date. */
  when: 'empty' | 'always';
  /** That many products, the rest made up for measurements. */
  products?: number | undefined;
  /** Pictures begin with their largest file; the task `pictures` draws the others. */
  isPicturesLater?: boolean | undefined;
  env?: NodeJS.ProcessEnv;
  /** What the services have beside it: secrets and folders. The admin of the sample data is named by `env` alone. */
  shared: NodeJS.ProcessEnv;
  onProgress: (text: string) => void;
}

/** In this process: the number of products is the caller's. */
async function seedProducts(databaseName: string, options: SeedOptions): Promise<void> {
  const { mongodbUri, uploadsFolder, products, isPicturesLater, onProgress } = options;
  const { seedCatalog } = await import('@kinmel/catalog/seed');
  await seedCatalog({ mongodbUri, databaseName, uploadsFolder, products, isPicturesLater, onProgress });
}

/** Sample orders are made of what catalog tells of its products: no service reads the database of another. */
async function runSeedWithProducts(part: ServicePart, options: SeedOptions): Promise<void> {
  const { mongodbUri, databasePrefix = 'kinmel' } = options;
  const folder = await mkdtemp(join(tmpdir(), 'kinmel-seed-'));
  try {
    const file = join(folder, 'sample-products.json');
    const { tellSampleProducts } = await import('@kinmel/catalog/seed');
    await tellSampleProducts({ mongodbUri, databaseName: databaseNameOf('catalog', databasePrefix), file });
    await runSeed(part, options, { SEED_PRODUCTS_FILE: file });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A service's own seed in a process of its own, as an operator would run it. */
async function runSeed(
  { name, folder }: ServicePart,
  { mongodbUri, databasePrefix, uploadsFolder, env = process.env, shared }: SeedOptions,
  more: NodeJS.ProcessEnv = {},
): Promise<void> {
  const file = join(checkoutFolder, folder, 'src/seed/main.ts');
  await run(process.execPath, ['--disable-warning=ExperimentalWarning', file], {
    cwd: checkoutFolder,
    env: {
      ...shared,
      ...env,
      ...seedEnvironment(seededPeople(env), seedMode(env)),
      MONGODB_URI: mongodbUri,
      UPLOADS_FOLDER: uploadsFolder,
      ...more,
      ...(databasePrefix === undefined ? {} : { MONGODB_DB_PREFIX: databasePrefix }),
    },
  }).catch((error: Error & { stderr?: string }) => {
    throw new Error(`The sample data of ${name} could not be written.\n\n${error.stderr || error.message}`);
  });
}

/** Fills the databases of the services with the sample data, in the order of the list: each may rely on those before. */
export async function seedDatabase(options: SeedOptions): Promise<void> {
  const { mongodbUri, databasePrefix = 'kinmel', uploadsFolder, when, onProgress } = options;
  const counts: string[] = [];
  let isNew = false;
  for (const service of services) {
    const { name, seeds } = service;
    if (seeds === undefined) continue;
    const databaseName = databaseNameOf(name, databasePrefix);
    let count = await countDocuments(mongodbUri, databaseName, seeds);
    if (count === 0 || when === 'always') {
      onProgress(name);
      // Encoding the pictures takes longer than everything else of a start, and they are named by their content.
      if (!isNew) await copyMissing(pictureCache, uploadsFolder);
      isNew ||= count === 0;
      if (name === 'catalog') await seedProducts(databaseName, options);
      else if (needProducts.has(name)) await runSeedWithProducts(service, options);
      else await runSeed(service, options);
      count = await countDocuments(mongodbUri, databaseName, seeds);
    }
    counts.push(`${count} ${seeds}`);
  }
  onProgress(counts.join(', '));
}
