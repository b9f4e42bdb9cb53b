import { createLogger, openDatabase, readConfig } from '@kinmel/service-kit';
import { offerConfigSchema } from '../../config.ts';
import { offerModels, openLedger } from '../../context.ts';
import { rebuildCounts } from './rebuild-counts.ts';

// node src/redemptions/rebuild/rebuild.ts: corrects the counts of all offers and prints each correction.
const config = readConfig(offerConfigSchema);
const logger = createLogger({ service: 'offer', level: config.LOG_LEVEL });
const connection = await openDatabase({ name: 'offer', config, logger, models: offerModels });
try {
  const { offers, corrected } = await rebuildCounts(openLedger(connection));
  for (const { offerId, storedCount, ledgerCount } of corrected)
    process.stdout.write(`${offerId}: ${storedCount} -> ${ledgerCount}\n`);
  process.stdout.write(`${offers} offers counted, ${corrected.length} corrected\n`);
} finally {
  await connection.close();
}
