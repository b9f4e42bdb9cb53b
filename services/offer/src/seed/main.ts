import { openFolderPictureStore } from '@kinmel/pictures';
import { connectMongo, createLogger, databaseNameOf, readConfig } from '@kinmel/service-kit';
import { offerConfigSchema } from '../config.ts';
import { writeSeedOffers } from './write-seed-offers.ts';

// node src/seed/main.ts
const config = readConfig(offerConfigSchema);
const connection = await connectMongo({
  uri: config.MONGODB_URI,
  databaseName: databaseNameOf('offer', config.MONGODB_DB_PREFIX),
  logger: createLogger({ service: 'offer-seed', level: 'error' }),
  maxTimeMs: 60_000,
});
try {
  const { written, unchanged } = await writeSeedOffers({
    connection,
    pictures: await openFolderPictureStore(config.UPLOADS_FOLDER),
    timeZone: config.SHOP_TIME_ZONE,
  });
  process.stdout.write(`${written} offers written, ${unchanged} unchanged\n`);
} finally {
  await connection.close();
}
