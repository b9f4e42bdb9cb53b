import { createPictureStore } from '@kinmel/pictures';
import { openObjects, runSeed } from '@kinmel/service-kit';
import { offerConfigSchema } from '../config.ts';
import { offerModels } from '../context.ts';
import { writeSeedOffers } from './write-seed-offers.ts';

// node src/seed/main.ts
await runSeed('offer', offerConfigSchema, offerModels, async ({ config, connection }) => {
  const { written, unchanged } = await writeSeedOffers({
    connection,
    pictures: createPictureStore(await openObjects(config, 'UPLOADS_FOLDER')),
    timeZone: config.SHOP_TIME_ZONE,
  });
  return `${written} offers written, ${unchanged} unchanged`;
});
