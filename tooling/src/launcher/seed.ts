import { join } from 'node:path';
import { readCommandLine, wholeNumberOption } from '../bootstrap/command-line.ts';
import { isListening } from './processes/ports.ts';
import { createConsoleReport } from './report.ts';
import { seedDatabase } from './sample-data/seed-database.ts';
import { keptSecrets } from './secrets.ts';
import { type Database, databaseFolder, runningDatabaseUri, startDatabase } from './servers/database.ts';
import { privateFolders } from './services/service-environment.ts';
import { stackPorts } from './services/services.ts';
import { defaultStateFolder, stackFolders } from './stack.ts';

const help = `npm run seed -- [options]

  --products <n>      total number of products; those beyond the sample data are generated, for measurements
  --port-offset <n>   the database of the shop that runs with this offset

Seeds the running shop, or the data of the stopped one.
`;

const { values } = readCommandLine(help, {
  options: {
    products: { type: 'string' },
    'port-offset': { type: 'string', default: '0' },
  },
});
const products =
  values.products === undefined ? undefined : wholeNumberOption(help, 'products', values.products, 1);
const offset = wholeNumberOption(help, 'port-offset', values['port-offset']);
const report = createConsoleReport();
const folders = stackFolders(defaultStateFolder);
let ownDatabase: Database | undefined;
try {
  const { mongodb } = stackPorts(offset);
  const isRunning = process.env.MONGODB_URI === undefined && (await isListening(mongodb));
  const mongodbUri = isRunning
    ? runningDatabaseUri(mongodb, databaseFolder(defaultStateFolder))
    : await report.step('MongoDB', async (update) => {
        ownDatabase = await startDatabase({
          port: mongodb,
          dataFolder: databaseFolder(defaultStateFolder),
          toolsFolder: join(defaultStateFolder, 'tools'),
          logFile: join(folders.logs, 'mongodb-seed.log'),
          onProgress: update,
        });
        return ownDatabase.uri;
      });
  await report.step('Sample data', (update) =>
    seedDatabase({
      mongodbUri,
      databasePrefix: process.env.MONGODB_DB_PREFIX,
      uploadsFolder: folders.uploads,
      when: 'always',
      products,
      shared: { ...keptSecrets(defaultStateFolder), ...privateFolders(folders) },
      onProgress: update,
    }),
  );
} catch (error) {
  report.say(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await ownDatabase?.stop();
}
