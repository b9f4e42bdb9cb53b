import { cp, mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { mongo } from 'mongoose';

/** Pictures that were made once for the sample data, kept for every fresh start of this checkout. */
const pictureCache = fileURLToPath(new URL('../../../.kinmel/cache/pictures', import.meta.url));

async function countProducts(mongodbUri: string, databaseName: string): Promise<number> {
  const client = new mongo.MongoClient(mongodbUri, { serverSelectionTimeoutMS: 10_000 });
  try {
    return await client.db(databaseName).collection('products').estimatedDocumentCount();
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

/**
 * Puts the sample products and their pictures into the catalog: only when it is empty, or also to bring a filled
 * one up to date. `products` asks for that many, the rest made up for measurements.
 */
export async function seedDatabase(options: {
  mongodbUri: string;
  databasePrefix?: string | undefined;
  uploadsFolder: string;
  when: 'empty' | 'always';
  products?: number | undefined;
  onProgress: (text: string) => void;
}): Promise<void> {
  const { mongodbUri, databasePrefix = 'kinmel', uploadsFolder, when, products, onProgress } = options;
  const databaseName = `${databasePrefix}_catalog`;
  const before = await countProducts(mongodbUri, databaseName);
  if (before > 0 && when === 'empty') {
    onProgress(`${before} products are there`);
    return;
  }
  // Encoding the pictures takes longer than everything else of a start, and they are named by their content.
  await copyMissing(pictureCache, uploadsFolder);
  const { seedCatalog } = await import('@kinmel/catalog/seed');
  await seedCatalog({ mongodbUri, databaseName, uploadsFolder, products, onProgress });
  if (before === 0) await copyMissing(uploadsFolder, pictureCache);
  onProgress(`${await countProducts(mongodbUri, databaseName)} products`);
}
