import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  databaseNameOf,
  type ObjectStore,
  objectsConfigShape,
  openFolderObjects,
  openObjects,
  readConfig,
} from '@kinmel/service-kit';
import { mongo } from 'mongoose';
import { z } from 'zod';
import { seedEnvironment } from '../services/service-environment.ts';
import { type ServicePart, services } from '../services/services.ts';
import { seededPeople, seedMode } from './people.ts';

const run = promisify(execFile);

/** Services whose sample data refers to products, or to data of an earlier seed. */
const servicesWithFiles: ReadonlySet<string> = new Set(['order', 'service-request', 'device']);
const checkoutFolder = fileURLToPath(new URL('../../../..', import.meta.url));

/** Encoded pictures of the sample data, reused by every fresh start of this checkout. */
const pictureCache = fileURLToPath(new URL('../../../../.kinmel/cache/pictures', import.meta.url));

async function countDocuments(mongodbUri: string, databaseName: string, collection: string): Promise<number> {
  const client = new mongo.MongoClient(mongodbUri, { serverSelectionTimeoutMS: 10_000 });
  try {
    return await client.db(databaseName).collection(collection).countDocuments();
  } finally {
    await client.close();
  }
}

/** Opens the object store of the shop's pictures. */
export const openUploads = (
  uploadsFolder: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<ObjectStore> =>
  openObjects(
    { ...readConfig(z.object(objectsConfigShape), env), UPLOADS_FOLDER: uploadsFolder },
    'UPLOADS_FOLDER',
  );

/** Copies objects that the target does not have. */
async function copyMissing(from: ObjectStore, to: ObjectStore, prefix = ''): Promise<void> {
  const existing = new Set((await to.list(prefix)).map(({ name }) => name));
  const missing = (await from.list(prefix)).filter(({ name }) => !existing.has(name));
  await Promise.all(
    missing.map(async ({ name }) => {
      const bytes = await from.read(name);
      if (bytes) await to.create(name, bytes);
    }),
  );
}

/** Stores complete pictures in the cache. */
export async function keepPictures(uploads: ObjectStore, ids: readonly string[]): Promise<void> {
  const cache = await openFolderObjects(pictureCache);
  for (const id of ids) await copyMissing(uploads, cache, `${id}/`);
}

export interface SeedOptions {
  mongodbUri: string;
  databasePrefix?: string | undefined;
  uploadsFolder: string;
  /** `empty` seeds only empty databases; `always` also updates filled ones. */
  when: 'empty' | 'always';
  /** Total number of products; those beyond the sample data are generated. */
  products?: number | undefined;
  /** Encodes only the largest size; the task `pictures` encodes the others. */
  isPicturesLater?: boolean | undefined;
  env?: NodeJS.ProcessEnv;
  /** Secrets and folders of the services. The admin of the sample data comes from `env` alone. */
  shared: NodeJS.ProcessEnv;
  onProgress: (text: string) => void;
}

/** Seeds catalog in this process, because its seed script has no option for the number of products. */
async function seedProducts(databaseName: string, uploads: ObjectStore, options: SeedOptions): Promise<void> {
  const { mongodbUri, products, isPicturesLater, onProgress } = options;
  const { seedCatalog } = await import('@kinmel/catalog/seed');
  await seedCatalog({ mongodbUri, databaseName, uploads, products, isPicturesLater, onProgress });
}

/** Passes catalog's products, order's orders and service-request's phones as files: no service reads the database of another. */
async function runSeedWithFiles(part: ServicePart, options: SeedOptions, folder: string): Promise<void> {
  const { mongodbUri, databasePrefix = 'kinmel' } = options;
  const database = { mongodbUri, databaseName: databaseNameOf('catalog', databasePrefix) };
  const file = join(folder, 'sample-products.json');
  const devicesFile = join(folder, 'sample-devices.json');
  const { exportSampleProducts, listSampleDevices } = await import('@kinmel/catalog/seed');
  await exportSampleProducts({ ...database, file });
  const extraEnv = {
    SEED_PRODUCTS_FILE: file,
    SEED_ORDERS_FILE: join(folder, 'sample-orders.json'),
    SEED_PHONES_FILE: join(folder, 'sample-phones.json'),
    SEED_DEVICES_FILE: devicesFile,
  };
  await runSeed(part, options, extraEnv);
  const order = services.find(({ name }) => name === 'order');
  if (!order || !existsSync(devicesFile)) return;
  await listSampleDevices({ ...database, file, devicesFile });
  await runSeed(order, options, { SEED_PRODUCTS_FILE: file });
}

/** Runs a service's own seed in a separate process, as an operator would. */
async function runSeed(
  { name, folder }: ServicePart,
  { mongodbUri, databasePrefix, uploadsFolder, env = process.env, shared }: SeedOptions,
  extraEnv: NodeJS.ProcessEnv = {},
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
      ...extraEnv,
      ...(databasePrefix === undefined ? {} : { MONGODB_DB_PREFIX: databasePrefix }),
    },
  }).catch((error: Error & { stderr?: string }) => {
    throw new Error(`The sample data of ${name} could not be written.\n\n${error.stderr || error.message}`);
  });
}

/**
 * Fills the databases with the sample data in the order of the list: a service may need the data of those before it.
 */
export async function seedDatabase(options: SeedOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kinmel-seed-'));
  try {
    await seedInFolder(options, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param folder for the files that a seed passes to later ones */
async function seedInFolder(options: SeedOptions, folder: string): Promise<void> {
  const { mongodbUri, databasePrefix = 'kinmel', uploadsFolder, when, onProgress } = options;
  const uploads = await openUploads(uploadsFolder, options.env);
  const counts: string[] = [];
  let isNew = false;
  for (const service of services) {
    const { name, seeds } = service;
    if (seeds === undefined) continue;
    const databaseName = databaseNameOf(name, databasePrefix);
    let count = await countDocuments(mongodbUri, databaseName, seeds);
    if (count === 0 || when === 'always') {
      onProgress(name);
      // Encoding the pictures would take longer than the rest of a start; the cache is valid because ids depend on the content.
      if (!isNew) await copyMissing(await openFolderObjects(pictureCache), uploads);
      isNew ||= count === 0;
      if (name === 'catalog') await seedProducts(databaseName, uploads, options);
      else if (servicesWithFiles.has(name)) await runSeedWithFiles(service, options, folder);
      else await runSeed(service, options);
      count = await countDocuments(mongodbUri, databaseName, seeds);
    }
    counts.push(`${count} ${seeds}`);
  }
  onProgress(counts.join(', '));
}
