import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isListening } from './processes/ports.ts';
import { createConsoleReport } from './report.ts';
import { seedDatabase } from './sample-data/seed-database.ts';
import { keptSecrets } from './secrets.ts';
import { type Database, databaseFolder, startDatabase } from './servers/database.ts';
import { stackPorts } from './services/services.ts';
import { defaultStateFolder, stackFolders } from './stack.ts';

const help = `npm run seed -- [options]

  --products <n>      so many products in all; those beyond the sample are made up, for measurements
  --port-offset <n>   the database of the shop that runs with this offset

Works on the shop that runs, or on its data while it is stopped.
`;

const { values } = parseArgs({
  options: {
    products: { type: 'string' },
    'port-offset': { type: 'string', default: '0' },
    help: { type: 'boolean', default: false },
  },
});
const report = createConsoleReport();
const folders = stackFolders(defaultStateFolder);
let started: Database | undefined;
try {
  const products = values.products === undefined ? undefined : Number(values.products);
  if (values.help) {
    report.say(help);
  } else if (products !== undefined && (!Number.isSafeInteger(products) || products < 1)) {
    throw new Error(`--products: expected a whole number, 1 or more\n\n${help}`);
  } else {
    const { mongodb } = stackPorts(Number(values['port-offset']));
    const isRunning = process.env.MONGODB_URI === undefined && (await isListening(mongodb));
    const mongodbUri = isRunning
      ? `mongodb://127.0.0.1:${mongodb}/?replicaSet=rs0`
      : await report.step('MongoDB', async (update) => {
          started = await startDatabase({
            port: mongodb,
            dataFolder: databaseFolder(defaultStateFolder),
            toolsFolder: join(defaultStateFolder, 'tools'),
            logFile: join(folders.logs, 'mongodb-seed.log'),
            onProgress: update,
          });
          return started.uri;
        });
    await report.step('Sample data', (update) =>
      seedDatabase({
        mongodbUri,
        databasePrefix: process.env.MONGODB_DB_PREFIX,
        uploadsFolder: folders.uploads,
        when: 'always',
        products,
        shared: {
          ...keptSecrets(defaultStateFolder),
          AVATARS_FOLDER: folders.avatars,
          AUTH_KEYS_FOLDER: folders.authKeys,
        },
        onProgress: update,
      }),
    );
  }
} catch (error) {
  report.say(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await started?.stop();
}
