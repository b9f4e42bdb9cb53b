import { mongo } from 'mongoose';

/** The number of products that the catalog's database holds. */
async function countProducts(mongodbUri: string, databaseName: string): Promise<number> {
  const client = new mongo.MongoClient(mongodbUri, { serverSelectionTimeoutMS: 10_000 });
  try {
    return await client.db(databaseName).collection('products').estimatedDocumentCount();
  } finally {
    await client.close();
  }
}

/**
 * Puts the sample products and their pictures into an empty catalog; `always` brings a filled one up to date too.
 * `products` asks for that many instead, made up for measurements.
 */
export async function seedWhenEmpty(options: {
  env: NodeJS.ProcessEnv;
  uploadsFolder: string;
  always: boolean;
  products?: number;
  onProgress: (text: string) => void;
}): Promise<void> {
  const { env, uploadsFolder, always, products, onProgress } = options;
  const mongodbUri = env.MONGODB_URI ?? '';
  const databaseName = `${env.MONGODB_DB_PREFIX ?? 'kinmel'}_catalog`;
  const before = await countProducts(mongodbUri, databaseName);
  if (before > 0 && !always) {
    onProgress(`${before} products are there`);
    return;
  }
  const { seedCatalog } = await import('@kinmel/catalog/seed');
  await seedCatalog({ mongodbUri, databaseName, uploadsFolder, products, onProgress });
  onProgress(`${await countProducts(mongodbUri, databaseName)} products`);
}
